import type { FirstCall, FirstCallRow } from '#domain/first-calls/first-call.schema.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import type { TimeOrdering } from '#domain/shared/contract/wire.ts';
import { typedPhone } from '#domain/shared/values/phone.ts';
import { createHomeRepository } from '#functions/organizations/repository/homes.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { pageOfList, pageOfSearch } from '#functions/platform/store/lists/list-page.ts';
import { recordsSharing } from '#functions/platform/store/lists/projection.ts';
import { rowsOf } from '#functions/platform/store/lists/search-tokens.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { oldestFirst, searchFor } from '#functions/platform/store/search-for.ts';
import type { Item, Table, Write } from '#functions/platform/store/table.ts';
import { WriteConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { type FirstCallRecord, firstCallSchema } from './first-call-record.ts';
import { type FirstCallListRow, firstCallsList, likenessOf } from './first-call-rows.ts';

export type { FirstCallRecord, KinRecord } from './first-call-record.ts';

interface ListQuery {
  status?: string | undefined;
  home?: string | undefined;
  search?: string | undefined;
  ordering?: TimeOrdering | undefined;
  page: number;
  pageSize: number;
}

export const createFirstCallRepository = (table: Table, keys: Keys) => {
  const homes = createHomeRepository(table, keys);
  const itemOf = (record: FirstCallRecord): Item => firstCallSchema.item(keys.firstCall(record.id), record);
  const stale = (current: Item | undefined): Error => (current ? new WriteConflict() : notFound());
  return {
    async find(id: string): Promise<FirstCallRecord | undefined> {
      const item = await table.get(keys.firstCall(id));
      return item && firstCallSchema.parse(item);
    },
    async require(id: string): Promise<FirstCallRecord> {
      const found = await this.find(id);
      if (!found) throw notFound();
      return found;
    },
    async findAll(ids: readonly string[]): Promise<FirstCallRecord[]> {
      const items = await table.getAll([...new Set(ids)].map((id) => keys.firstCall(id)));
      return items.map((item) => firstCallSchema.parse(item));
    },
    async list({ search, status, home, ordering, page, pageSize }: ListQuery) {
      const ascending = ordering === 'created_at';
      const request = { filters: { home, status }, page, pageSize };
      const [found, names] = await Promise.all([
        search
          ? pageOfSearch(table, keys, firstCallsList, {
              ...request,
              ...searchFor(typedPhone(search) ?? search),
              ...oldestFirst(ascending),
            })
          : pageOfList(table, keys, firstCallsList, { ...request, sort: 'created', ascending }),
        homes.homeNames(),
      ]);
      const named = (row: FirstCallListRow): FirstCallRow => ({
        ...row,
        funeral_home_name: names.get(row.funeral_home_id) ?? '',
      });
      return { ...found, rows: found.rows.map(named) };
    },
    async homeNameOf({ funeral_home_id }: FirstCallRecord): Promise<string> {
      return (await homes.homeNames()).get(funeral_home_id) ?? '';
    },
    async alike(record: FirstCallRecord): Promise<FirstCall['possible_duplicates']> {
      const ids = await recordsSharing(table, keys, firstCallsList.name, likenessOf(record));
      const others = await rowsOf(
        table,
        keys,
        firstCallsList,
        ids.filter((id) => id !== record.id),
      );
      return others
        .filter(({ status }) => status !== 'converted')
        .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
        .map(({ id, deceased_full_name, created_at }) => ({ id, deceased_full_name, created_at }));
    },
    create: (record: FirstCallRecord): Write => ({ put: itemOf(record), when: 'absent' }),
    /** Writes `next` if `before` did not change; throws {@link WriteConflict}, or 404 if it was deleted. */
    change: (before: FirstCallRecord, next: FirstCallRecord): Write => ({
      put: itemOf(next),
      when: { equals: { version: before.version } },
      refused: stale,
    }),
    remove: (record: FirstCallRecord): Write => ({
      delete: keys.firstCall(record.id),
      when: { equals: { version: record.version } },
      refused: stale,
    }),
  };
};

export type FirstCalls = ReturnType<typeof createFirstCallRepository>;
export const firstCalls = {
  grants: ['table:first-calls', 'table:lists', 'table:home-names'],
  in: createFirstCallRepository,
} as const satisfies Repository;
