import * as z from 'zod';
import { customerFieldNames } from '#domain/customers/customer.fields.ts';
import { duplicateKeys, earliestToday, isActiveCase, upcomingService } from '#domain/customers/customer.rules.ts';
import type { Customer, CustomerFields, CustomerOrdering, CustomerRow } from '#domain/customers/customer.schema.ts';
import { nameSortKey } from '#domain/customers/customer-search.ts';
import { toDecimal } from '#domain/shared/values/money.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { pick } from '#domain/shared/values/pick.ts';
import type { CaseLink } from '#functions/cases/repository/case-rows.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { defineList } from '#functions/platform/store/lists/list-definition.ts';
import type { Shared } from '#functions/platform/store/lists/projection.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import type { Item } from '#functions/platform/store/table.ts';

/** A new field has a default, for older records and rows. */
const storedFields = {
  first_name: z.string(),
  middle_name: z.string(),
  last_name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string(),
  apt_house_number: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  county: z.string(),
  language: z.string().default(''),
  notes: z.string(),
};

export const StoredFields = z.object(storedFields);

/** An unfinished merge or undo: many cases move in steps. */
const OpenMerge = z.object({
  id: z.string(),
  kind: z.enum(['merge', 'undo']),
  survivor_id: z.string(),
  duplicate_id: z.string(),
});
export type OpenMerge = z.output<typeof OpenMerge>;

/**
 * A stored customer. `version` counts changes by people, and a PATCH names it; `revision` counts every change except
 * of `link_count`, the number of cases. A write requires that both are as it read them.
 */
export const customerSchema = storedSchema({
  kind: 'customer',
  shape: 1,
  schema: z.object({
    id: z.string(),
    ...storedFields,
    version: z.number(),
    revision: z.number(),
    created_at: z.string(),
    updated_at: z.string(),
    link_count: z.number(),
    open_merge: OpenMerge.nullable(),
    /** Customers whose merge with this one, or with one merged into it, was undone; no rule merges them again. */
    told_apart: z.array(z.string()).optional(),
    /** Customers that a person declared different; no list of duplicates shows the two together again. */
    not_same: z.array(z.string()).optional(),
  }),
});
export type CustomerRecord = z.output<typeof customerSchema.schema>;

/** Stays under a merged record's id with the survivor's id: in no list or search, and without personal data. */
const tombstoneSchema = storedSchema({
  kind: 'merged customer',
  shape: 1,
  schema: z.object({
    id: z.string(),
    revision: z.number(),
    merged_into: z.string(),
    merge_id: z.string(),
    expires_at: z.number(),
  }),
});
export type Tombstone = z.output<typeof tombstoneSchema.schema>;

export const isTombstone = (record: CustomerRecord | Tombstone): record is Tombstone => 'merged_into' in record;

export const customerOf = (item: Item): CustomerRecord | Tombstone =>
  'merged_into' in item ? tombstoneSchema.parse(item) : customerSchema.parse(item);

export const customerItem = (keys: Keys, record: CustomerRecord | Tombstone): Item =>
  isTombstone(record)
    ? tombstoneSchema.item(keys.customer(record.id), record)
    : customerSchema.item(keys.customer(record.id), record);

interface CustomerTotals {
  active_cases_count: number;
  service_dates: string[];
  deposit_cents: number;
}

const totalsOf = (links: readonly CaseLink[]): CustomerTotals => {
  const active = links.filter(({ status }) => isActiveCase(status));
  return {
    active_cases_count: active.length,
    service_dates: active.flatMap(({ service_date }) => service_date || []).sort(),
    deposit_cents: links.reduce((sum, { paid_cents }) => sum + paid_cents, 0),
  };
};

/** Returns a new customer; `link_count` is its number of cases in the same transaction. */
export const newCustomer = (id: string, fields: CustomerFields, now: Date, link_count = 0): CustomerRecord => {
  const at = now.toISOString();
  return { id, version: 1, revision: 1, ...fields, created_at: at, updated_at: at, link_count, open_merge: null };
};

export const changedRecord = (record: CustomerRecord, fields: CustomerFields, now: Date): CustomerRecord => ({
  ...record,
  ...fields,
  version: record.version + 1,
  revision: record.revision + 1,
  updated_at: now.toISOString(),
});

const maxMarkedDistinct = 50;

type DistinctMark = 'told_apart' | 'not_same';

export const markedDistinct = (
  record: CustomerRecord,
  others: readonly string[] = [],
  mark: DistinctMark = 'told_apart',
): CustomerRecord => {
  const ids = [...new Set([...(record[mark] ?? []), ...others])].filter((id) => id !== record.id);
  return ids.length ? { ...record, [mark]: ids.slice(-maxMarkedDistinct) } : record;
};

export const differentFrom = (record: CustomerRecord, ids: readonly string[]): CustomerRecord => ({
  ...markedDistinct(record, ids, 'not_same'),
  revision: record.revision + 1,
});

const hasMark = (mark: DistinctMark, a: CustomerRecord, b: CustomerRecord): boolean =>
  Boolean(a[mark]?.includes(b.id) || b[mark]?.includes(a.id));

/** Returns whether a person said that these are two. Each record has the mark, because either may be merged later. */
export const areMarkedDistinct = (a: CustomerRecord, b: CustomerRecord): boolean =>
  hasMark('told_apart', a, b) || hasMark('not_same', a, b);

/** Returns the records that may be the same person as another one of them. */
export const possibleDuplicates = (records: readonly CustomerRecord[]): CustomerRecord[] =>
  records.filter((a) => records.some((b) => b !== a && !hasMark('not_same', a, b)));

export const fieldsOf = (record: CustomerFields): CustomerFields => pick(record, customerFieldNames);

export const casesOf = (links: readonly CaseLink[]): Pick<Customer, 'active_cases' | 'earlier_cases'> => {
  const shown = links.map((link) => ({
    id: link.case_id,
    ...pick(link, ['case_number', 'deceased_full_name', 'status', 'relations']),
  }));
  return {
    active_cases: shown.filter(({ status }) => isActiveCase(status)),
    earlier_cases: shown.filter(({ status }) => !isActiveCase(status)),
  };
};

/** Sorts after every day. */
export const noService = 'none';

const columns = StoredFields.omit({ notes: true }).extend({
  id: z.string(),
  created_at: z.string(),
  active_cases_count: z.number(),
  service_dates: z.array(z.string()),
  deposit_cents: z.number(),
});
export type CustomerListRow = z.output<typeof columns>;

/** Sorts by the number of digits, then by the digits. */
const amountKey = (cents: number): string => {
  const digits = cents > 0 ? String(cents) : '';
  return `${String(digits.length).padStart(2, '0')}~${digits}`;
};

const sorts = {
  created_at: ({ created_at }) => created_at,
  name: (row) => nameSortKey(row),
  upcoming_service: ({ service_dates: [first = noService], created_at }) => `${first}~${created_at}`,
  deposit_total: ({ deposit_cents, created_at }) => `${amountKey(deposit_cents)}~${created_at}`,
} satisfies Record<CustomerOrdering, (row: CustomerListRow) => string>;

export const customersList = defineList({
  name: 'customers',
  partition: (keys, id) => keys.customer(id).pk,
  columns,
  sorts,
  filters: {},
  views: [
    { index: 'gsi1', sort: 'created_at' },
    { index: 'gsi2', sort: 'name' },
    { index: 'gsi3', sort: 'upcoming_service' },
    { index: 'gsi4', sort: 'deposit_total' },
  ],
});

export const customerRow = (record: CustomerRecord, links: readonly CaseLink[]): CustomerListRow => {
  const { notes, version, revision, updated_at, link_count, open_merge, told_apart, not_same, ...row } = record;
  return { ...row, ...totalsOf(links) };
};

export const presentRow = ({ service_dates, deposit_cents, ...row }: CustomerListRow, now: Date): CustomerRow => ({
  ...row,
  full_name: fullName(row.first_name, row.middle_name, row.last_name),
  upcoming_service: upcomingService(service_dates, earliestToday(now)),
  deposit_total: toDecimal(deposit_cents),
});

export const likenessOf = (record: CustomerRecord): Shared[] => duplicateKeys(record);
