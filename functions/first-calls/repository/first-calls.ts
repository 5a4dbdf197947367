import type { FirstCall } from '#domain/first-calls/first-call.schema.ts';
import { isPromiseOpen, promisedFrom } from '#domain/first-calls/promised-arrival.ts';
import { caseLists } from '#functions/cases/repository/case-list.ts';
import { type ListQuery, othersSharing, pageByTime, reportsSharing } from '#functions/intake/repository/submissions.ts';
import { createHomeRepository, withHomeName } from '#functions/organizations/repository/homes.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { maxCounted, type PageOfList } from '#functions/platform/store/lists/list-page.ts';
import { recordsFrom } from '#functions/platform/store/lists/projection.ts';
import { rowsOf } from '#functions/platform/store/lists/search-tokens.ts';
import { ifUnchanged, type Repository, recordReads } from '#functions/platform/store/repository.ts';
import type { Item, Table, Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import {
  type FirstCallListRow,
  type FirstCallRecord,
  firstCallSchema,
  firstCallsList,
  likenessOf,
  promised,
} from './first-call-record.ts';

export type { FirstCallRecord, KinRecord } from './first-call-record.ts';

/** Returns the rows of all first calls with an arrival that is open at `now`, the earliest first. */
const promisedRows = async (table: Table, keys: Keys, now: Date) => {
  const from = { reason: promised, value: promisedFrom(now) };
  const ids = await recordsFrom(table, keys, firstCallsList.name, from, maxCounted);
  const rows = await rowsOf(table, keys, firstCallsList, ids);
  return { rows: rows.filter((row) => isPromiseOpen(row, now)), isExact: ids.length < maxCounted };
};

/** Promised arrivals, for functions that change no first call. */
export const createPromisedArrivals = (table: Table, keys: Keys) => ({
  open: async (now: Date): Promise<FirstCallListRow[]> => (await promisedRows(table, keys, now)).rows,
});

export const createFirstCallRepository = (table: Table, keys: Keys) => {
  const homes = createHomeRepository(table, keys);
  const itemOf = (record: FirstCallRecord): Item => firstCallSchema.item(keys.firstCall(record.id), record);
  const promisedPage = async (
    { status, home, page, pageSize }: ListQuery,
    now: Date,
  ): Promise<PageOfList<FirstCallListRow>> => {
    const { rows: open, isExact } = await promisedRows(table, keys, now);
    const all = open.filter((row) => (!status || row.status === status) && (!home || row.funeral_home_id === home));
    const rows = all.slice((page - 1) * pageSize, page * pageSize);
    return { count: all.length, isExact, rows };
  };
  return {
    ...recordReads(table, firstCallSchema.parse, keys.firstCall),
    async findAll(ids: readonly string[]): Promise<FirstCallRecord[]> {
      const items = await table.getAll([...new Set(ids)].map((id) => keys.firstCall(id)));
      return items.map((item) => firstCallSchema.parse(item));
    },
    /** With `promised` only sheets with an arrival that is open at `now`, the earliest first. */
    async list({ promised: isPromised, ...query }: ListQuery & { promised?: boolean }, now = new Date()) {
      const matches = (row: FirstCallListRow) => isPromiseOpen(row, now);
      const page = isPromised
        ? query.search
          ? pageByTime(table, keys, firstCallsList, query, { matches })
          : promisedPage(query, now)
        : pageByTime(table, keys, firstCallsList, query);
      const [found, names] = await Promise.all([page, homes.homeNames()]);
      return { ...found, rows: found.rows.map((row) => withHomeName(row, names)) };
    },
    async homeNameOf({ funeral_home_id }: FirstCallRecord): Promise<string> {
      return (await homes.homeNames()).get(funeral_home_id) ?? '';
    },
    async alike(
      record: FirstCallRecord,
    ): Promise<Pick<FirstCall, 'possible_duplicates' | 'possible_cases' | 'possible_reports'>> {
      const values = likenessOf(record);
      const [calls, possible_cases, possible_reports] = await Promise.all([
        othersSharing(table, keys, firstCallsList, record.id, values),
        record.case_id ? [] : caseLists(table, keys).sharing(values),
        record.case_id ? [] : reportsSharing(table, keys, record.id, values),
      ]);
      const possible_duplicates = calls
        .filter(({ status }) => status !== 'converted')
        .map(({ id, deceased_full_name, created_at }) => ({ id, deceased_full_name, created_at }));
      return { possible_duplicates, possible_cases, possible_reports };
    },
    create: (record: FirstCallRecord): Write => ({ put: itemOf(record), when: 'absent' }),
    /** Writes `next` if `before` did not change; throws {@link WriteConflictError}, or 404 if it was deleted. */
    change: (before: FirstCallRecord, next: FirstCallRecord): Write => ({
      put: itemOf(next),
      ...ifUnchanged(before),
    }),
    remove: (record: FirstCallRecord): Write => ({
      delete: keys.firstCall(record.id),
      ...ifUnchanged(record),
    }),
  };
};

export type FirstCalls = ReturnType<typeof createFirstCallRepository>;
export const firstCalls = {
  grants: ['table:first-calls', 'table:lists', 'table:case-rows', 'table:submission-rows', 'table:home-names'],
  in: createFirstCallRepository,
} as const satisfies Repository;
