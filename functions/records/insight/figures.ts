import { addedTo, type FactGroup } from '#domain/insight/fact.ts';
import type { FigureSource } from '#domain/insight/figure-name.ts';
import { presenceOf } from '#domain/insight/measures.ts';
import { type PeriodRun, runsCovering } from '#domain/insight/period-runs.ts';
import { type PeriodSum, subtracted } from '#domain/insight/period-sums.ts';
import type { Days } from '#domain/insight/periods.ts';
import {
  isSummedBy,
  readableBy,
  type SeriesReader,
  seriesOf,
  seriesReaders,
  type Topic,
} from '#domain/insight/sum-layout.ts';
import type { CalendarDate } from '#domain/values/calendar-date.ts';
import { rightAfter } from '#functions/store/key-parts.ts';
import type { Keys } from '#functions/store/keys.ts';
import { sumsOf } from '#functions/store/lists/sums.ts';
import type { Repository } from '#functions/store/repository.ts';
import { after, type Item, type Table } from '#functions/store/table.ts';
import { type FactRecord, factShape } from './facts.ts';
import { factsFrom, inSeries, seriesPeriod, sumPlace, sumsBetween } from './insight-keys.ts';

/** A record behind a figure, and where it stands among them. */
export interface FactRow extends FactRecord {
  at: string;
}

const periodSumIn = (item: Item): PeriodSum[] => {
  const place = sumPlace(item);
  return place ? [{ homeId: place.homeId, period: place.period, group: place.group, ...sumsOf(item) }] : [];
};

/** The sums of the periods that lie in the item of a series, with the measures that follow from those that are kept. */
const periodSumsIn = (reader: SeriesReader, { period: itemPeriod, add, ...item }: PeriodSum): PeriodSum[] => {
  const kept: Record<string, Record<string, number>> = {};
  for (const [attribute, value] of Object.entries(add)) {
    const { period, measure } = inSeries(itemPeriod, attribute);
    kept[period] ??= {};
    kept[period][measure] = value;
  }
  const derived = seriesOf[item.group]?.find((one) => one.reader === reader)?.derived;
  return Object.entries(kept).map(([period, of]) => ({ ...item, period, add: { ...of, ...derived?.(of) } }));
};

/** So many facts are looked at for a page of those of one measure: most of a group have it. */
const lookedAt = 1_000;

export const figuresIn = (table: Table, keys: Keys) => {
  const read = async (topic: Topic, homeId: string, between: readonly [string, string]): Promise<PeriodSum[]> => {
    const items = await table.query({ pk: keys.sums(topic, homeId), between, consistent: false });
    return items.flatMap(periodSumIn);
  };
  /** From one month (YYYY-MM) or day to another, both within. */
  const seriesIn = async (
    reader: SeriesReader,
    topic: Topic,
    homeId: string,
    { from, to }: Pick<PeriodRun, 'from' | 'to'>,
  ): Promise<PeriodSum[]> =>
    (await read(topic, homeId, sumsBetween(reader, seriesPeriod(from), seriesPeriod(to))))
      .flatMap((item) => periodSumsIn(reader, item))
      .filter(({ period }) => period >= from && period <= to);
  /** The facts of a home from a place on, the earliest first. */
  const facts = (group: FactGroup, homeId: string, { from, to }: { from: string; to: string }, limit: number) =>
    table.query({ pk: keys.facts(group, homeId), between: [from, after(to)], limit, consistent: false });

  return {
    /** What the records of some homes add up to within days (see `runsCovering`). `today` is the home's. */
    async within(topic: Topic, homeIds: readonly string[], days: Days, today: CalendarDate): Promise<PeriodSum[]> {
      const runs = runsCovering(days, today, readableBy(topic));
      const sumsOfRun = async (homeId: string, run: PeriodRun): Promise<PeriodSum[]> => {
        const found = isSummedBy(topic, run.kind)
          ? await read(topic, homeId, sumsBetween(run.kind, run.from, run.to))
          : (await Promise.all(seriesReaders.map((reader) => seriesIn(reader, topic, homeId, run)))).flat();
        return run.isSubtracted ? found.map(subtracted) : found;
      };
      return (await Promise.all(homeIds.flatMap((homeId) => runs.map((run) => sumsOfRun(homeId, run))))).flat();
    },
    /** What reports read of each month (YYYY-MM) or day, from one to another. */
    async series(topic: Topic, homeIds: readonly string[], from: string, to: string): Promise<PeriodSum[]> {
      return (await Promise.all(homeIds.map((homeId) => seriesIn('reports', topic, homeId, { from, to })))).flat();
    },
    /**
     * The records behind a sum, the earliest day first, from behind `cursor` on: some `limit` of them, and where the next
     * ones begin. Where few records of a group have the measure a page holds fewer.
     */
    async behind(
      { group, measure }: FigureSource,
      homeIds: readonly string[],
      days: Days,
      { cursor, limit }: { cursor: string | undefined; limit: number },
    ): Promise<{ rows: FactRow[]; next: string | undefined }> {
      const to = factsFrom(days.to);
      const presence = presenceOf(measure);
      const rows: FactRow[] = [];
      let last = cursor;
      for (let seen = 0; seen < lookedAt; ) {
        const from = last ? rightAfter(last) : factsFrom(days.from);
        const found = await Promise.all(homeIds.map((homeId) => facts(group, homeId, { from, to }, limit)));
        // One home may have more, and another none: what lies behind the first end is looked at next time.
        const ends = found.filter((items) => items.length === limit).map((items) => String(items.at(-1)?.sk));
        const end = ends.toSorted()[0];
        const within = found.flat().filter(({ sk }) => end === undefined || sk <= end);
        seen += within.length;
        const own = within
          .map((item) => ({ ...factShape.parse(item), at: item.sk }))
          .filter(({ add }) => addedTo(presence, add) !== 0)
          .toSorted((a, b) => (a.at < b.at ? -1 : 1));
        rows.push(...own);
        const isMore = end !== undefined || rows.length > limit;
        if (rows.length >= limit) return { rows: rows.slice(0, limit), next: isMore ? rows[limit - 1]?.at : undefined };
        if (end === undefined) return { rows, next: undefined };
        last = end;
      }
      return { rows, next: last };
    },
  };
};
export type Figures = ReturnType<typeof figuresIn>;

export const figures = { grants: ['table:figures'], in: figuresIn } as const satisfies Repository;
