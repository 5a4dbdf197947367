import { customerNotFound, earliestToday, knownCaller, type WholeCaller } from '#domain/customers/customer.rules.ts';
import type { CustomerOrdering, CustomerRow } from '#domain/customers/customer.schema.ts';
import { customerSearch, matchesOthers } from '#domain/customers/customer-search.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { comparablePhone } from '#domain/shared/values/phone.ts';
import { type CaseLink, caseLinkSchema } from '#functions/cases/repository/case-rows.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { countOfView } from '#functions/platform/store/lists/bucket-counters.ts';
import { pageOfList, pageOfSearch, type SortRange, walkList } from '#functions/platform/store/lists/list-page.ts';
import { recordsSharing, type Shared, sharedValues } from '#functions/platform/store/lists/projection.ts';
import { rowsOf, searchHits } from '#functions/platform/store/lists/search-tokens.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import type { Item, Table, Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import {
  type CustomerListRow,
  type CustomerRecord,
  customerItem,
  customerOf,
  customerRow,
  customersList,
  isTombstone,
  noService,
  presentRow,
  type Tombstone,
} from './customer-record.ts';

export interface StoredCustomer {
  record: CustomerRecord;
  links: CaseLink[];
  merges: Item[];
}

export interface CustomerChange {
  before?: CustomerRecord | Tombstone;
  next?: CustomerRecord | Tombstone;
}

interface ListQuery {
  ordering?: CustomerOrdering | `-${CustomerOrdering}` | undefined;
  search?: string | undefined;
  page: number;
  pageSize: number;
}
export interface CustomerPage {
  count: number;
  /** False if a search has more hits than the 500 that are counted. */
  isExact: boolean;
  rows: CustomerRow[];
}

/** The hits of a common name that are compared with the other words of a search. */
const tokensRead = 3000;

/** Upcoming days sort before past ones in both directions, and no day sorts last. */
const serviceRanges = (today: string): SortRange[] => [
  { from: today, to: noService },
  { to: today },
  { from: noService },
];

const inOrder = (rows: readonly CustomerListRow[], by: CustomerOrdering, ascending: boolean, today: string) => {
  const direction = ascending ? 1 : -1;
  const place = (key: string): number => (by !== 'upcoming_service' ? 0 : key >= noService ? 2 : key < today ? 1 : 0);
  return rows
    .map((row) => ({ row, key: customersList.sorts[by]?.(row) ?? '' }))
    .sort((a, b) => place(a.key) - place(b.key) || (a.key === b.key ? 0 : (a.key < b.key ? -1 : 1) * direction))
    .map(({ row }) => row);
};

export const rowOf = ({ record, links }: Pick<StoredCustomer, 'record' | 'links'>, now: Date): CustomerRow =>
  presentRow(customerRow(record, links), now);

const live = (record: CustomerRecord | Tombstone | undefined): CustomerRecord | undefined =>
  record && !isTombstone(record) ? record : undefined;

const noSuchCustomer = (mergedInto?: string): AppError =>
  new AppError('notFound', {
    detail: customerNotFound,
    ...(mergedInto ? { extra: { merged_into: mergedInto } } : {}),
  });

const orderingOf = (ordering: ListQuery['ordering'] = '-created_at'): { by: CustomerOrdering; ascending: boolean } => ({
  by: ordering.replace('-', '') as CustomerOrdering,
  ascending: !ordering.startsWith('-'),
});

export const createCustomerRepository = (table: Table, keys: Keys) => {
  const list = customersList.name;
  const refused = (): Error => new WriteConflictError();
  const unchanged = (before: CustomerRecord | Tombstone) => ({
    equals: isTombstone(before)
      ? { revision: before.revision, merged_into: before.merged_into }
      : { revision: before.revision, link_count: before.link_count, merged_into: undefined },
  });
  const write = ({ before, next }: CustomerChange): Write => {
    const when = before ? unchanged(before) : ('absent' as const);
    if (!next) return { delete: keys.customer(before?.id ?? ''), when, refused };
    return { put: customerItem(keys, next), when, refused };
  };
  const hits = (wanted: NonNullable<ReturnType<typeof customerSearch>>, limit: number, read: number, after?: string) =>
    searchHits(table, keys, {
      list,
      lookup: wanted.lookup,
      matches: (tokens) => matchesOthers(wanted, tokens),
      limit,
      read,
      after,
    });
  const rowsOfHits = (found: readonly { id: string }[]) =>
    rowsOf(
      table,
      keys,
      customersList,
      found.map(({ id }) => id),
    );

  return {
    async find(id: string): Promise<StoredCustomer | Tombstone | undefined> {
      const items = await table.query({ pk: keys.customerItems(id) });
      const item = items.find(({ sk }) => sk === 'CUSTOMER');
      if (!item) return undefined;
      const record = customerOf(item);
      if (isTombstone(record)) return record;
      const links = items.filter(({ sk }) => sk.startsWith('LINK#')).map((link) => caseLinkSchema.parse(link));
      return { record, links, merges: items.filter(({ sk }) => sk.startsWith('MERGE#')) };
    },
    async require(id: string): Promise<StoredCustomer> {
      const found = await this.find(id);
      if (!found) throw noSuchCustomer();
      if ('merged_into' in found) throw noSuchCustomer(found.merged_into);
      return found;
    },
    async records(ids: readonly string[]): Promise<CustomerRecord[]> {
      const items = await table.getAll([...new Set(ids)].map((id) => keys.customer(id)));
      return items.flatMap((item) => live(customerOf(item)) ?? []);
    },
    /** Returns the customer for each id: itself, or the one it was merged into. Unknown and deleted ids are omitted. */
    async survivors(ids: readonly string[]): Promise<ReadonlyMap<string, CustomerRecord>> {
      const found = new Map<string, CustomerRecord>();
      let asked = new Map(ids.filter(Boolean).map((id) => [id, id]));
      while (asked.size) {
        const items = await table.getAll([...new Set(asked.values())].map((id) => keys.customer(id)));
        const byId = new Map(items.map((item) => customerOf(item)).map((record) => [record.id, record]));
        const merged = new Map<string, string>();
        for (const [id, at] of asked) {
          const record = byId.get(at);
          if (record && isTombstone(record)) merged.set(id, record.merged_into);
          else if (record) found.set(id, record);
        }
        asked = merged;
      }
      return found;
    },
    async rows(ids: readonly string[], now: Date): Promise<ReadonlyMap<string, CustomerRow>> {
      const rows = await rowsOf(table, keys, customersList, [...new Set(ids)]);
      return new Map(rows.map((row) => [row.id, presentRow(row, now)]));
    },
    async withPhoneOf(caller: WholeCaller & { phone: string }): Promise<CustomerRecord | undefined> {
      const value = comparablePhone(caller.phone);
      const ids = await recordsSharing(table, keys, list, [{ reason: 'phone', value }]);
      return knownCaller(caller, await this.records(ids));
    },
    /** Returns the customers who share one of these values, none for a value that too many share. */
    async whoShare(values: readonly Shared[]): Promise<CustomerRecord[]> {
      return this.records(await recordsSharing(table, keys, list, values));
    },
    async list({ ordering, search, page, pageSize }: ListQuery, now: Date): Promise<CustomerPage> {
      const { by, ascending } = orderingOf(ordering);
      const today = earliestToday(now);
      const presented = ({ rows, ...found }: { count: number; isExact: boolean; rows: CustomerListRow[] }) => ({
        ...found,
        rows: rows.map((row) => presentRow(row, now)),
      });
      if (!search) {
        const ranges = by === 'upcoming_service' ? { ranges: serviceRanges(today) } : {};
        return presented(
          await pageOfList(table, keys, customersList, { sort: by, ascending, page, pageSize, ...ranges }),
        );
      }
      const wanted = customerSearch(search);
      if (!wanted) return { count: 0, isExact: true, rows: [] };
      const newestFirst = by === 'created_at' && !ascending;
      return presented(
        await pageOfSearch(table, keys, customersList, {
          lookup: wanted.lookup,
          found: (tokens) => matchesOthers(wanted, tokens),
          ...(newestFirst ? {} : { sorted: (rows) => inOrder(rows, by, ascending, today) }),
          page,
          pageSize,
        }),
      );
    },
    async search(typed: string, limit: number, now: Date): Promise<CustomerRow[]> {
      const wanted = customerSearch(typed);
      if (!wanted) return [];
      const found = await hits(wanted, limit, tokensRead);
      return (await rowsOfHits(found.hits)).map((row) => presentRow(row, now));
    },
    /** Returns up to `limit` customers after `cursor` by time of creation, or by word for a search. */
    async walk(
      { search: typed, cursor, limit }: { search?: string | undefined; cursor?: string | undefined; limit: number },
      now: Date,
    ): Promise<{ rows: CustomerRow[]; cursor: string | null }> {
      if (!typed) {
        const { rows, end } = await walkList(table, keys, customersList, { sort: 'created_at', cursor, limit });
        return { rows: rows.map((row) => presentRow(row, now)), cursor: end ?? null };
      }
      const wanted = customerSearch(typed);
      if (!wanted) return { rows: [], cursor: null };
      const found = await hits(wanted, limit, limit, cursor);
      return { rows: (await rowsOfHits(found.hits)).map((row) => presentRow(row, now)), cursor: found.end ?? null };
    },
    count: (): Promise<number> => countOfView(table, keys.listView(list, 'created_at')),
    sharing: (cursor: string | undefined, limit: number) => sharedValues(table, keys, list, { cursor, limit }),
    /** Returns the writes of these changes; each throws {@link WriteConflictError} if its record changed. */
    changes: (changes: readonly CustomerChange[]): Write[] => changes.map(write),
    create: (record: CustomerRecord): Write[] => [write({ next: record })],
  };
};

export const customerScans = {
  grants: ['table:lists', 'table:records-read'],
  in: (table, keys): Pick<ReturnType<typeof createCustomerRepository>, 'walk' | 'count'> =>
    createCustomerRepository(table, keys),
} as const satisfies Repository;
