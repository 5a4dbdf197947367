import * as z from 'zod';
import { Month } from '#domain/reports/month-report.ts';
import { endpoint, file } from '#domain/shared/contract/endpoint.ts';
import { idSchema, pathParams } from '#domain/shared/contract/ids.ts';

const caseForDeposit = idSchema('case', 'Case ID is required to generate deposit receipt');

/** A PDF is generated at each request; no person prints more a minute. */
const printed = {
  method: 'GET',
  response: file('application/pdf'),
  limits: [{ by: 'user', max: 60, seconds: 60 }],
  skipActorCache: true,
} as const;

const kept = { ...printed, events: ['paper.printed'] } as const;

/** Printing has its own area and function, because the PDF code is large and may only read records. */
export const paperEndpoints = {
  receipt: endpoint({
    ...kept,
    path: '/api/services/payments/{id}/receipt/',
    permission: 'payment:read',
    summary: 'Get a PDF receipt for a payment, refund or reversal. Voided entries are marked',
    params: pathParams.payment,
  }),
  depositReceipt: endpoint({
    ...kept,
    path: '/api/services/payments/deposit_receipt/',
    permission: 'payment:read',
    summary: 'Get a PDF list of all payments for a case with the balance due',
    query: z.object({ case_id: caseForDeposit }),
    errorResponses: { 404: 'There is no such case.' },
  }),
  firstCall: endpoint({
    ...kept,
    path: '/api/forms/first-calls/{id}/sheet/',
    permission: 'first-call:read',
    summary: 'Get a first-call sheet as a PDF, without the Social Security number',
    params: pathParams.firstCall,
  }),
  case: endpoint({
    ...kept,
    path: '/api/services/cases/{id}/sheet/',
    permission: 'case:read',
    summary: 'Get a case as a PDF, without the Social Security number',
    params: pathParams.case,
  }),
  statement: endpoint({
    ...kept,
    path: '/api/services/cases/{id}/statements/{statementId}/paper/',
    permission: 'statement:read',
    summary: 'Get a finalized Statement as a PDF',
    params: z.object({ id: idSchema('case'), statementId: idSchema('statement') }),
  }),
  worksheet: endpoint({
    ...kept,
    path: '/api/services/cases/{id}/worksheet/',
    permission: 'case:read',
    summary: 'Get the death certificate worksheet as a PDF, without the Social Security number',
    params: pathParams.case,
  }),
  cremationPacket: endpoint({
    ...kept,
    path: '/api/services/cases/{id}/cremation_packet/',
    permission: 'case:read',
    summary: 'Get what a crematory receives as one PDF: checks, authorization, permits, identification',
    params: pathParams.case,
  }),
  labels: endpoint({
    ...kept,
    path: '/api/services/cases/{id}/labels/',
    permission: 'case:read',
    summary: 'Get thank-you mailing labels as a PDF',
    params: pathParams.case,
  }),
  monthReport: endpoint({
    ...printed,
    path: '/api/services/reports/monthly/{month}/paper/',
    permission: 'insight:months',
    summary: 'Get a monthly report as a PDF (Letter or A4)',
    params: z.object({ month: Month }),
    query: z.object({ size: z.enum(['letter', 'a4'], 'Size is letter or a4').optional() }),
    errorResponses: { 404: 'The figures of that month were not kept.' },
  }),
  priceList: endpoint({
    ...kept,
    path: '/api/funeral-homes/{id}/price-lists/{listId}/paper/',
    permission: 'home:read',
    summary: "Get a price list as a PDF. With `case`, a copy is stored in the case's documents",
    params: z.object({ id: idSchema('home'), listId: idSchema('price-list') }),
    query: z.object({ case_id: idSchema('case').optional() }),
  }),
} as const;
