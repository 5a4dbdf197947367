import { describe, expect, it } from 'vitest';
import { isPacemakerUnknown } from './first-call.rules.ts';
import { promisedArrival } from './promised-arrival.ts';

const zone = 'America/New_York';
const removal = { removal_expected_at: '2026-03-10T15:05', removal_arrived_at: null };
const left = (now: string, changes: object = {}) =>
  promisedArrival({ ...removal, ...changes }, zone, new Date(now))?.minutesLeft;

describe('promisedArrival', () => {
  it('counts the minutes in the time zone of the location', () => {
    expect(promisedArrival(removal, zone, new Date('2026-03-10T18:25:00Z'))).toEqual({
      ...{ day: '2026-03-10', time: '15:05', minutesLeft: 40 },
    });
    expect(left('2026-03-10T19:15:00Z')).toBe(-10);
  });

  it('ends with the arrival, and a day after it was due', () => {
    expect(left('2026-03-10T18:25:00Z', { removal_arrived_at: '2026-03-10T18:20:00Z' })).toBeUndefined();
    expect(left('2026-03-11T19:05:00Z')).toBe(-24 * 60);
    expect(left('2026-03-11T19:06:00Z')).toBeUndefined();
  });

  it.each([null, undefined, '', '2026-03-10'])('needs a day and a time: %j', (removal_expected_at) => {
    expect(left('2026-03-10T18:25:00Z', { removal_expected_at })).toBeUndefined();
  });
});

describe('isPacemakerUnknown', () => {
  it.each([
    [{ hold_for: 'direct_cremation', has_pacemaker: null }, true],
    [{ hold_for: 'cremation' }, true],
    [{ hold_for: 'cremation', has_pacemaker: false }, false],
    [{ hold_for: 'cremation', has_pacemaker: true }, false],
    [{ hold_for: 'traditional' }, false],
    [{}, false],
  ])('returns of %j: %s', (sheet, unknown) => {
    expect(isPacemakerUnknown(sheet)).toBe(unknown);
  });
});
