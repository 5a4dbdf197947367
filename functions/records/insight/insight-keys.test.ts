import { describe, expect, it } from 'vitest';
import { factGroups } from '#domain/insight/fact.ts';
import type { PeriodKind } from '#domain/insight/period-runs.ts';
import { seriesReaders } from '#domain/insight/sum-layout.ts';
import { keysOf } from '#functions/store/keys.ts';
import { factKey, inSeries, isSum, seriesAttribute, seriesPeriod, sumKey, sumPlace } from './insight-keys.ts';

const keys = keysOf('o');
const kinds: readonly PeriodKind[] = ['all', 'year', 'month', 'day'];
const periods = { all: '', year: '2026', month: '2026-03', day: '2026-03-09', reports: '2026', records: '2026-03-0' };

describe('keys of sums', () => {
  it.each(factGroups)('say what stands there: %s', (group) => {
    for (const kind of [...kinds, ...seriesReaders]) {
      const key = sumKey(keys, { group, homeId: 'h', kind, period: periods[kind] });
      expect(isSum(key)).toBe(true);
      const { keys: own, ...place } = sumPlace(key) ?? {};
      expect([own?.organizationId, place]).toEqual(['o', { group, homeId: 'h', kind, period: periods[kind] }]);
    }
  });

  it('say nothing of what this release does not keep', () => {
    const { pk } = sumKey(keys, { group: 'open', homeId: 'h', kind: 'all', period: '' });
    for (const sk of ['A##dreams', 'W#2026-09#open', 'A', ''])
      expect([isSum({ pk }), sumPlace({ pk, sk })]).toEqual([true, undefined]);
    const fact = factKey(keys, { group: 'open', home_id: 'h', day: '2026-03-09' }, { kind: 'CASE', id: 'c' });
    expect([isSum(fact), fact.sk]).toEqual([false, 'FACT#2026-03-09#CASE#c']);
  });

  it.each(['2026-03', '2026-03-09', '2026-12-31'])('keep the measures of %s apart in a series', (period) => {
    for (const measure of ['n', 'n.family', 'cents'])
      expect(inSeries(seriesPeriod(period), seriesAttribute(period, measure))).toEqual({ period, measure });
  });
});
