import { earliestToday, isActiveCase, upcomingService } from '#domain/customers/customer.rules.ts';
import {
  type Customer,
  type CustomerFields,
  type CustomerRelation,
  type CustomerRow,
  customerFieldNames,
} from '#domain/customers/customer.schema.ts';
import { customerWords, nameSliceWidth, nameSortKey } from '#domain/customers/customer-search.ts';
import type { CalendarDate } from '#domain/values/calendar-date.ts';
import { toDecimal } from '#domain/values/money.ts';
import { fullName } from '#domain/values/person-name.ts';
import type { Keys } from '#functions/store/keys.ts';
import { type Listed, listAttributes, rowIn } from '#functions/store/listing.ts';
import type { Item } from '#functions/store/table.ts';

/** What a customer shows of a case; `service_date` is '' while none is set, `paid_cents` what was received on it. */
export interface CaseFacts {
  case_number: string;
  deceased_full_name: string;
  status: string;
  service_date: CalendarDate | '';
  paid_cents: number;
}

/** A case that a customer belongs to, as what. */
export interface CaseLink extends CaseFacts {
  case_id: string;
  relations: CustomerRelation[];
}

/** A merge, or its undoing, that is under way: cases move in steps when they are too many for one transaction. */
export interface OpenMerge {
  id: string;
  kind: 'merge' | 'undo';
  survivor_id: string;
  duplicate_id: string;
}

/**
 * A customer's core item. `version` counts what people change, and a PATCH names it; `revision` counts every change,
 * also of the totals that follow the cases, and every writer asks that it is still the one it read.
 */
export interface CustomerRecord extends CustomerFields {
  id: string;
  version: number;
  revision: number;
  created_at: string;
  updated_at: string;
  active_cases_count: number;
  /** Days of the services of the active cases, in order. */
  service_dates: CalendarDate[];
  deposit_cents: number;
  open_merge: OpenMerge | null;
  /** Customers that a merge with this one, or with one of whom it took in, was undone of: never merged by a rule again. */
  told_apart?: string[];
}

/** What stays under a merged record's id: where it went. In no list, found by no search, nothing about a person. */
export interface Tombstone {
  id: string;
  revision: number;
  merged_into: string;
  merge_id: string;
  expires_at: number;
}

export const isTombstone = (record: CustomerRecord | Tombstone): record is Tombstone => 'merged_into' in record;

export const customersList = 'customers';

/** A customer who has just been entered, without cases. */
export const newCustomer = (id: string, fields: CustomerFields, now: Date): CustomerRecord => {
  const at = now.toISOString();
  const totals = { active_cases_count: 0, service_dates: [], deposit_cents: 0 };
  return { id, version: 1, revision: 1, ...fields, created_at: at, updated_at: at, ...totals, open_merge: null };
};

/** So many are remembered of whom somebody is told apart, the latest ones. */
const mostToldApart = 50;

/** The record with what a person said by undoing a merge: it is none of `others`. */
export const toldApart = (record: CustomerRecord, others: readonly string[] = []): CustomerRecord => {
  const ids = [...new Set([...(record.told_apart ?? []), ...others])].filter((id) => id !== record.id);
  return ids.length ? { ...record, told_apart: ids.slice(-mostToldApart) } : record;
};

/** Whether somebody has said that these two are not one. Each says it of the other, as either may be merged on. */
export const areToldApart = (a: CustomerRecord, b: CustomerRecord): boolean =>
  Boolean(a.told_apart?.includes(b.id) || b.told_apart?.includes(a.id));

/** The fields people enter, alone. */
export const fieldsOf = (record: CustomerFields): CustomerFields =>
  Object.fromEntries(customerFieldNames.map((name) => [name, record[name]])) as CustomerFields;

/** The record with the totals that its links give. */
export const withTotalsOf = (record: CustomerRecord, links: readonly CaseLink[]): CustomerRecord => {
  const active = links.filter(({ status }) => isActiveCase(status));
  return {
    ...record,
    active_cases_count: active.length,
    service_dates: active.flatMap(({ service_date }) => service_date || []).sort(),
    deposit_cents: links.reduce((sum, { paid_cents }) => sum + paid_cents, 0),
  };
};

/** Months, sliced by the tens of hours of a day: a busy office enters many customers a day. */
const byCreation = ({ created_at }: CustomerRecord, before = '') => ({
  bucket: before + created_at.slice(0, 7),
  slice: before + created_at.slice(0, 12),
  sort: before + created_at,
});

/** First part of the buckets of those without a service to come; it sorts after every month. */
export const noService = 'none';
/** First part of the buckets of those who have paid nothing; it sorts before every amount. */
export const noDeposit = '00';

const byService = (record: CustomerRecord) => {
  const [first] = record.service_dates;
  if (!first) return byCreation(record, `${noService}~`);
  return { bucket: first.slice(0, 7), slice: first, sort: `${first}~${record.created_at}` };
};

// Amounts by their number of digits, then by the digits; who has paid nothing by time, as they are the most.
const byDeposit = (record: CustomerRecord) => {
  if (record.deposit_cents <= 0) return byCreation(record, `${noDeposit}~`);
  const digits = String(record.deposit_cents);
  const length = String(digits.length).padStart(2, '0');
  const upTo = (places: number): string => `${length}~${digits.slice(0, places)}`;
  return { bucket: upTo(1), slice: upTo(3), sort: upTo(digits.length) };
};

const byName = (record: CustomerRecord) => {
  const sort = nameSortKey(record);
  const letters = [...sort];
  const upTo = (width: number): string => letters.slice(0, width).join('');
  return { bucket: upTo(2), slice: upTo(5), finer: upTo(nameSliceWidth), sort };
};

/** A record's row in the lists; it holds everything of the record that the item does not keep beside it. */
type StoredRow = Omit<CustomerRecord, 'notes' | 'version' | 'revision' | 'updated_at' | 'open_merge' | 'told_apart'>;

const storedRow = (record: CustomerRecord): StoredRow => {
  const { notes, version, revision, updated_at, open_merge, told_apart, ...row } = record;
  return row;
};

/** How a customer stands in its list. */
export const listedCustomer = (record: CustomerRecord): Listed => {
  const words = customerWords(record);
  return {
    list: customersList,
    id: record.id,
    row: { ...storedRow(record) },
    views: [
      { index: 'gsi1', name: 'all', ...byCreation(record) },
      { index: 'gsi2', name: 'name', ...byName(record) },
      { index: 'gsi3', name: 'service', ...byService(record), usual: byCreation(record, `${noService}~`) },
      { index: 'gsi4', name: 'deposit', ...byDeposit(record), usual: byCreation(record, `${noDeposit}~`) },
    ],
    words: words.found,
    tested: words.tested.filter((word) => !words.found.includes(word)),
  };
};

export const customerItem = (keys: Keys, record: CustomerRecord): Item => {
  const { notes, version, revision, updated_at, open_merge, told_apart } = record;
  return {
    ...keys.customer(record.id),
    ...{ notes, version, revision, updated_at, open_merge },
    ...(told_apart ? { told_apart } : {}),
    ...listAttributes(keys, listedCustomer(record)),
  };
};

export const tombstoneItem = (keys: Keys, tombstone: Tombstone): Item => ({
  ...keys.customer(tombstone.id),
  ...tombstone,
});

/** The record of a core item. */
export const customerOf = (item: Item): CustomerRecord | Tombstone => {
  if ('merged_into' in item) {
    const { id, revision, merged_into, merge_id, expires_at } = item as unknown as Tombstone;
    return { id, revision, merged_into, merge_id, expires_at };
  }
  const { notes, version, revision, updated_at, open_merge, told_apart } = item;
  return {
    ...(rowIn(item) as unknown as StoredRow),
    ...{ notes, version, revision, updated_at, open_merge },
    ...(told_apart ? { told_apart } : {}),
  } as CustomerRecord;
};

/** A stored row as the wire carries it at `now`. */
export const presentRow = (stored: StoredRow, now: Date): CustomerRow => {
  const { service_dates, deposit_cents, ...row } = stored;
  return {
    ...row,
    full_name: fullName(row.first_name, row.middle_name, row.last_name),
    upcoming_service: upcomingService(service_dates, earliestToday(now)),
    deposit_total: toDecimal(deposit_cents),
  };
};
export const rowOf = (record: CustomerRecord, now: Date): CustomerRow => presentRow(storedRow(record), now);

export const activeCasesOf = (links: readonly CaseLink[]): Customer['active_cases'] =>
  links
    .filter(({ status }) => isActiveCase(status))
    .map(({ case_id, case_number, deceased_full_name, status, relations }) => ({
      id: case_id,
      case_number,
      deceased_full_name,
      status,
      relations,
    }));
