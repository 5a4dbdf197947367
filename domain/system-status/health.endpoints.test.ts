import { describe, expect, it } from 'vitest';
import { healthOf } from './health.endpoints.ts';

const now = new Date('2026-03-01T10:00:00.000Z');
const measured = (secondsAgo: number, waiting_seconds: number) => ({
  measured_at: new Date(now.getTime() - secondsAgo * 1000).toISOString(),
  waiting_seconds,
});

describe('healthOf', () => {
  it.each([
    ['nothing waits', 0, 'working', 0],
    ['something waits that is on its way', 120, 'working', 0],
    ['something waits longer than it should', 121, 'behind', 121],
    ['something waits for a day', 86_400, 'behind', 86_400],
  ] as const)('returns where %s', (_, waiting, status, behind_seconds) => {
    expect(healthOf(measured(60, waiting), now)).toEqual({
      status,
      checked_at: '2026-03-01T09:59:00.000Z',
      behind_seconds,
      parts: [
        { name: 'records', status: 'working' },
        { name: 'background', status },
      ],
    });
  });

  it('returns unknown after three missed measurements', () => {
    expect(healthOf(measured(900, 0), now).status).toBe('working');
    for (const old of [measured(901, 0), measured(901, 7200)])
      expect(healthOf(old, now)).toMatchObject({
        status: 'unknown',
        checked_at: old.measured_at,
        behind_seconds: null,
        parts: [{ status: 'working' }, { status: 'unknown' }],
      });
  });

  it('returns unknown if nothing was measured', () => {
    expect(healthOf(undefined, now)).toMatchObject({ status: 'unknown', checked_at: null, behind_seconds: null });
  });
});
