import { type FactGroup, figureName, measureValue } from './fact.ts';

/** What records of a home add up to, by the names of figures: those of a month, or of some days. */
export interface Sum {
  readonly homeId: string;
  /** YYYY-MM; not of days. */
  readonly month?: string;
  readonly add: Readonly<Record<string, number>>;
  readonly names: Readonly<Record<string, string>>;
}

/** The sums of some days, ready to be asked. */
export class Sums {
  readonly #sums: readonly Sum[];

  constructor(sums: readonly Sum[]) {
    this.#sums = sums;
  }

  /** What all of them come to in one measure. */
  of(group: FactGroup, measure: string): number {
    const name = figureName({ group, measure });
    return this.#sums.reduce((all, { add }) => all + measureValue(name, add), 0);
  }

  /** The same of all measures of a group whose names begin so, by the rest of their names. */
  by(group: FactGroup, measurePrefix: string): Map<string, { value: number; name: string }> {
    const prefix = figureName({ group, measure: measurePrefix });
    const found = new Map<string, { value: number; name: string }>();
    for (const { add, names } of this.#sums) {
      for (const [figure, value] of Object.entries(add)) {
        if (!figure.startsWith(prefix)) continue;
        const key = figure.slice(prefix.length);
        const known = found.get(key);
        found.set(key, { value: (known?.value ?? 0) + value, name: names[figure] ?? known?.name ?? '' });
      }
    }
    return found;
  }

  /** Those of one home. */
  ofHome(homeId: string): Sums {
    return new Sums(this.#sums.filter((one) => one.homeId === homeId));
  }

  /** Those of one month (YYYY-MM). */
  ofMonth(month: string): Sums {
    return new Sums(this.#sums.filter((one) => one.month === month));
  }
}
