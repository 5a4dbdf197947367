import { describe, expect, it } from 'vitest';
import type { CaseRecord } from '#functions/cases/repository/case-record.ts';
import type { Organizations } from '#functions/organizations/repository/organizations.ts';
import { homeOf } from './ledger.ts';

describe('homeOf', () => {
  it.each([
    ['America/New_York', '2027-01-01T03:30:00Z', '2026-12-31'],
    ['America/New_York', '2027-01-01T05:00:00Z', '2027-01-01'],
    ['Pacific/Honolulu', '2027-01-01T09:59:00Z', '2026-12-31'],
  ])('returns the date at the home in %s, whose year numbers receipts: %s is %s', async (time_zone, now, today) => {
    const organizations = { homeOfRecord: async () => ({ time_zone }) } as unknown as Organizations;
    const found = await homeOf({ organizations }, { funeral_home_id: 'home' } as CaseRecord, new Date(now));
    expect(found.today).toBe(today);
  });
});
