import * as z from 'zod';
import {
  type Contribution,
  type FigureGroup,
  type FigureSource,
  figureGroups,
  figureName,
  isMonthly,
  measureValue,
  presenceOf,
  type Sum,
} from '#domain/reports/contributions.ts';
import { type Days, inMonths, monthOf } from '#domain/reports/periods.ts';
import { exclusiveStart } from '#functions/platform/store/key-format.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { type Addend, sumsOf } from '#functions/platform/store/lists/sums.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { sortedJson } from '#functions/platform/store/sorted-json.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import { type Item, prefixEnd, type Table } from '#functions/platform/store/table.ts';

/** Measures and names are texts, because each item attribute costs more to parse than one text. */
const contributionSchema = storedSchema({
  kind: 'fact',
  shape: 2,
  upcasters: {
    1: ({ add, names, ...others }) => ({
      ...others,
      add: sortedJson(add),
      ...(names === undefined ? {} : { names: sortedJson(names) }),
    }),
  },
  schema: z.object({
    group: z.enum(figureGroups),
    home_id: z.string(),
    day: z.string(),
    add: z.string(),
    names: z.string().optional(),
    case_id: z.string().nullable(),
    submission_id: z.string().optional(),
    title: z.string(),
    detail: z.string(),
  }),
});
type StoredContribution = z.output<typeof contributionSchema.schema>;

/** Schema 1 has maps until a reindex. */
const measuresIn = <Value extends number | string>(stored: unknown): Record<string, Value> =>
  typeof stored === 'string' ? JSON.parse(stored) : ((stored ?? {}) as Record<string, Value>);

const contributionsFrom = (day: string): string => `FACT#${day}`;

export const byFigure = <Value>(
  group: Contribution['group'],
  measures: Readonly<Record<string, Value>>,
): Record<string, Value> =>
  Object.fromEntries(Object.entries(measures).map(([measure, value]) => [figureName({ group, measure }), value]));

const copyOf = (keys: Keys, kind: string, id: string, contribution: Contribution): Item => {
  const { group, homeId, day, add, names, caseId, submissionId, title, detail } = contribution;
  const key = { pk: keys.contributions(group, homeId), sk: `${contributionsFrom(day)}#${kind}#${id}` };
  return contributionSchema.item(key, {
    group,
    home_id: homeId,
    day,
    add: sortedJson(add),
    ...(names ? { names: sortedJson(names) } : {}),
    case_id: caseId,
    title,
    detail,
    ...(submissionId ? { submission_id: submissionId } : {}),
  });
};

/** Returns a record's contributions as stored items: copies, and contributions to monthly sums. */
export const storedContributions = (
  keys: Keys,
  kind: string,
  id: string,
  contributions: readonly Contribution[],
): { copies: Item[]; addends: Addend[] } => ({
  copies: contributions.map((contribution) => copyOf(keys, kind, id, contribution)),
  addends: contributions
    .filter(({ group }) => isMonthly(group))
    .map(({ group, homeId, day, add, names }) => ({
      key: keys.monthSums(homeId, monthOf(day)),
      add: byFigure(group, add),
      ...(names ? { names: byFigure(group, names) } : {}),
    })),
});

export interface ContributionRow extends Omit<StoredContribution, 'add' | 'names'> {
  add: Record<string, number>;
  at: string;
}

const pageSize = 1_000;
/** Contributions read for a page of one measure: most of a group have it. */
const maxRead = 1_000;

export const createFigureRepository = (table: Table, keys: Keys) => {
  const contributionsBetween = (
    group: FigureGroup,
    homeId: string,
    { from, to, limit, only }: { from: string; to: string; limit: number; only?: string[] },
  ) =>
    table.query({
      pk: keys.contributions(group, homeId),
      between: [from, prefixEnd(to)],
      limit,
      only,
      consistent: false,
    });

  const sumOfContributions = async (group: FigureGroup, homeId: string, days: Days): Promise<Sum> => {
    const sums: Record<string, number> = {};
    let called: Record<string, string> = {};
    const to = contributionsFrom(days.to);
    for (let from: string | undefined = contributionsFrom(days.from); from !== undefined; ) {
      const page = await contributionsBetween(group, homeId, {
        from,
        to,
        limit: pageSize,
        only: ['sk', 'add', 'names'],
      });
      for (const { add, names } of page) {
        for (const [measure, value] of Object.entries(measuresIn<number>(add)))
          sums[measure] = (sums[measure] ?? 0) + value;
        if (names !== undefined) called = Object.assign(called, measuresIn<string>(names));
      }
      from = page.length === pageSize ? exclusiveStart(String(page.at(-1)?.sk)) : undefined;
    }
    return { homeId, add: byFigure(group, sums), names: byFigure(group, called) };
  };

  const sumsOfMonths = async (homeId: string, [from, to]: readonly [string, string]): Promise<Sum[]> => {
    const { pk } = keys.monthSums(homeId, from);
    const items = await table.query({ pk, between: [from, to], consistent: false });
    return items.map((item) => ({ homeId, month: item.sk, ...sumsOf(item) }));
  };

  return {
    /** Returns the sums of locations within a period: whole months from stored sums, the rest from contributions. */
    async within(groups: readonly FigureGroup[], homeIds: readonly string[], days: Days): Promise<Sum[]> {
      if (days.to < days.from) return [];
      const { months, ends } = inMonths(days);
      const reads = homeIds.flatMap((homeId) => [
        ...(months && groups.some(isMonthly) ? [sumsOfMonths(homeId, months)] : []),
        ...groups.flatMap((group) =>
          (isMonthly(group) ? ends : [days]).map(async (some) => [await sumOfContributions(group, homeId, some)]),
        ),
      ]);
      return (await Promise.all(reads)).flat();
    },
    /** Returns each month's (YYYY-MM) sums at each location, both ends included. */
    async months(homeIds: readonly string[], from: string, to: string): Promise<Sum[]> {
      return (await Promise.all(homeIds.map((homeId) => sumsOfMonths(homeId, [from, to])))).flat();
    },
    /** Returns about `limit` source records after `cursor`, the earliest first, and the next cursor. */
    async behind(
      { group, measure }: FigureSource,
      homeIds: readonly string[],
      days: Days,
      { cursor, limit }: { cursor: string | undefined; limit: number },
    ): Promise<{ rows: ContributionRow[]; next: string | undefined }> {
      const to = contributionsFrom(days.to);
      const presence = presenceOf(measure);
      const rows: ContributionRow[] = [];
      let last = cursor;
      for (let seen = 0; seen < maxRead; ) {
        const from = last ? exclusiveStart(last) : contributionsFrom(days.from);
        const found = await Promise.all(
          homeIds.map((homeId) => contributionsBetween(group, homeId, { from, to, limit })),
        );
        // A location may have more rows than fit: records after the first end are read next time.
        const ends = found.filter((items) => items.length === limit).map((items) => String(items.at(-1)?.sk));
        const end = ends.toSorted()[0];
        const within = found.flat().filter(({ sk }) => end === undefined || sk <= end);
        seen += within.length;
        const own = within
          .map((item) => ({ ...contributionSchema.parse(item), add: measuresIn<number>(item.add), at: item.sk }))
          .filter(({ add }) => measureValue(presence, add) !== 0)
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
export type Figures = ReturnType<typeof createFigureRepository>;

export const figures = { grants: ['table:figures'], in: createFigureRepository } as const satisfies Repository;
