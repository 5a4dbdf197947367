import * as z from 'zod';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { pathParams } from '#domain/shared/contract/ids.ts';
import { pageSchema } from '#domain/shared/contract/wire.ts';
import { Deadline, DueQuery, DueRow, deadlineOfCase, SentOverride } from './deadline.schema.ts';

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
    summary: 'What is to be done by a day, across cases, the nearest day first',
    query: DueQuery,
    response: pageSchema(DueRow),
  }),
  ofCase: endpoint({
    method: 'GET',
    path: ofCase,
    permission: 'case:read',
    summary: 'The deadlines of a case, each with its rule, the nearest first and those that are done last',
    params: pathParams.case,
    response: z.array(Deadline),
  }),
  run: endpoint({
    ...change,
    path: ofCase,
    method: 'PUT',
    params: pathParams.case,
    summary: 'Start or stop the deadlines of a case: those of a completed or imported one run once they are started',
    body: z.object({ running: z.boolean() }),
    auditActions: ['case.updated'],
    events: ['case.updated'],
  }),
  override: endpoint({
    ...change,
    method: 'PUT',
    summary: 'Decide about a deadline of a case, with the reason: done, not needed, another day, another owner',
    body: SentOverride,
  }),
  reset: endpoint({
    ...change,
    method: 'DELETE',
    summary: 'Take a decision about a deadline back: the rule holds again',
  }),
} as const;
