import { describe, expect, it } from 'vitest';
import { zoneTime } from './zone-clock.tsx';

describe('zoneTime', () => {
  it("returns the time with the zone's current name", () => {
    const winter = new Date('2026-11-20T11:14:00Z');
    expect(zoneTime('America/New_York', winter)).toBe('6:14 AM, Eastern Standard Time');
    expect(zoneTime('America/Phoenix', winter)).toBe('4:14 AM, Mountain Standard Time');
    expect(zoneTime('America/New_York', new Date('2026-07-01T12:00:00Z'))).toBe('8:00 AM, Eastern Daylight Time');
  });

  it('returns an empty text for an unknown zone', () => {
    expect(zoneTime('Mars/Olympus', new Date())).toBe('');
  });
});
