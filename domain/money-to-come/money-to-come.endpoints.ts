import * as z from 'zod';
import { endpoint } from '#domain/contract/endpoint.ts';
import { idOf, ids } from '#domain/contract/ids.ts';
import { AssignmentPatch, DueQuery, DueRow, MoneyToCome, NewAssignment, SentPlan } from './money-to-come.schema.ts';

const path = '/api/services/cases/{id}/insurance-assignments/';
const one = `${path}{assignmentId}/` as const;
const params = z.object({ id: idOf('case'), assignmentId: idOf('assignment') });
const change = {
  may: 'payment:record',
  policy: 'payment:record',
  response: MoneyToCome,
  idempotent: true,
  announces: ['money-to-come.changed'],
} as const;
const gone = 'There is no such case or assignment.';

export const moneyToComeEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/services/cases/{id}/money-to-come/',
    may: 'payment:read',
    summary: 'Who owes what of a case’s balance: insurance assignments and installments',
    params: ids.case,
    response: MoneyToCome,
  }),
  due: endpoint({
    method: 'GET',
    path: '/api/services/payments/due/',
    may: 'payment:read',
    summary: 'Cases from which money is due within a week or was due before, the earliest first',
    query: DueQuery,
    response: z.object({
      today: z.iso.date(),
      count: z.number().int(),
      count_is_exact: z.boolean(),
      results: z.array(DueRow),
    }),
  }),
  assign: endpoint({
    ...change,
    method: 'POST',
    path,
    summary: 'Record that a family has assigned a part of an insurance',
    params: ids.case,
    body: NewAssignment,
    status: 201,
    refusals: { 404: 'There is no such case.', 409: 'The case is cancelled.' },
    records: ['assignment.recorded'],
  }),
  policyNumber: endpoint({
    method: 'GET',
    path: `${one}policy-number/`,
    may: 'payment:correct',
    summary:
      'The whole policy number of an assignment, for a call to the insurer; that it was shown is on record first',
    params,
    response: z.object({ policy_number: z.string() }),
    records: ['assignment.policy_number_revealed'],
    recordsDenied: 'assignment.policy_number_refused',
    limits: [{ by: 'user', max: 30, seconds: 60 }],
    discloses: true,
    fresh: true,
  }),
  change: endpoint({
    ...change,
    method: 'PATCH',
    path: one,
    summary: 'Change an assignment, or name the payment that settled it',
    params,
    body: AssignmentPatch,
    refusals: { 404: gone, 409: 'It was paid, or the case is cancelled.' },
    records: ['assignment.changed'],
  }),
  remove: endpoint({
    ...change,
    method: 'DELETE',
    path: one,
    summary: 'Take an assignment away that was entered by mistake; the trail keeps it',
    params,
    refusals: { 404: gone, 409: 'It was paid, or the case is cancelled.' },
    records: ['assignment.removed'],
  }),
  setPlan: endpoint({
    ...change,
    method: 'PUT',
    path: '/api/services/cases/{id}/instalments/',
    summary: 'Agree on installments for what the family owes; none ends the plan',
    params: ids.case,
    body: SentPlan,
    refusals: { 404: 'There is no such case.', 409: 'The case is cancelled.' },
    records: ['instalments.set'],
  }),
} as const;
