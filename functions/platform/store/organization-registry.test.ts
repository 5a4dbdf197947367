import { describe, expect, it } from 'vitest';
import { rotatedStart } from './organization-registry.ts';

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
