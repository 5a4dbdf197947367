import * as z from 'zod';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { pathParams } from '#domain/shared/contract/ids.ts';
import { pageSchema } from '#domain/shared/contract/wire.ts';
import { Deadline, DueDeadline, DueDeadlineQuery, deadlineOfCase, SentOverride } from './deadline.schema.ts';

const ofCase = '/api/services/cases/{id}/deadlines/';
const change = {
  path: `${ofCase}{kind}/`,
  permission: 'case:edit',
  policy: 'deadline:decide',
  params: deadlineOfCase,
  response: z.array(Deadline),
  errorResponses: {
    404: 'There is no such case, or it has no such deadline.',
    409: 'The case is completed or cancelled.',
  },
  auditActions: ['deadline.overridden'],
  events: ['deadline.overridden'],
} as const;

export const deadlineEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/services/deadlines/',
    permission: 'case:read',
    summary: 'List deadlines across cases, soonest first',
    query: DueDeadlineQuery,
    response: pageSchema(DueDeadline),
  }),
  ofCase: endpoint({
    method: 'GET',
    path: ofCase,
    permission: 'case:read',
    summary: "List a case's deadlines with their rules: open first by date, then done",
    params: pathParams.case,
    response: z.array(Deadline),
  }),
  run: endpoint({
    ...change,
    path: ofCase,
    method: 'PUT',
    params: pathParams.case,
    summary: 'Start or stop the deadlines of a case. Those of a completed or imported case start only on request',
    body: z.object({ running: z.boolean() }),
    auditActions: ['case.updated'],
    events: ['case.updated'],
  }),
  override: endpoint({
    ...change,
    method: 'PUT',
    summary: 'Update a deadline: done, not needed, new date or new owner, with a reason',
    body: SentOverride,
  }),
  reset: endpoint({ ...change, method: 'DELETE', summary: 'Undo a deadline decision' }),
} as const;
