import { type FactGroup, factGroups } from '#domain/insight/fact.ts';
import type { PeriodKind } from '#domain/insight/period-runs.ts';
import { type SeriesReader, topicOf } from '#domain/insight/sum-layout.ts';
import type { CalendarDate } from '#domain/values/calendar-date.ts';
import { partitionOf } from '#functions/store/key-parts.ts';
import { type Keys, keysOf } from '#functions/store/keys.ts';
import { after, type Key } from '#functions/store/table.ts';

// The keys of facts, of their sums and of what lies in series: made here, and taken apart here alone.

/** What sort keys of facts of a day, a month or a year begin with; of all facts where nothing is said. */
export const factsFrom = (period: string): string => `FACT#${period}`;

/** Where a group's fact of a record stands. */
export const factKey = (
  keys: Keys,
  { group, home_id, day }: { group: FactGroup; home_id: string; day: CalendarDate },
  record: { kind: string; id: string },
): Key => ({ pk: keys.facts(group, home_id), sk: `${factsFrom(day)}#${record.kind}#${record.id}` });

/** What an item of sums holds: one period of a kind, or a series, by who reads it. */
type SumKind = PeriodKind | SeriesReader;
const letters = {
  ...{ all: 'A', year: 'Y', month: 'M', day: 'D' },
  ...{ reports: 'C', records: 'H' },
} as const satisfies Record<SumKind, string>;
const sumKinds = Object.keys(letters) as SumKind[];

/** Where sums of a group at a home stand. */
export interface SumPlace {
  readonly group: FactGroup;
  readonly homeId: string;
  readonly kind: SumKind;
  /** The name of the period; of a series what the names of its periods begin with. */
  readonly period: string;
}

const sumsFrom = (kind: SumKind, period: string): string => `${letters[kind]}#${period}`;

/** The sort keys of a kind of sums of a topic, from one period to another. */
export const sumsBetween = (kind: SumKind, from: string, to: string): readonly [string, string] => [
  sumsFrom(kind, from),
  after(sumsFrom(kind, to)),
];

export const sumKey = (keys: Keys, { group, homeId, kind, period }: SumPlace): Key => ({
  pk: keys.sums(topicOf[group], homeId),
  sk: `${sumsFrom(kind, period)}#${group}`,
});

/** Whether sums stand under a key, of whichever release. */
export const isSum = ({ pk }: Pick<Key, 'pk'>): boolean => partitionOf(pk)?.kind === 'SUM';

/** What stands under a key of sums; undefined for a group or kind that this release does not keep. */
export const sumPlace = ({ pk, sk }: Key): (SumPlace & { keys: Keys }) | undefined => {
  const { organizationId = '', names: [, homeId = ''] = [] } = partitionOf(pk) ?? {};
  const [letter, period = '', named] = sk.split('#');
  const kind = sumKinds.find((one) => letters[one] === letter);
  const group = factGroups.find((one) => one === named);
  return kind && group && { keys: keysOf(organizationId), group, homeId, kind, period };
};

/** What a month (YYYY-MM) or a day is kept under in a series: its year, or what it begins with but for its last digit. */
export const seriesPeriod = (period: string): string => period.slice(0, period.length === 'YYYY-MM'.length ? 4 : -1);

/** The attribute of a measure of one period in the item of its series. */
export const seriesAttribute = (period: string, measure: string): string =>
  `${period.slice(seriesPeriod(period).length)}.${measure}`;

/** The period and the measure of an attribute in the item of a series. */
export const inSeries = (itemPeriod: string, attribute: string): { period: string; measure: string } => {
  const end = attribute.indexOf('.');
  return { period: `${itemPeriod}${attribute.slice(0, end)}`, measure: attribute.slice(end + 1) };
};
