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

/** The fields that people enter, as they rest; one that is new has a default, for the records and rows from before it. */
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

/** A merge, or its undoing, that is under way: cases move in steps when they are too many for one transaction. */
const OpenMerge = z.object({
  id: z.string(),
  kind: z.enum(['merge', 'undo']),
  survivor_id: z.string(),
  duplicate_id: z.string(),
});
export type OpenMerge = z.output<typeof OpenMerge>;

/**
 * A customer as it rests. `version` counts what people change, and a PATCH names it; `revision` counts every change but
 * that of `link_count`, which cases raise and lower by themselves: the number of cases that name the customer. Who
 * writes the record asks that both are still what it read.
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
    /** Customers that a merge with this one, or with one of whom it took in, was undone of: never merged by a rule again. */
    told_apart: z.array(z.string()).optional(),
  }),
});
export type CustomerRecord = z.output<typeof customerSchema.schema>;

/** What stays under a merged record's id: where it went. In no list, found by no search, nothing about a person. */
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

/** The record of a core item. */
export const customerOf = (item: Item): CustomerRecord | Tombstone =>
  'merged_into' in item ? tombstoneSchema.parse(item) : customerSchema.parse(item);

/** The core item of a record. */
export const customerItem = (keys: Keys, record: CustomerRecord | Tombstone): Item =>
  isTombstone(record)
    ? tombstoneSchema.item(keys.customer(record.id), record)
    : customerSchema.item(keys.customer(record.id), record);

/** What a customer's cases add up to. */
interface CustomerTotals {
  active_cases_count: number;
  /** Days of the services of the active cases, in order. */
  service_dates: string[];
  deposit_cents: number;
}

/** The totals that a customer's links give. */
const totalsOf = (links: readonly CaseLink[]): CustomerTotals => {
  const active = links.filter(({ status }) => isActiveCase(status));
  return {
    active_cases_count: active.length,
    service_dates: active.flatMap(({ service_date }) => service_date || []).sort(),
    deposit_cents: links.reduce((sum, { paid_cents }) => sum + paid_cents, 0),
  };
};

/** A customer who has just been entered, named by so many cases of the same transaction. */
export const newCustomer = (id: string, fields: CustomerFields, now: Date, link_count = 0): CustomerRecord => {
  const at = now.toISOString();
  return { id, version: 1, revision: 1, ...fields, created_at: at, updated_at: at, link_count, open_merge: null };
};

/** The record with other fields, as a change of people's: counted in both its version and its revision. */
export const changedRecord = (record: CustomerRecord, fields: CustomerFields, now: Date): CustomerRecord => ({
  ...record,
  ...fields,
  version: record.version + 1,
  revision: record.revision + 1,
  updated_at: now.toISOString(),
});

/** So many are remembered of whom somebody is told apart, the latest ones. */
const maxMarkedDistinct = 50;

/** The record with what a person said by undoing a merge: it is none of `others`. */
export const markedDistinct = (record: CustomerRecord, others: readonly string[] = []): CustomerRecord => {
  const ids = [...new Set([...(record.told_apart ?? []), ...others])].filter((id) => id !== record.id);
  return ids.length ? { ...record, told_apart: ids.slice(-maxMarkedDistinct) } : record;
};

/** Whether somebody has said that these two are not one. Each says it of the other, as either may be merged on. */
export const areMarkedDistinct = (a: CustomerRecord, b: CustomerRecord): boolean =>
  Boolean(a.told_apart?.includes(b.id) || b.told_apart?.includes(a.id));

/** The fields people enter, alone. */
export const fieldsOf = (record: CustomerFields): CustomerFields => pick(record, customerFieldNames);

/** The open cases among a customer's links, as the wire carries them. */
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

/** What the sort values of those without a service start with: behind every day. */
export const noService = 'none';

/** The fields that people enter, but for the notes, which no list shows. */
const columns = StoredFields.omit({ notes: true }).extend({
  id: z.string(),
  created_at: z.string(),
  active_cases_count: z.number(),
  service_dates: z.array(z.string()),
  deposit_cents: z.number(),
});
export type CustomerListRow = z.output<typeof columns>;

/** Amounts by their number of digits, then by the digits. */
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

/** The list of customers, in four orders. */
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

/** What the list shows of a customer. */
export const customerRow = (record: CustomerRecord, links: readonly CaseLink[]): CustomerListRow => {
  const { notes, version, revision, updated_at, link_count, open_merge, told_apart, ...row } = record;
  return { ...row, ...totalsOf(links) };
};

/** A stored row as the wire carries it at `now`. */
export const presentRow = ({ service_dates, deposit_cents, ...row }: CustomerListRow, now: Date): CustomerRow => ({
  ...row,
  full_name: fullName(row.first_name, row.middle_name, row.last_name),
  upcoming_service: upcomingService(service_dates, earliestToday(now)),
  deposit_total: toDecimal(deposit_cents),
});

/** The values that a customer may have in common with a duplicate. */
export const likenessOf = (record: CustomerRecord): Shared[] => duplicateKeys(record);
