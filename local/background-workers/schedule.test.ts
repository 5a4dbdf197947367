import type { ScheduledEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { startSchedule } from './event-sources.ts';

describe('startSchedule', () => {
  it('runs soon after the start, then repeatedly, also after a failed run', async () => {
    const events: ScheduledEvent[] = [];
    const reports: string[] = [];
    const schedule = startSchedule({
      name: 'sweeper',
      everyMs: 5,
      firstMs: 1,
      report: (message) => reports.push(message),
      invoke: async (event) => {
        events.push(event);
        if (events.length === 1) throw new Error('no bus');
      },
    });
    await expect.poll(() => events.length).toBeGreaterThan(2);
    await schedule.close();
    expect(reports).toEqual(['schedule sweeper: no bus']);
    expect(events[0]).toMatchObject({ source: 'aws.events', 'detail-type': 'Scheduled Event', detail: {} });
  });

  it('closes once the current run has ended', async () => {
    const gate = Promise.withResolvers<void>();
    let state = 'waiting';
    const schedule = startSchedule({
      name: 'slow',
      everyMs: 1,
      firstMs: 1,
      invoke: async () => {
        state = 'running';
        await gate.promise;
        state = 'done';
      },
    });
    await expect.poll(() => state).toBe('running');
    const closing = schedule.close();
    gate.resolve();
    await closing;
    expect(state).toBe('done');
  });
});
