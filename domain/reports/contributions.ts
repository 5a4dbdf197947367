import * as z from 'zod';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';

/** A record has at most one contribution per group. */
export const figureGroups = [
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
  'task',
] as const;
export type FigureGroup = (typeof figureGroups)[number];

/** Groups with monthly sums. Open work and receivables are few, and sold items have too many names for one item. */
const monthlyGroups: readonly FigureGroup[] = [
  'opened',
  'arranged',
  'filed',
  'certified',
  'report',
  'contract',
  'money',
  'task',
];
export const isMonthly = (group: FigureGroup): boolean => monthlyGroups.includes(group);

/** A record's contribution to one date at its location. Figures are sums of contributions. */
export interface Contribution {
  readonly group: FigureGroup;
  readonly homeId: string;
  /** The location's date. */
  readonly day: CalendarDate;
  /** Whole numbers by measure: counts, days, cents. Zeros are omitted. */
  readonly add: Readonly<Record<string, number>>;
  /** Labels of measures that nothing else names. */
  readonly names?: Readonly<Record<string, string>>;
  readonly caseId: string | null;
  readonly submissionId?: string;
  readonly title: string;
  readonly detail: string;
}

export const unspecifiedServiceType = 'none';
export const unspecifiedStaff = 'none';

/** Returns a measure's value, or 0. Clients name the measure, so names of object properties must be safe. */
export const measureValue = (measure: string, add: Readonly<Record<string, number>>): number =>
  Object.hasOwn(add, measure) ? (add[measure] ?? 0) : 0;

const amounts = ['family', 'insurer', 'held', 'home', 'tax', 'advances', 'received', 'returned'];

/** Returns the measure that counts the records of an amount. */
export const countMeasure = (measure: string): string => {
  if (['cents', 'days', 'net', 'total'].includes(measure)) return 'n';
  const [kind = '', ...rest] = measure.split('.');
  if (rest.length > 0 && (kind === 'cents' || kind === 'hours')) return `n.${rest.join('.')}`;
  return measure.startsWith('method.') || amounts.includes(measure) ? `n.${measure}` : measure;
};

/** Returns amounts, plus a count of 1 for each nonzero one. */
export const withCounts = (amounts: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(amounts).flatMap(([measure, amount]) => [
      [measure, amount],
      [countMeasure(measure), amount ? 1 : 0],
    ]),
  );

/** Returns the measure by which a record counts in a figure: a duration of zero days is a record too. */
export const presenceOf = (measure: string): string =>
  measure === 'days' || measure.startsWith('hours.') || measure.startsWith('cents.') || measure.startsWith('method.')
    ? countMeasure(measure)
    : measure;

/** Returns the contribution without zero measures; undefined if nothing is left. */
export const withoutZeroMeasures = (contribution: Contribution): Contribution | undefined => {
  const add = Object.fromEntries(Object.entries(contribution.add).filter(([, value]) => value !== 0));
  return Object.keys(add).length ? { ...contribution, add } : undefined;
};

export interface FigureSource {
  readonly group: FigureGroup;
  readonly measure: string;
}

/** Returns a figure's name: its group and measure. */
export const figureName = ({ group, measure }: FigureSource): string => `${group}.${measure}`;

export const FigureName = z
  .string()
  .max(120)
  .regex(new RegExp(`^(${figureGroups.join('|')})\\.[A-Za-z0-9_.-]+$`), 'There is no such figure');

export const figureSource = (name: string): FigureSource | undefined => {
  const group = figureGroups.find((figureGroup) => name.startsWith(`${figureGroup}.`));
  return group && { group, measure: name.slice(group.length + 1) };
};

interface CountedSubmission {
  readonly id: string;
  readonly funeral_home_id: string;
  readonly reference: string;
  readonly status: 'new' | 'contacted' | 'converted';
  readonly case_id: string | null;
  readonly received_on: CalendarDate;
  readonly title: string;
}

/** Returns a submission's contributions. It counts on the date it arrived, even if it became a case later. */
export function contributionsOfSubmission(submission: CountedSubmission): Contribution[] {
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

export interface Sum {
  readonly homeId: string;
  /** YYYY-MM; undefined for a date range. */
  readonly month?: string;
  readonly add: Readonly<Record<string, number>>;
  readonly names: Readonly<Record<string, string>>;
}

export class Sums {
  readonly #sums: readonly Sum[];

  constructor(sums: readonly Sum[]) {
    this.#sums = sums;
  }

  of(group: FigureGroup, measure: string): number {
    const name = figureName({ group, measure });
    return this.#sums.reduce((all, { add }) => all + measureValue(name, add), 0);
  }

  /** Returns the totals of all measures with this prefix, by the rest of their names. */
  by(group: FigureGroup, measurePrefix: string): Map<string, { value: number; name: string }> {
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

  ofHome(homeId: string): Sums {
    return new Sums(this.#sums.filter((sum) => sum.homeId === homeId));
  }

  ofMonth(month: string): Sums {
    return new Sums(this.#sums.filter((sum) => sum.month === month));
  }
}
