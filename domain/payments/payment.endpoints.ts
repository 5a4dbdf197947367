import { endpoint } from '#domain/contract/endpoint.ts';
import { ids } from '#domain/contract/ids.ts';
import { Done, pageOf } from '#domain/contract/wire.ts';
import {
  Ledger,
  LedgerQuery,
  MoneyBack,
  NewPayment,
  Payment,
  PaymentPatch,
  PaymentQuery,
  PaymentSummary,
  Reversal,
  SummaryQuery,
  VoidQuery,
} from './payment.schema.ts';

const path = '/api/services/payments/';
const one = `${path}{id}/` as const;
const back = {
  method: 'POST',
  may: 'payment:correct',
  policy: 'payment:return',
  params: ids.payment,
  response: Payment,
  status: 201,
  idempotent: true,
  refusals: { 409: 'It was voided, is no payment, or has nothing left to give back.' },
  announces: ['payment.refunded'],
} as const;

export const paymentEndpoints = {
  list: endpoint({
    method: 'GET',
    path,
    may: 'payment:read',
    summary: 'List payments across cases, the latest day first',
    query: PaymentQuery,
    response: pageOf(Payment),
  }),
  record: endpoint({
    method: 'POST',
    path,
    may: 'payment:record',
    policy: 'payment:record',
    summary:
      'Record a payment on a case; it gets the next receipt number of its home, and settles an assignment it names',
    body: NewPayment,
    response: Payment,
    status: 201,
    idempotent: true,
    refusals: {
      404: 'There is no such case or assignment.',
      409: 'The case is cancelled, or the assignment was paid.',
    },
    records: ['payment.recorded', 'assignment.changed'],
    announces: ['payment.recorded', 'money-to-come.changed'],
  }),
  byCase: endpoint({
    method: 'GET',
    path: `${path}by_case/`,
    may: 'payment:read',
    summary: 'The ledger of a case with its running total and balance',
    query: LedgerQuery,
    response: Ledger,
    refusals: { 404: 'There is no such case.' },
  }),
  summary: endpoint({
    method: 'GET',
    path: `${path}summary/`,
    may: 'payment:read',
    summary: 'Totals by day and method over at most 366 days; of today unless days are given',
    query: SummaryQuery,
    response: PaymentSummary,
  }),
  get: endpoint({
    method: 'GET',
    path: one,
    may: 'payment:read',
    summary: 'Read one payment',
    params: ids.payment,
    response: Payment,
  }),
  update: endpoint({
    method: 'PATCH',
    path: one,
    may: 'payment:correct',
    policy: 'payment:correct',
    summary: 'Correct a payment; what it said before stays on record, and a stale version is answered 409',
    params: ids.payment,
    body: PaymentPatch,
    response: Payment,
    refusals: { 409: 'It was voided or is a refund, or `version` is stale: `current` is the payment as it stands.' },
    records: ['payment.corrected'],
    announces: ['payment.corrected'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: one,
    may: 'payment:correct',
    policy: 'payment:void',
    summary: 'Void a payment, refund or reversal: it stays in the ledger with the reason and counts for nothing',
    params: ids.payment,
    query: VoidQuery,
    response: Done,
    refusals: { 409: 'It was voided already, or has refunds.' },
    records: ['payment.voided'],
    announces: ['payment.voided'],
  }),
  refund: endpoint({
    ...back,
    path: `${one}refund/`,
    summary: 'Give back a part or all of a payment, as an entry of its own',
    body: MoneyBack,
    records: ['payment.refunded'],
  }),
  reverse: endpoint({
    ...back,
    path: `${one}reverse/`,
    summary: 'Take back a payment that did not hold, such as a bounced check, as an entry of its own',
    body: Reversal,
    records: ['payment.reversed'],
  }),
} as const;
