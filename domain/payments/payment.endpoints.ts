import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { pathParams } from '#domain/shared/contract/ids.ts';
import { currentOf, pageSchema, SuccessResponse } from '#domain/shared/contract/wire.ts';
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
  permission: 'payment:correct',
  policy: 'payment:return',
  params: pathParams.payment,
  response: Payment,
  status: 201,
  idempotent: true,
  errorResponses: { 409: 'It was voided, is no payment, has nothing left to give back, or `version` is stale.' },
  events: ['payment.refunded'],
} as const;

export const paymentEndpoints = {
  list: endpoint({
    method: 'GET',
    path,
    permission: 'payment:read',
    summary: 'List payments across cases, the latest day first',
    query: PaymentQuery,
    response: pageSchema(Payment),
  }),
  record: endpoint({
    method: 'POST',
    path,
    permission: 'payment:record',
    policy: 'payment:record',
    summary:
      'Record a payment on a case; it gets the next receipt number of its home, and settles an assignment it names',
    body: NewPayment,
    response: Payment,
    status: 201,
    idempotent: true,
    errorResponses: {
      404: 'There is no such case or assignment.',
      409: 'The case is cancelled, or the assignment was paid.',
    },
    auditActions: ['payment.recorded', 'assignment.changed'],
    events: ['payment.recorded', 'money-to-come.changed'],
  }),
  byCase: endpoint({
    method: 'GET',
    path: `${path}by_case/`,
    permission: 'payment:read',
    summary: 'The ledger of a case with its running total and balance',
    query: LedgerQuery,
    response: Ledger,
    errorResponses: { 404: 'There is no such case.' },
  }),
  summary: endpoint({
    method: 'GET',
    path: `${path}summary/`,
    permission: 'payment:read',
    summary: 'Totals by day and method over at most 366 days; of today unless days are given',
    query: SummaryQuery,
    response: PaymentSummary,
  }),
  get: endpoint({
    method: 'GET',
    path: one,
    permission: 'payment:read',
    summary: 'Read one payment',
    params: pathParams.payment,
    response: Payment,
  }),
  update: endpoint({
    method: 'PATCH',
    path: one,
    permission: 'payment:correct',
    policy: 'payment:correct',
    summary: 'Correct a payment; what it said before stays on record, and a stale version is answered 409',
    params: pathParams.payment,
    body: PaymentPatch,
    response: Payment,
    conflict: currentOf(Payment),
    idempotent: true,
    errorResponses: {
      409: 'It was voided or is a refund, or `version` is stale: `current` is the payment as it stands.',
    },
    auditActions: ['payment.corrected'],
    events: ['payment.corrected'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: one,
    permission: 'payment:correct',
    policy: 'payment:void',
    summary: 'Void a payment, refund or return. It stays in the ledger with the reason and no longer counts',
    params: pathParams.payment,
    query: VoidQuery,
    response: SuccessResponse,
    idempotent: true,
    errorResponses: { 409: 'It was voided already, or has refunds.' },
    auditActions: ['payment.voided'],
    events: ['payment.voided'],
  }),
  refund: endpoint({
    ...back,
    path: `${one}refund/`,
    summary: 'Refund all or part of a payment, as an entry of its own',
    body: MoneyBack,
    auditActions: ['payment.refunded'],
  }),
  reverse: endpoint({
    ...back,
    path: `${one}reverse/`,
    summary: 'Record that a payment was returned, such as a check by the bank, as an entry of its own',
    body: Reversal,
    auditActions: ['payment.reversed'],
  }),
} as const;
