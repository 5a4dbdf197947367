import * as z from 'zod';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';

/** Groups of facts; a record has at most one fact per group. */
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
 * Groups with monthly sums per location. Others are added up from facts on request: open work and receivables are few,
 * and sold items have too many names for one item.
 */
const monthlyGroups: readonly FactGroup[] = ['opened', 'arranged', 'filed', 'certified', 'report', 'contract', 'money'];
export const isMonthly = (group: FactGroup): boolean => monthlyGroups.includes(group);

/**
 * A record's contribution to one date at its location. Metrics are sums of facts, so the facts of a group, period and
 * location are the records behind a metric.
 */
export interface Fact {
  readonly group: FactGroup;
  readonly homeId: string;
  /** The location's date. */
  readonly day: CalendarDate;
  /** Whole numbers by measure: counts, days, cents. Zeros are omitted. */
  readonly add: Readonly<Record<string, number>>;
  /** Labels of measures that nothing else names. */
  readonly names?: Readonly<Record<string, string>>;
  /** The case to open. */
  readonly caseId: string | null;
  /** The submission to open, if there is no case. */
  readonly submissionId?: string;
  readonly title: string;
  readonly detail: string;
}

/** Service type of a case that has none yet. */
export const unspecifiedServiceType = 'none';
/** Opener of a case without a known one. */
export const unspecifiedStaff = 'none';

/** Returns a measure's value, 0 if missing; clients name the measure, so names of object properties must be safe. */
export const measureValue = (measure: string, add: Readonly<Record<string, number>>): number =>
  Object.hasOwn(add, measure) ? (add[measure] ?? 0) : 0;

/** Returns the fact without zero measures; undefined if nothing is left. */
export const withoutZeroMeasures = (fact: Fact): Fact | undefined => {
  const add = Object.fromEntries(Object.entries(fact.add).filter(([, value]) => value !== 0));
  return Object.keys(add).length ? { ...fact, add } : undefined;
};

/** Source of a metric. */
export interface FigureSource {
  readonly group: FactGroup;
  readonly measure: string;
}

/** Returns a metric's name: its group and measure. */
export const figureName = ({ group, measure }: FigureSource): string => `${group}.${measure}`;

/** The same from a client. */
export const FigureName = z
  .string()
  .max(120)
  .regex(new RegExp(`^(${factGroups.join('|')})\\.[A-Za-z0-9_.-]+$`), 'There is no such figure');

/** Returns the source of a named metric, or undefined. */
export const figureSource = (name: string): FigureSource | undefined => {
  const group = factGroups.find((one) => name.startsWith(`${one}.`));
  return group && { group, measure: name.slice(group.length + 1) };
};

/** Submission data behind metrics. */
interface CountedSubmission {
  readonly id: string;
  readonly funeral_home_id: string;
  readonly reference: string;
  readonly status: 'new' | 'contacted' | 'converted';
  readonly case_id: string | null;
  readonly received_on: CalendarDate;
  readonly title: string;
}

/** A submission counts on the date it arrived, also if it became a case later. */
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

/** Sums of a location's records by metric name, of a month or a date range. */
export interface Sum {
  readonly homeId: string;
  /** YYYY-MM; undefined for a date range. */
  readonly month?: string;
  readonly add: Readonly<Record<string, number>>;
  readonly names: Readonly<Record<string, string>>;
}

/** Sums of a period, ready for queries. */
export class Sums {
  readonly #sums: readonly Sum[];

  constructor(sums: readonly Sum[]) {
    this.#sums = sums;
  }

  /** Returns the total of one measure. */
  of(group: FactGroup, measure: string): number {
    const name = figureName({ group, measure });
    return this.#sums.reduce((all, { add }) => all + measureValue(name, add), 0);
  }

  /** Returns the totals of all measures with this prefix, by the rest of their names. */
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

  /** Returns the sums of one location. */
  ofHome(homeId: string): Sums {
    return new Sums(this.#sums.filter((one) => one.homeId === homeId));
  }

  /** Returns the sums of one month (YYYY-MM). */
  ofMonth(month: string): Sums {
    return new Sums(this.#sums.filter((one) => one.month === month));
  }
}
