import {
  addedTo,
  type BesideRow,
  besides,
  type FactGroup,
  type Family,
  factGroups,
  summedBy,
} from '#domain/insight/fact.ts';
import { type Days, type Level, type Part, partsOf } from '#domain/insight/periods.ts';
import { type Bucket, negative, presenceOf } from '#domain/insight/sums.ts';
import type { CalendarDate } from '#domain/values/calendar-date.ts';
import type { Keys } from '#functions/store/keys.ts';
import type { Repository } from '#functions/store/repository.ts';
import { sumsOf } from '#functions/store/sums.ts';
import { after, type Item, type Table } from '#functions/store/table.ts';
import { type FactRecord, factPrefix, factShape, rowPrefix, sumPrefix } from './facts.ts';

/** A record behind a figure, and where it stands among them. */
export interface FactRow extends FactRecord {
  at: string;
}

const isGroup = (text: string | undefined): text is FactGroup => factGroups.some((group) => group === text);

const bucketOf = (homeId: string, item: Item): Bucket[] => {
  const [, period = '', group] = item.sk.split('#');
  return isGroup(group) ? [{ homeId, period, group, ...sumsOf(item) }] : [];
};

/** With the measures that follow from those of a part. */
const withFollowing = (group: FactGroup, add: Record<string, number>): Record<string, number> => {
  for (const { following = {} } of besides[group] ?? [])
    for (const [measure, terms] of Object.entries(following)) {
      let sum = 0;
      for (const [term, times] of Object.entries(terms)) sum += times * (add[term] ?? 0);
      if (sum) add[measure] = sum;
    }
  return add;
};

/** What lies beside one another in an item: the months of a year, or days, each with its measures. */
const partsIn = ({ period, add, ...bucket }: Bucket): Bucket[] => {
  const parts: Record<string, Record<string, number>> = {};
  for (const [shown, value] of Object.entries(add)) {
    const dot = shown.indexOf('.');
    const part = shown.slice(0, dot);
    parts[part] ??= {};
    parts[part][shown.slice(dot + 1)] = value;
  }
  return Object.entries(parts).map(([part, of]) => ({
    ...{ ...bucket, period: `${period}${part}`, add: withFollowing(bucket.group, of) },
  }));
};

const besideRows: readonly BesideRow[] = ['shown', 'apart'];

const isSummedBy = (family: Family, level: Level): boolean => summedBy[family].includes(level);

/** So many facts are looked at for a page of those of one measure: most of a group have it. */
const lookedAt = 1_000;

export const figuresIn = (table: Table, keys: Keys) => {
  const read = async (family: Family, homeId: string, from: string, to: string): Promise<Bucket[]> => {
    const items = await table.query({
      ...{ pk: keys.sums(family, homeId), between: [from, after(to)] as const, consistent: false },
    });
    return items.flatMap((item) => bucketOf(homeId, item));
  };
  const besideIn = async (
    row: BesideRow,
    family: Family,
    homeId: string,
    from: string,
    to: string,
  ): Promise<Bucket[]> =>
    (await read(family, homeId, rowPrefix(row, from), rowPrefix(row, to)))
      .flatMap(partsIn)
      .filter(({ period }) => period >= from && period <= to);
  /** The facts of a home from a place on, the earliest first. */
  const facts = (group: FactGroup, homeId: string, { from, to }: { from: string; to: string }, limit: number) =>
    table.query({ pk: keys.facts(group, homeId), between: [from, after(to)], limit, consistent: false });

  return {
    /** What the records of some homes add up to within days (see `partsOf`). `today` is the home's. */
    async sums(family: Family, homeIds: readonly string[], days: Days, today: CalendarDate): Promise<Bucket[]> {
      const parts = partsOf(days, today, {
        ...{ isAllKept: isSummedBy(family, 'all'), areDaysBeside: !isSummedBy(family, 'day') },
      });
      const partOf = async (homeId: string, { level, from, to, isLess }: Part): Promise<Bucket[]> => {
        const found = isSummedBy(family, level)
          ? await read(family, homeId, sumPrefix(level, from), sumPrefix(level, to))
          : (await Promise.all(besideRows.map((row) => besideIn(row, family, homeId, from, to)))).flat();
        return isLess ? found.map(negative) : found;
      };
      return (await Promise.all(homeIds.flatMap((homeId) => parts.map((part) => partOf(homeId, part))))).flat();
    },
    /** What is shown together of each month (YYYY-MM) or day from one to another. */
    async beside(family: Family, homeIds: readonly string[], from: string, to: string): Promise<Bucket[]> {
      return (await Promise.all(homeIds.map((homeId) => besideIn('shown', family, homeId, from, to)))).flat();
    },
    /**
     * The records behind a sum, the earliest day first, from behind `cursor` on: some `limit` of them, and where the next
     * ones begin. Where few records of a group have the measure a page holds fewer.
     */
    async behind(
      { group, measure }: { group: FactGroup; measure: string },
      homeIds: readonly string[],
      days: Days,
      { cursor, limit }: { cursor: string | undefined; limit: number },
    ): Promise<{ rows: FactRow[]; next: string | undefined }> {
      const to = `${factPrefix}${days.to}`;
      const presence = presenceOf(measure);
      let from = cursor ? `${cursor} ` : `${factPrefix}${days.from}`;
      const rows: FactRow[] = [];
      for (let seen = 0; seen < lookedAt; ) {
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
        from = `${end} `;
      }
      return { rows, next: from.trimEnd() };
    },
  };
};
export type Figures = ReturnType<typeof figuresIn>;

export const figures = { grants: ['table:figures'], in: figuresIn } as const satisfies Repository;
