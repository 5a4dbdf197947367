import * as z from 'zod';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { idSchema, pathParams } from '#domain/shared/contract/ids.ts';
import { AssignmentPatch, DueQuery, DueRow, NewAssignment, Receivables, SentPlan } from './money-to-come.schema.ts';

const path = '/api/services/cases/{id}/insurance-assignments/';
const one = `${path}{assignmentId}/` as const;
const params = z.object({ id: idSchema('case'), assignmentId: idSchema('assignment') });
const change = {
  permission: 'payment:record',
  policy: 'payment:record',
  response: Receivables,
  idempotent: true,
  events: ['money-to-come.changed'],
} as const;
const gone = 'There is no such case or assignment.';

export const receivablesEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/services/cases/{id}/money-to-come/',
    permission: 'payment:read',
    summary: 'Who owes what of a case’s balance: insurance assignments and installments',
    params: pathParams.case,
    response: Receivables,
  }),
  due: endpoint({
    method: 'GET',
    path: '/api/services/payments/due/',
    permission: 'payment:read',
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
    params: pathParams.case,
    body: NewAssignment,
    status: 201,
    errorResponses: { 404: 'There is no such case.', 409: 'The case is cancelled.' },
    auditActions: ['assignment.recorded'],
  }),
  policyNumber: endpoint({
    method: 'GET',
    path: `${one}policy-number/`,
    permission: 'payment:correct',
    summary:
      'The whole policy number of an assignment, for a call to the insurer; that it was shown is on record first',
    params,
    response: z.object({ policy_number: z.string() }),
    auditActions: ['assignment.policy_number_revealed'],
    auditActionOnDenied: 'assignment.policy_number_refused',
    limits: [{ by: 'user', max: 30, seconds: 60 }],
    organizationScoped: true,
    skipActorCache: true,
  }),
  change: endpoint({
    ...change,
    method: 'PATCH',
    path: one,
    summary: 'Change an assignment, or name the payment that settled it',
    params,
    body: AssignmentPatch,
    errorResponses: { 404: gone, 409: 'It was paid, or the case is cancelled.' },
    auditActions: ['assignment.changed'],
  }),
  remove: endpoint({
    ...change,
    method: 'DELETE',
    path: one,
    summary: 'Take an assignment away that was entered by mistake; the trail keeps it',
    params,
    errorResponses: { 404: gone, 409: 'It was paid, or the case is cancelled.' },
    auditActions: ['assignment.removed'],
  }),
  setPlan: endpoint({
    ...change,
    method: 'PUT',
    path: '/api/services/cases/{id}/instalments/',
    summary: 'Agree on installments for what the family owes; none ends the plan',
    params: pathParams.case,
    body: SentPlan,
    errorResponses: { 404: 'There is no such case.', 409: 'The case is cancelled.' },
    auditActions: ['instalments.set'],
  }),
} as const;
