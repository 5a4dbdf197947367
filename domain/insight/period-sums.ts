import { addedTo, type FactGroup } from './fact.ts';

/** What the facts of a group add up to at a home in one period. */
export interface PeriodSum {
  readonly homeId: string;
  /** YYYY, YYYY-MM or YYYY-MM-DD; empty for all time. */
  readonly period: string;
  readonly group: FactGroup;
  readonly add: Readonly<Record<string, number>>;
  readonly names: Readonly<Record<string, string>>;
  /** Whether it is taken off from the others. */
  readonly isSubtracted?: boolean;
}

/** What takes a sum off again from those that it is part of. */
export const subtracted = (sum: PeriodSum): PeriodSum => ({ ...sum, isSubtracted: !sum.isSubtracted });

const signed = ({ isSubtracted }: PeriodSum, value: number): number => (isSubtracted ? -value : value);

/** The sums of some days, ready to be asked. */
export class PeriodSums {
  readonly #sums: readonly PeriodSum[];

  constructor(sums: readonly PeriodSum[]) {
    this.#sums = sums;
  }

  /** What all of them come to in one measure. */
  of(group: FactGroup, measure: string): number {
    let all = 0;
    for (const sum of this.#sums) if (sum.group === group) all += signed(sum, addedTo(measure, sum.add));
    return all;
  }

  /** The same of all measures of a group whose names begin so, by the rest of their names. */
  by(group: FactGroup, prefix: string): Map<string, { value: number; name: string }> {
    const found = new Map<string, { value: number; name: string }>();
    for (const sum of this.#sums) {
      if (sum.group !== group) continue;
      for (const [measure, value] of Object.entries(sum.add)) {
        if (!measure.startsWith(prefix)) continue;
        const key = measure.slice(prefix.length);
        const known = found.get(key);
        found.set(key, {
          value: (known?.value ?? 0) + signed(sum, value),
          name: sum.names[measure] ?? known?.name ?? '',
        });
      }
    }
    return found;
  }

  /** Those of one home. */
  ofHome(homeId: string): PeriodSums {
    return new PeriodSums(this.#sums.filter((one) => one.homeId === homeId));
  }

  /** Those of one month; they have to be whole months. */
  ofMonth(month: string): PeriodSums {
    return new PeriodSums(this.#sums.filter(({ period }) => period.slice(0, 7) === month));
  }
}
