import * as z from 'zod';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';

/** What can be known of a day: each group is a list of facts, in which every record has at most one. */
export const factGroups = [
  'opened',
  'open',
  'arranged',
  'filed',
  'certified',
  'report',
  'contract',
  'sale',
  'owing',
  'money',
] as const;
export type FactGroup = (typeof factGroups)[number];

/**
 * The groups of which each month of a home has a sum. The others are added up from their facts when they are asked for: what
 * is open or owed now is few of them, and what is sold has too many names for one item.
 */
const monthlyGroups: readonly FactGroup[] = ['opened', 'arranged', 'filed', 'certified', 'report', 'contract', 'money'];
export const isMonthly = (group: FactGroup): boolean => monthlyGroups.includes(group);

/**
 * What one record says of one day of its home. Figures are sums of what facts measure, so that the facts of a group,
 * within days and of a home, are the records behind a figure.
 */
export interface Fact {
  readonly group: FactGroup;
  readonly homeId: string;
  /** The home's day. */
  readonly day: CalendarDate;
  /** Whole numbers by what they measure: counts, days, cents. What is 0 is left out. */
  readonly add: Readonly<Record<string, number>>;
  /** What measures are called that nothing else names. */
  readonly names?: Readonly<Record<string, string>>;
  /** The case to look at. */
  readonly caseId: string | null;
  /** The report to look at, where there is no case. */
  readonly submissionId?: string;
  readonly title: string;
  readonly detail: string;
}

/** The kind of service under which a case is counted that has none yet. */
export const unspecifiedServiceType = 'none';
/** Under whom a case is counted of which nobody here is known to have opened it. */
export const unspecifiedStaff = 'none';

/** What something adds to a measure, 0 where it is not measured; a client names the measure, and may name what every object has. */
export const measureValue = (measure: string, add: Readonly<Record<string, number>>): number =>
  Object.hasOwn(add, measure) ? (add[measure] ?? 0) : 0;

/** Without the measures that are 0; undefined where nothing is left. */
export const withoutZeroMeasures = (fact: Fact): Fact | undefined => {
  const add = Object.fromEntries(Object.entries(fact.add).filter(([, value]) => value !== 0));
  return Object.keys(add).length ? { ...fact, add } : undefined;
};

/** What a figure is the sum of. */
export interface FigureSource {
  readonly group: FactGroup;
  readonly measure: string;
}

/** What a figure that can be opened is called: its group, and what of it. */
export const figureName = ({ group, measure }: FigureSource): string => `${group}.${measure}`;

/** The same as a client says it. */
export const FigureName = z
  .string()
  .max(120)
  .regex(new RegExp(`^(${factGroups.join('|')})\\.[A-Za-z0-9_.-]+$`), 'There is no such figure');

/** What a figure of this name is the sum of; undefined where there is none. */
export const figureSource = (name: string): FigureSource | undefined => {
  const group = factGroups.find((one) => name.startsWith(`${one}.`));
  return group && { group, measure: name.slice(group.length + 1) };
};

/** A family's report of a death, as far as figures look at it. */
interface CountedSubmission {
  readonly id: string;
  readonly funeral_home_id: string;
  readonly reference: string;
  readonly status: 'new' | 'contacted' | 'converted';
  readonly case_id: string | null;
  readonly received_on: CalendarDate;
  readonly title: string;
}

/** A report counts on the day it came, also where it became a case later. */
export function factsOfSubmission(submission: CountedSubmission): Fact[] {
  return [
    {
      group: 'report',
      homeId: submission.funeral_home_id,
      day: submission.received_on,
      add: { n: 1, [`status.${submission.status}`]: 1 },
      caseId: submission.case_id,
      submissionId: submission.id,
      title: submission.title || 'Name not given',
      detail: submission.reference,
    },
  ];
}

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
