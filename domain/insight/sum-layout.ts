import type { FactGroup } from './fact.ts';
import type { PeriodKind } from './period-runs.ts';

/**
 * Which facts there are, what they measure, and which sums are kept of them. A release that changes any of it raises the
 * number: sums that were kept under another one say less than they should until they are reindexed.
 */
export const sumLayout = 1;

/** What is read together: the sums of its groups lie together. */
export type Topic = 'work' | 'open' | 'money' | 'owing' | 'sales';

export const topicOf = {
  opened: 'work',
  arranged: 'work',
  filed: 'work',
  certified: 'work',
  report: 'work',
  open: 'open',
  contract: 'money',
  money: 'money',
  owing: 'owing',
  sale: 'sales',
} as const satisfies Record<FactGroup, Topic>;

/**
 * The periods by which a topic is summed. What is owed is asked for as a whole and by its age, which a series of days tells.
 * Of what is sold there is no sum of all time: it has a name for each item of each price list, and would grow for ever.
 */
export const summedBy: Readonly<Record<Topic, readonly PeriodKind[]>> = {
  work: ['day', 'month', 'year', 'all'],
  open: ['day', 'month', 'year', 'all'],
  money: ['day', 'month', 'year', 'all'],
  owing: ['all'],
  sales: ['day', 'month', 'year'],
};

/** Whether a topic has sums of periods of this kind. */
export const isSummedBy = (topic: Topic, kind: PeriodKind): boolean => summedBy[topic].includes(kind);

/** Who reads a series: reports do, or the call that lists the records behind one figure and nobody else. */
export const seriesReaders = ['reports', 'records'] as const;
export type SeriesReader = (typeof seriesReaders)[number];

/** Some measures of a group period by period, many periods in one item: months in that of their year, days ten in one. */
export interface Series {
  readonly step: 'month' | 'day';
  readonly reader: SeriesReader;
  readonly measures: readonly string[];
  /** The measures that are not kept, since they follow from these. */
  readonly derived?: (kept: Readonly<Record<string, number>>) => Readonly<Record<string, number>>;
}

/** Who owes both shares is counted with families and with insurers, and is one. */
const owedInAll = (kept: Readonly<Record<string, number>>): Readonly<Record<string, number>> => ({
  total: (kept.family ?? 0) + (kept.insurer ?? 0),
  n: (kept['n.family'] ?? 0) + (kept['n.insurer'] ?? 0) - (kept['n.both'] ?? 0),
});

/**
 * What is drawn month by month, and what is told by its age: twenty-four months are three small items, and three months of
 * days ten. What such an item costs is its attributes.
 */
export const seriesOf: Partial<Readonly<Record<FactGroup, readonly Series[]>>> = {
  opened: [{ step: 'month', reader: 'reports', measures: ['n'] }],
  contract: [{ step: 'month', reader: 'reports', measures: ['cents'] }],
  money: [{ step: 'month', reader: 'reports', measures: ['net'] }],
  owing: [
    {
      ...{ step: 'day', reader: 'reports', derived: owedInAll },
      measures: ['family', 'insurer', 'n.family', 'n.insurer', 'n.both'],
    },
    { step: 'day', reader: 'records', measures: ['held', 'n.held'] },
  ],
};

/** The kinds of periods that a range of days can be read by. */
export const readableBy = (topic: Topic): readonly PeriodKind[] =>
  // Days that have no sums are read in series.
  isSummedBy(topic, 'day') ? summedBy[topic] : [...summedBy[topic], 'day'];
