import * as z from 'zod';
import { duplicateKeys, earliestToday, upcomingService } from '#domain/customers/customer.rules.ts';
import type { CustomerOrdering, CustomerRow } from '#domain/customers/customer.schema.ts';
import { nameSortKey } from '#domain/customers/customer-search.ts';
import { toDecimal } from '#domain/shared/values/money.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import type { CaseLink } from '#functions/cases/repository/case-link.ts';
import { defineList } from '#functions/platform/store/lists/list-definition.ts';
import type { Shared } from '#functions/platform/store/lists/projected-row.ts';
import { type CustomerRecord, StoredFields, totalsOf } from './customer-record.ts';

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
