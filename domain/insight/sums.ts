import { addedTo, type FactGroup } from './fact.ts';

/** What a home's records add up to in a month (YYYY-MM) or on a day, of one group. */
export interface Bucket {
  readonly homeId: string;
  readonly period: string;
  readonly group: FactGroup;
  readonly add: Readonly<Record<string, number>>;
  readonly names: Readonly<Record<string, string>>;
  /** Whether it is taken off from the others. */
  readonly isLess?: boolean;
}

/** What takes a bucket off again from sums that it is part of. */
export const negative = (bucket: Bucket): Bucket => ({ ...bucket, isLess: !bucket.isLess });

/** Sums of a range of days, ready to be asked. */
export class Sums {
  readonly #buckets: readonly Bucket[];

  constructor(buckets: readonly Bucket[]) {
    this.#buckets = buckets;
  }

  /** The sum of one measure. */
  of(group: FactGroup, measure: string): number {
    let sum = 0;
    for (const bucket of this.#buckets)
      if (bucket.group === group) sum += (bucket.isLess ? -1 : 1) * addedTo(measure, bucket.add);
    return sum;
  }

  /** The sums of all measures of a group whose names begin so, by the rest of their names. */
  by(group: FactGroup, prefix: string): Map<string, { value: number; name: string }> {
    const found = new Map<string, { value: number; name: string }>();
    for (const bucket of this.#buckets) {
      if (bucket.group !== group) continue;
      for (const [measure, value] of Object.entries(bucket.add)) {
        if (!measure.startsWith(prefix)) continue;
        const key = measure.slice(prefix.length);
        const known = found.get(key);
        const by = bucket.isLess ? -value : value;
        found.set(key, { value: (known?.value ?? 0) + by, name: bucket.names[measure] ?? known?.name ?? '' });
      }
    }
    return found;
  }

  /** Those of one home. */
  ofHome(homeId: string): Sums {
    return new Sums(this.#buckets.filter((one) => one.homeId === homeId));
  }

  /** Those of one month; they have to be whole months. */
  ofMonth(month: string): Sums {
    return new Sums(this.#buckets.filter(({ period }) => period.slice(0, 7) === month));
  }
}

/** The measure that says how many records one is the sum of. */
export const countMeasure = (measure: string): string => {
  if (measure === 'cents' || measure === 'days' || measure === 'net') return 'n';
  if (measure === 'total') return 'n';
  if (measure.startsWith('cents.')) return `n.${measure.slice('cents.'.length)}`;
  if (measure.startsWith('method.')) return `n.${measure}`;
  if (['family', 'insurer', 'held', 'home', 'tax', 'advances', 'received', 'returned'].includes(measure))
    return `n.${measure}`;
  return measure;
};

/** The measure by which a record is one behind a figure: a day that lasted none is a day all the same. */
export const presenceOf = (measure: string): string =>
  measure === 'days' || measure.startsWith('cents.') || measure.startsWith('method.') ? countMeasure(measure) : measure;
