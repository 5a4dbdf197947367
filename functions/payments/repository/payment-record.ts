import * as z from 'zod';
import { entryKinds, paymentMethods } from '#domain/payments/ledger-entry.ts';
import { pick } from '#domain/shared/values/pick.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { defineList } from '#functions/platform/store/lists/list-definition.ts';
import { walkList } from '#functions/platform/store/lists/list-page.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import type { Table } from '#functions/platform/store/table.ts';

/** Its check number is in an item of its own, encrypted. */
export const paymentSchema = storedSchema({
  kind: 'payment',
  shape: 1,
  schema: z.object({
    id: z.string(),
    organization_id: z.string(),
    version: z.number(),
    case_id: z.string(),
    /** As of the entry, for search; lists show today's. */
    case_number: z.string(),
    deceased_name: z.string(),
    funeral_home_id: z.string(),
    kind: z.enum(entryKinds),
    status: z.enum(['recorded', 'voided']),
    receipt_number: z.string(),
    payment_date: z.string(),
    received_from: z.string(),
    /** Negative for refunds. */
    amount_cents: z.number().int(),
    payment_method: z.enum(paymentMethods),
    other_method_description: z.string(),
    check_number_id: z.string().nullable(),
    check_number_masked: z.string(),
    payment_for: z.string(),
    notes: z.string(),
    refund_of: z.string().nullable(),
    /** Cents returned by refunds and a reversal that are not void. */
    returned_cents: z.number().int(),
    created_at: z.string(),
    updated_at: z.string(),
    /** The last correction other than of notes; older records do not have it. */
    corrected_at: z.string().optional(),
    created_by_name: z.string().nullable(),
    voided_at: z.string().nullable(),
    voided_by_name: z.string().nullable(),
    void_reason: z.string().nullable(),
  }),
});
export type PaymentRecord = z.output<typeof paymentSchema.schema>;

export const moneyDueList = defineList({
  name: 'money-due',
  partition: (keys, id) => keys.moneyDue(id),
  columns: z.object({
    id: z.string(),
    funeral_home_id: z.string(),
    due_on: z.string(),
    amount_cents: z.number(),
    owed_by: z.enum(['family', 'insurer']),
  }),
  sorts: { due: ({ due_on }) => due_on },
  filters: { home: ({ funeral_home_id }) => funeral_home_id },
  views: [
    { index: 'gsi1', sort: 'due' },
    { index: 'gsi2', sort: 'due', filters: ['home'] },
  ],
  isCounted: false,
});
type MoneyDueRow = z.output<typeof moneyDueList.columns>;

const moneyDueIn = (table: Table, keys: Keys) => ({
  /** Returns at most `limit` cases due before a day, and whether these are all. */
  async before(
    day: string,
    home: string | undefined,
    limit: number,
  ): Promise<{ rows: MoneyDueRow[]; isExact: boolean }> {
    const walk = { sort: 'due', ascending: true, filters: { home }, range: { to: day }, cursor: undefined, limit };
    const { rows, end } = await walkList(table, keys, moneyDueList, walk);
    return { rows, isExact: end === undefined };
  },
});
export const moneyDue = { grants: ['table:lists'], in: moneyDueIn } as const satisfies Repository;

export const paymentsList = defineList({
  name: 'payments',
  partition: (keys, id) => keys.payment(id).pk,
  columns: z.object({
    id: z.string(),
    case_id: z.string(),
    funeral_home_id: z.string(),
    kind: z.enum(entryKinds),
    status: z.enum(['recorded', 'voided']),
    payment_date: z.string(),
    created_at: z.string(),
    amount_cents: z.number(),
    payment_method: z.enum(paymentMethods),
  }),
  sorts: { date: ({ payment_date, created_at }) => `${payment_date} ${created_at}` },
  filters: { home: ({ funeral_home_id }) => funeral_home_id, method: ({ payment_method }) => payment_method },
  views: [
    { index: 'gsi1', sort: 'date' },
    { index: 'gsi2', sort: 'date', filters: ['home'] },
  ],
});
export type PaymentListRow = z.output<typeof paymentsList.columns>;

export const paymentRow = (record: PaymentRecord): PaymentListRow =>
  pick(record, [
    'id',
    'case_id',
    'funeral_home_id',
    'kind',
    'status',
    'payment_date',
    'created_at',
    'amount_cents',
    'payment_method',
  ]);
