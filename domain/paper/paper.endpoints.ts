import * as z from 'zod';
import { file } from '#domain/contract/answers.ts';
import { endpoint } from '#domain/contract/endpoint.ts';
import { idOf, ids } from '#domain/contract/ids.ts';

const caseForDeposit = idOf('case', 'Case ID is required to generate deposit receipt');

/** A paper is made when it is asked for: so many a minute are more than anybody prints. */
const printed = {
  method: 'GET',
  response: file('application/pdf'),
  limits: [{ by: 'user', max: 60, seconds: 60 }],
} as const;

/** What is printed is an area of its own: what makes PDFs is large, and may read and never write. */
export const paperEndpoints = {
  receipt: endpoint({
    ...printed,
    path: '/api/services/payments/{id}/receipt/',
    may: 'payment:read',
    summary: 'The receipt of one payment, refund or reversal as a PDF; of a voided one it says so',
    params: ids.payment,
  }),
  depositReceipt: endpoint({
    ...printed,
    path: '/api/services/payments/deposit_receipt/',
    may: 'payment:read',
    summary: 'Everything received for a case, with what is due, as a PDF',
    query: z.object({ case_id: caseForDeposit }),
    refusals: { 404: 'There is no such case.' },
  }),
  firstCall: endpoint({
    ...printed,
    path: '/api/forms/first-calls/{id}/sheet/',
    may: 'first-call:read',
    summary: 'A first-call sheet as a PDF, without the Social Security number',
    params: ids.firstCall,
  }),
  case: endpoint({
    ...printed,
    path: '/api/services/cases/{id}/sheet/',
    may: 'case:read',
    summary: 'A whole case as a PDF, without the Social Security number',
    params: ids.case,
  }),
} as const;
