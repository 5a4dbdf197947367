import { describe, expect, it } from 'vitest';
import { startHarness } from '#tests/support/harness.ts';
import { organizationRegistry, registerOrganization, rotatedStart } from './organization-registry.ts';

describe('organizationRegistry', () => {
  it('reads all organizations', async () => {
    const harness = await startHarness();
    try {
      const ids = Array.from({ length: 1_050 }, (_, n) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`);
      for (let from = 0; from < ids.length; from += 100)
        await harness.calmTable.transact(ids.slice(from, from + 100).map(registerOrganization));
      const found = (await organizationRegistry(harness.calmTable)).map(({ id }) => id);
      expect(found.filter((id) => ids.includes(id))).toEqual(ids);
      expect(new Set(found).size).toBe(found.length);
    } finally {
      await harness.close();
    }
  }, 30_000);
});

describe('rotatedStart', () => {
  it.each([0, 1, 2, 7, 100, 997])(
    '%i organizations are all reached by three runs that finish two fifths each',
    (count) => {
      const all = Array.from({ length: count }, (_, n) => n);
      for (let hour = 490_000; hour < 490_100; hour++) {
        const runs = [0, 1, 2].map((later) => rotatedStart(all, new Date((hour + later) * 3600_000), 3600_000));
        for (const run of runs) expect(run.toSorted((a, b) => a - b)).toEqual(all);
        const reached = new Set(runs.flatMap((run) => run.slice(0, Math.ceil(count * 0.4) + 1)));
        expect(reached.size).toBe(count);
      }
    },
  );
});
