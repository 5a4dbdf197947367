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
