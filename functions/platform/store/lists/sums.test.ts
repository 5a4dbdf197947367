import { expect, it } from 'vitest';
import { contributionsOfCase } from '#domain/reports/contributions-of-case.ts';
import { expression } from '#functions/platform/store/key-format.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { storedContributions } from '#functions/reports/repository/figures.ts';
import { mergeSums, type SumChange, sumChanges, sumsOf, sumWrites } from './sums.ts';

it('reads sums beyond the safe integers, which the client returns as bigint', () => {
  const item = {
    pk: 'T#o#MONTHSUMS#home',
    sk: '2026-03',
    cents: 9_007_199_254_740_993n,
    n: 2,
    tax: 0,
    'name:n': 'Ann',
  };
  expect(sumsOf(item)).toEqual({ add: { cents: 9_007_199_254_740_992, n: 2 }, names: { n: 'Ann' } });
});

it('changes a month in one expression, for as many cases as a transaction holds', () => {
  const all = new Map<string, SumChange>();
  for (let n = 0; n < 30; n++) {
    const contributions = contributionsOfCase({
      ...{ id: `case-${n}`, case_number: `WA-${n}`, funeral_home_id: 'home', opened_on: '2026-03-01' },
      ...{ status: n % 2 ? 'active' : 'completed', created_by_id: `staff-${n}`, created_by_name: `Ann ${n}` },
      ...{ paid_cents: 0, assignments: [], received_on: ['2026-03-09'] },
      sections: {
        service: { service_type: `kind-${n}` },
        servicesFees: { date_of_statement: '2026-03-05', hearse_fee: '400.00', sales_tax: '12.00', clergy_fee: '9.00' },
        financial: { contract_total: '900.00' },
        deathCertificate: { dc_county_completed: true, dc_county_completed_date: '2026-03-08' },
      },
    });
    mergeSums(all, sumChanges(undefined, storedContributions(keysOf('o'), 'CASE', `case-${n}`, contributions).addends));
  }
  const [write, ...others] = sumWrites(all);
  expect(others).toEqual([]);
  const { UpdateExpression = '' } = write ? expression(write) : {};
  expect(UpdateExpression).toContain('ADD');
  expect(UpdateExpression.length).toBeLessThan(4096);
});
