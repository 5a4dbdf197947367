import type { FactGroup } from './fact.ts';
import type { Unit } from './insight.schema.ts';

const amounts = ['family', 'insurer', 'held', 'home', 'tax', 'advances', 'received', 'returned'];

/** The measure that says how many records one is the sum of. */
export const countMeasure = (measure: string): string => {
  if (['cents', 'days', 'net', 'total'].includes(measure)) return 'n';
  if (measure.startsWith('cents.')) return `n.${measure.slice('cents.'.length)}`;
  return measure.startsWith('method.') || amounts.includes(measure) ? `n.${measure}` : measure;
};

/** Amounts, and of each that is not 0 how many: it is one. */
export const withCounts = (amounts: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(amounts).flatMap(([measure, amount]) => [
      [measure, amount],
      [countMeasure(measure), amount ? 1 : 0],
    ]),
  );

/** The measure by which a record is one behind a figure: a day that lasted none is a day all the same. */
export const presenceOf = (measure: string): string =>
  measure === 'days' || measure.startsWith('cents.') || measure.startsWith('method.') ? countMeasure(measure) : measure;

/** Whether a group tells of money, which not every role sees. */
export const isOfMoney = (group: FactGroup): boolean => ['contract', 'sale', 'owing', 'money'].includes(group);

/** What a measure is counted in: what says how many there are is a count, also of contracts. */
export const unitOf = (group: FactGroup, measure: string): Unit => {
  if (countMeasure(measure) === measure) return 'count';
  return isOfMoney(group) ? 'money' : 'days';
};
