import type { Context, ScheduledEvent } from 'aws-lambda';
import { expect, it } from 'vitest';
import { remainingMs } from '#functions/platform/store/retries.ts';
import { keptLogger } from '#tests/support/engines/kept-logger.ts';
import { inBackground, scheduled } from './worker.ts';

const context = { awsRequestId: 'request', getRemainingTimeInMillis: () => 5_000 } as Context;

it('inBackground sets a deadline before the time limit, also for schedules', async () => {
  const { logger } = keptLogger();
  const handle = inBackground({ logger, message: 'handled' }, async () => remainingMs());
  const left = await handle({}, context);
  const byTheClock = await scheduled({ logger }, async () => ({ left: remainingMs() }))({} as ScheduledEvent, context);
  for (const ms of [left, byTheClock.left]) {
    expect(ms).toBeGreaterThan(4_000);
    expect(ms).toBeLessThan(5_000);
  }
});
