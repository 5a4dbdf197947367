import * as z from 'zod';
import { entryKinds } from '#domain/payments/entry-kind.ts';
import { paymentMethods } from '#domain/payments/payment-method.ts';
import { defineList } from '#functions/platform/store/lists/list-definition.ts';
import type { PaymentRecord } from './payment-record.ts';

/** The list of payments across cases by the day of payment, by location, by method, and by both. */
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
    { index: 'gsi3', sort: 'date', filters: ['method'] },
    { index: 'gsi4', sort: 'date', filters: ['home', 'method'] },
  ],
});
export type PaymentListRow = z.output<typeof paymentsList.columns>;

/** What the list keeps of an entry. */
export const paymentRow = ({
  id,
  case_id,
  funeral_home_id,
  kind,
  status,
  payment_date,
  created_at,
  amount_cents,
  payment_method,
}: PaymentRecord): PaymentListRow => ({
  ...{ id, case_id, funeral_home_id, kind, status, payment_date, created_at, amount_cents, payment_method },
});
