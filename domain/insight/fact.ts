import type { CalendarDate } from '#domain/values/calendar-date.ts';
import type { Level } from './periods.ts';

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

/** Groups whose sums lie together, as they are read together. */
export const families = {
  work: ['opened', 'arranged', 'filed', 'certified', 'report'],
  open: ['open'],
  money: ['contract', 'money'],
  owing: ['owing'],
  sales: ['sale'],
} as const satisfies Record<string, readonly FactGroup[]>;
export type Family = keyof typeof families;

/**
 * The periods of which a family has sums. What is owed is asked for as a whole and by its age, of which the days are kept
 * beside one another. Of what is sold there is no sum of all: it has a name for each item of each price list, and would grow
 * for ever.
 */
export const summedBy: Readonly<Record<Family, readonly Level[]>> = {
  work: ['day', 'month', 'year', 'all'],
  open: ['day', 'month', 'year', 'all'],
  money: ['day', 'month', 'year', 'all'],
  owing: ['all'],
  sales: ['day', 'month', 'year'],
};

/** What is shown together is read together; what is only asked for by itself lies apart from it. */
export type BesideRow = 'shown' | 'apart';

interface Beside {
  readonly part: 'month' | 'day';
  readonly row: BesideRow;
  readonly measures: readonly string[];
  /** Measures that are not kept, since they are the sum of others, each times what is given. */
  readonly following?: Readonly<Record<string, Readonly<Record<string, 1 | -1>>>>;
}

/**
 * What is kept beside one another: what is shown month by month, in an item of each year, and what is told by its age, day by
 * day in an item of ten days. So twenty-four months are three small items, and three months of days ten.
 */
export const besides: Partial<Readonly<Record<FactGroup, readonly Beside[]>>> = {
  opened: [{ part: 'month', row: 'shown', measures: ['n'] }],
  contract: [{ part: 'month', row: 'shown', measures: ['cents'] }],
  money: [{ part: 'month', row: 'shown', measures: ['net'] }],
  owing: [
    {
      ...{ part: 'day', row: 'shown', measures: ['family', 'insurer', 'n.family', 'n.insurer', 'n.both'] },
      following: { total: { family: 1, insurer: 1 }, n: { 'n.family': 1, 'n.insurer': 1, 'n.both': -1 } },
    },
    { part: 'day', row: 'apart', measures: ['held', 'n.held'] },
  ],
};

export const familyOf = (group: FactGroup): Family =>
  (Object.keys(families) as Family[]).find((family) => (families[family] as readonly FactGroup[]).includes(group)) ??
  'work';

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
export const noKind = 'none';
/** Under whom a case is counted of which nobody here is known to have opened it. */
export const noStaff = 'none';

/** What something adds to a measure, 0 where it is not measured; a client names the measure, and may name what every object has. */
export const addedTo = (measure: string, add: Readonly<Record<string, number>>): number =>
  Object.hasOwn(add, measure) ? (add[measure] ?? 0) : 0;

/** Without the measures that are 0; undefined where nothing is left. */
export const measured = (fact: Fact): Fact | undefined => {
  const add = Object.fromEntries(Object.entries(fact.add).filter(([, value]) => value !== 0));
  return Object.keys(add).length ? { ...fact, add } : undefined;
};
