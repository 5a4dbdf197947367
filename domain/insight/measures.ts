import { type FactGroup, familyOf } from './fact.ts';
import type { Unit } from './insight.schema.ts';
import { countMeasure } from './sums.ts';

/** Whether a group tells of money, which not every role sees. */
export const isOfMoney = (group: FactGroup): boolean => ['money', 'owing', 'sales'].includes(familyOf(group));

/** What a measure is counted in: what says how many there are is a count, also of contracts. */
export const unitOf = (group: FactGroup, measure: string): Unit => {
  if (countMeasure(measure) === measure) return 'count';
  return isOfMoney(group) ? 'money' : 'days';
};
