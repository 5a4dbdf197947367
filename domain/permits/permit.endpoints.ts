import * as z from 'zod';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { pathParams } from '#domain/shared/contract/ids.ts';
import { SuccessResponse } from '#domain/shared/contract/wire.ts';
import { Permit, permitOfCase, SentPermit } from './permit.schema.ts';

const path = '/api/services/cases/{id}/permits/';
const one = `${path}{permitId}/` as const;
const edit = { permission: 'permit:edit', policy: 'permit:edit' } as const;
const refusals = { 404: 'There is no such case or permit.', 409: 'The case is completed or cancelled.' } as const;
const change = {
  ...edit,
  path: one,
  params: permitOfCase,
  body: SentPermit,
  response: Permit,
  errorResponses: refusals,
  auditActions: ['permit.updated'],
  events: ['permit.updated'],
} as const;

export const permitEndpoints = {
  list: endpoint({
    method: 'GET',
    path,
    permission: 'permit:read',
    summary: 'List the permits of a case, in the order they were added',
    params: pathParams.case,
    response: z.array(Permit),
  }),
  add: endpoint({
    ...edit,
    method: 'POST',
    path,
    summary: 'Add a permit to a case; its number is the only one of the case, whatever its letters’ case',
    params: pathParams.case,
    body: SentPermit,
    response: Permit,
    status: 201,
    idempotent: true,
    errorResponses: refusals,
    auditActions: ['permit.added'],
    events: ['permit.added'],
  }),
  update: endpoint({ ...change, method: 'PATCH', summary: 'Change a permit; what is left out stays as it is' }),
  replace: endpoint({
    ...change,
    method: 'PUT',
    summary: 'Replace what a permit says; what is left out is blank then',
  }),
  delete: endpoint({
    ...edit,
    method: 'DELETE',
    path: one,
    summary: 'Delete a permit; what it said stays in the trail of the case',
    params: permitOfCase,
    response: SuccessResponse,
    errorResponses: refusals,
    auditActions: ['permit.deleted'],
    events: ['permit.deleted'],
  }),
} as const;
