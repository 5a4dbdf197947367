import { describe, expect, it } from 'vitest';
import { exampleActor, exampleCall, exampleRow, through } from '#tests/support/calls/through.ts';
import { requiresRecentMfa } from '../api.ts';

const now = new Date('2026-03-10T12:00:00Z');
const signedIn = (minutesAgo: number): string => String(now.getTime() / 1000 - minutesAgo * 60);
const as = (minutesAgo: number, showedApp: boolean, row = exampleRow({ requiresRecentMfa: true })) =>
  through(requiresRecentMfa(), {
    call: exampleCall(row, { now, actor: exampleActor({ session: signedIn(minutesAgo), showedApp }) }),
  });
const refused = { status: 403, body: { code: 'fresh_second_factor_required' } };

describe('S-08 recent second factor', () => {
  it('requires a recent code where the endpoint does, whatever the policy', async () => {
    await expect(as(14, true)).resolves.toEqual({});
    await expect(as(16, true)).rejects.toMatchObject(refused);
    await expect(as(1, false)).rejects.toMatchObject(refused);
  });

  it('requires none elsewhere', async () => {
    await expect(as(600, false, exampleRow())).resolves.toEqual({});
  });
});
