import { AppError } from '#domain/contract/errors.ts';
import { earliestToday, isSameCaller } from '#domain/customers/customer.rules.ts';
import type { CustomerOrdering, CustomerRow } from '#domain/customers/customer.schema.ts';
import { customerSearch, matchesOthers, nameSortKey } from '#domain/customers/customer-search.ts';
import type { Keys } from '#functions/store/keys.ts';
import { counted, type ListRequest, listChanges, listPage, rowIn } from '#functions/store/listing.ts';
import { ChangedMeanwhile } from '#functions/store/on-current.ts';
import { searchHits } from '#functions/store/searching.ts';
import { after, type Item, type Table, type Write } from '#functions/store/table.ts';
import { customersSharing, sharedValues, sharingWrites } from './customer-duplicates.ts';
import {
  type CaseLink,
  type CustomerRecord,
  customerItem,
  customerOf,
  customersList,
  isTombstone,
  listedCustomer,
  noDeposit,
  noService,
  presentRow,
  type Tombstone,
  tombstoneItem,
} from './customer-record.ts';

/** A customer with the cases it belongs to and the merges that went into it: one item collection. */
export interface StoredCustomer {
  record: CustomerRecord;
  links: CaseLink[];
  merges: Item[];
}

/** A record before and after, either missing: a creation, a change, a merge into another, its undoing, a deletion. */
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
  /** False when a search matches so much that only its first five hundred hits were counted. */
  isExact: boolean;
  rows: CustomerRow[];
}

const mostHits = 500;
/** Of a common name so many are looked at for the other words that were typed. */
const hitsRead = 3000;

const views: Record<CustomerOrdering, Pick<ListRequest, 'view' | 'index' | 'finer' | 'usual'>> = {
  created_at: { view: 'all', index: 'gsi1' },
  name: { view: 'name', index: 'gsi2', finer: true },
  upcoming_service: { view: 'service', index: 'gsi3', usual: { view: 'all', prefix: `${noService}~` } },
  deposit_total: { view: 'deposit', index: 'gsi4', usual: { view: 'all', prefix: `${noDeposit}~` } },
};

type StoredRow = Parameters<typeof presentRow>[0];

const sortValue: Record<CustomerOrdering, (row: CustomerRow) => string> = {
  created_at: ({ created_at }) => created_at,
  name: nameSortKey,
  upcoming_service: ({ upcoming_service }) => upcoming_service ?? '',
  deposit_total: ({ deposit_total }) => deposit_total.padStart(20, '0'),
};

const inOrder = (rows: readonly CustomerRow[], by: CustomerOrdering, ascending: boolean): CustomerRow[] => {
  const keyed = rows.map((row) => ({ row, key: sortValue[by](row) }));
  const direction = ascending ? 1 : -1;
  keyed.sort((a, b) => {
    // No service at all stands last in either direction.
    if (by === 'upcoming_service' && (a.key === '') !== (b.key === '')) return a.key === '' ? 1 : -1;
    return a.key === b.key ? 0 : (a.key < b.key ? -1 : 1) * direction;
  });
  return keyed.map(({ row }) => row);
};

const live = (record: CustomerRecord | Tombstone | undefined): CustomerRecord | undefined =>
  record && !isTombstone(record) ? record : undefined;

const noSuchCustomer = (mergedInto?: string): AppError =>
  new AppError('notFound', {
    detail: 'Customer not found',
    ...(mergedInto ? { extra: { merged_into: mergedInto } } : {}),
  });

export const customersIn = (table: Table, keys: Keys) => {
  const core = ({ before, next }: CustomerChange): Write => {
    const refused = (): Error => new ChangedMeanwhile();
    const when = before ? { equals: { revision: before.revision } } : ('absent' as const);
    if (!next) return { delete: keys.customer(before?.id ?? ''), when, refused };
    return { put: isTombstone(next) ? tombstoneItem(keys, next) : customerItem(keys, next), when, refused };
  };

  const search = async (
    { search: typed = '', ordering, page, pageSize }: ListQuery,
    now: Date,
  ): Promise<CustomerPage> => {
    const { by, ascending } = orderingOf(ordering);
    const wanted = customerSearch(typed);
    if (!wanted) return { count: 0, isExact: true, rows: [] };
    const { rows, end } = await searchHits(table, keys, {
      list: customersList,
      lookup: wanted.lookup,
      matches: (words) => matchesOthers(wanted, words),
      limit: mostHits,
      read: hitsRead,
    });
    const shown = inOrder(
      rows.map((row) => presentRow(row as unknown as StoredRow, now)),
      by,
      ascending,
    );
    return {
      count: rows.length,
      isExact: end === undefined,
      rows: shown.slice((page - 1) * pageSize, page * pageSize),
    };
  };

  return {
    /** The whole customer, what stayed of a merged one, or undefined. */
    async find(id: string): Promise<StoredCustomer | Tombstone | undefined> {
      const items = await table.query({ pk: keys.customerItems(id) });
      const item = items.find(({ sk }) => sk === 'CUSTOMER');
      if (!item) return undefined;
      const record = customerOf(item);
      if (isTombstone(record)) return record;
      const links = items.flatMap(({ sk, pk: _pk, ...link }) =>
        sk.startsWith('LINK#') ? [link as unknown as CaseLink] : [],
      );
      return { record, links, merges: items.filter(({ sk }) => sk.startsWith('MERGE#')) };
    },
    async require(id: string): Promise<StoredCustomer> {
      const found = await this.find(id);
      if (!found) throw noSuchCustomer();
      if ('merged_into' in found) throw noSuchCustomer(found.merged_into);
      return found;
    },
    /** The records of those ids that are customers, at most 100. */
    async records(ids: readonly string[]): Promise<CustomerRecord[]> {
      const items = await table.getAll([...new Set(ids)].map((id) => keys.customer(id)));
      return items.flatMap((item) => live(customerOf(item)) ?? []);
    },
    /** The customer who has this first and last name and this phone number, the oldest if there are several. */
    async ofCaller(caller: {
      first_name: string;
      last_name: string;
      phone: string;
    }): Promise<CustomerRecord | undefined> {
      const ids = await customersSharing(table, keys, 'phone', caller.phone.slice(-10));
      const known = (await this.records(ids)).filter((record) => isSameCaller(record, caller));
      return known.sort((a, b) => a.created_at.localeCompare(b.created_at))[0];
    },
    async list(query: ListQuery, now: Date): Promise<CustomerPage> {
      if (query.search) return search(query, now);
      const { by, ascending } = orderingOf(query.ordering);
      const lead = by === 'upcoming_service' ? { lead: { from: earliestToday(now), end: noService } } : {};
      const { page, pageSize } = query;
      const found = await listPage(table, keys, {
        list: customersList,
        ...views[by],
        page,
        pageSize,
        ascending,
        ...lead,
      });
      const rows = found.rows.map((row) => presentRow(row as unknown as StoredRow, now));
      return { count: found.count, isExact: true, rows };
    },
    /** The first customers that a search finds, each once, in the order of the words it finds them by. */
    async search(typed: string, limit: number, now: Date): Promise<CustomerRow[]> {
      const wanted = customerSearch(typed);
      if (!wanted) return [];
      const { rows } = await searchHits(table, keys, {
        list: customersList,
        lookup: wanted.lookup,
        matches: (words) => matchesOthers(wanted, words),
        limit,
        read: hitsRead,
      });
      return rows.map((row) => presentRow(row as unknown as StoredRow, now));
    },
    /** Up to `limit` customers by time of creation, or of those a search finds by word, from behind `cursor` on. */
    async walk(
      { search: typed, cursor, limit }: { search?: string | undefined; cursor?: string | undefined; limit: number },
      now: Date,
    ): Promise<{ rows: CustomerRow[]; cursor: string | null }> {
      const wanted = typed ? customerSearch(typed) : undefined;
      if (typed && !wanted) return { rows: [], cursor: null };
      const found = wanted
        ? await searchHits(table, keys, {
            list: customersList,
            lookup: wanted.lookup,
            matches: (words) => matchesOthers(wanted, words),
            limit,
            read: limit,
            after: cursor,
          })
        : await walkByTime(table, keys, cursor, limit);
      return {
        rows: found.rows.map((row) => presentRow(row as unknown as StoredRow, now)),
        cursor: found.end ?? null,
      };
    },
    async count(): Promise<number> {
      const months = await counted(table, keys.counters(customersList, 'all'));
      return months.reduce((sum, { n }) => sum + n, 0);
    },
    /** Takes a merged record's remains away. */
    forget: (tombstone: Tombstone): Write[] => [core({ before: tombstone })],
    sharing: (cursor: string | undefined, limit: number) => sharedValues(table, keys, cursor, limit),
    /**
     * The writes that change these records, whose lists, counters, words and shared values follow; a counter that two
     * of them move is written once. Refused with {@link ChangedMeanwhile} when a record is not as it was read.
     */
    async changes(changes: readonly CustomerChange[], options: { assumeNew?: boolean } = {}): Promise<Write[]> {
      const alive = changes.map(({ before, next }) => ({ before: live(before), next: live(next) }));
      const lists = alive.map(({ before, next }) => ({
        before: before && listedCustomer(before),
        next: next && listedCustomer(next),
      }));
      return [...changes.map(core), ...listChanges(keys, lists), ...(await sharingWrites(table, keys, alive, options))];
    },
  };
};

const orderingOf = (ordering: ListQuery['ordering'] = '-created_at'): { by: CustomerOrdering; ascending: boolean } => ({
  by: ordering.replace('-', '') as CustomerOrdering,
  ascending: !ordering.startsWith('-'),
});

/** Rows in the order of their creation, over as many months as it takes. */
const walkByTime = async (
  table: Table,
  keys: Keys,
  cursor: string | undefined,
  limit: number,
): Promise<{ rows: Record<string, unknown>[]; end?: string }> => {
  const months = (await counted(table, keys.counters(customersList, 'all'))).map(({ name }) => name);
  const rows: Record<string, unknown>[] = [];
  let end = cursor;
  for (const month of months.filter((name) => !cursor || name >= cursor.slice(0, 7))) {
    const items = await table.query({
      pk: keys.listBucket(customersList, 'all', month),
      index: 'gsi1',
      between: [end?.startsWith(month) ? `${end}\u0001` : '\u0001', after('')],
      limit: limit - rows.length,
    });
    rows.push(...items.map(rowIn));
    end = items.length ? String(items.at(-1)?.gsi1sk) : end;
    if (rows.length === limit) return { rows, end };
  }
  return { rows };
};
