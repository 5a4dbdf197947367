import { describe, expect, it } from 'vitest';
import { type Figures, median, medianFigures, percentile } from './measure.ts';

const run = (perSecond: number, p95: number, failed: number): Figures => ({
  ...{ requests: 10, perSecond, p50: 1, p95, p99: 9, cpuMs: 2, failed },
});

describe('figures', () => {
  it('of repeated runs are medians, each by itself, and all that failed', () => {
    const figures = medianFigures([run(100, 7, 0), run(300, 5, 1), run(200, 30, 2)]);
    expect(figures).toMatchObject({ perSecond: 200, p95: 7, failed: 3 });
  });

  it('are 0 of nothing', () => {
    expect([median([]), percentile([], 0.99), percentile([3, 1, 2], 0.99)]).toEqual([0, 0, 3]);
  });
});
