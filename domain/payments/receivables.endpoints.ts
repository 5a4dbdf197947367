import * as z from 'zod';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { idSchema, pathParams } from '#domain/shared/contract/ids.ts';
import {
  AssignmentPatch,
  MoneyDue,
  MoneyDueQuery,
  NewAssignment,
  Receivables,
  SentPlan,
} from './receivables.schema.ts';

const path = '/api/services/cases/{id}/insurance-assignments/';
const assignmentPath = `${path}{assignmentId}/` as const;
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
    summary: "List a case's insurance assignments and installments",
    params: pathParams.case,
    response: Receivables,
  }),
  due: endpoint({
    method: 'GET',
    path: '/api/services/payments/due/',
    permission: 'payment:read',
    summary: 'List cases with money due within 7 days or overdue, earliest first',
    query: MoneyDueQuery,
    response: z.object({
      today: z.iso.date(),
      count: z.number().int(),
      count_is_exact: z.boolean(),
      results: z.array(MoneyDue),
    }),
  }),
  assign: endpoint({
    ...change,
    method: 'POST',
    path,
    summary: 'Record an insurance assignment',
    params: pathParams.case,
    body: NewAssignment,
    status: 201,
    errorResponses: { 404: 'There is no such case.', 409: 'The case is cancelled.' },
    auditActions: ['assignment.recorded'],
  }),
  policyNumber: endpoint({
    method: 'GET',
    path: `${assignmentPath}policy-number/`,
    permission: 'payment:correct',
    summary: 'Reveal the full policy number. Writes the audit entry first',
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
    path: assignmentPath,
    summary: 'Update an assignment or link the payment that settled it',
    params,
    body: AssignmentPatch,
    errorResponses: { 404: gone, 409: 'It was paid, or the case is cancelled.' },
    auditActions: ['assignment.changed'],
  }),
  remove: endpoint({
    ...change,
    method: 'DELETE',
    path: assignmentPath,
    summary: 'Delete an insurance assignment entered by mistake. The audit log keeps it',
    params,
    errorResponses: { 404: gone, 409: 'It was paid, or the case is cancelled.' },
    auditActions: ['assignment.removed'],
  }),
  setPlan: endpoint({
    ...change,
    method: 'PUT',
    path: '/api/services/cases/{id}/instalments/',
    summary: 'Set an installment plan. An empty list ends the plan',
    params: pathParams.case,
    body: SentPlan,
    errorResponses: { 404: 'There is no such case.', 409: 'The case is cancelled.' },
    auditActions: ['instalments.set'],
  }),
} as const;
