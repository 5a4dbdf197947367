import * as z from 'zod';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { pathParams } from '#domain/shared/contract/ids.ts';
import { SuccessResponse } from '#domain/shared/contract/wire.ts';
import { Permit, permitOfCase, SentPermit } from './permit.schema.ts';

const path = '/api/services/cases/{id}/permits/';
const permitPath = `${path}{permitId}/` as const;
const edit = { permission: 'permit:edit', policy: 'permit:edit' } as const;
const refusals = { 404: 'There is no such case or permit.', 409: 'The case is completed or cancelled.' } as const;
const change = {
  ...edit,
  path: permitPath,
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
    summary: 'Add a permit to a case. Permit numbers are unique per case, ignoring case',
    params: pathParams.case,
    body: SentPermit,
    response: Permit,
    status: 201,
    idempotent: true,
    errorResponses: refusals,
    auditActions: ['permit.added'],
    events: ['permit.added'],
  }),
  update: endpoint({ ...change, method: 'PATCH', summary: 'Update a permit. Omitted fields are unchanged' }),
  replace: endpoint({ ...change, method: 'PUT', summary: 'Replace a permit. Omitted fields are cleared' }),
  delete: endpoint({
    ...edit,
    method: 'DELETE',
    path: permitPath,
    summary: 'Delete a permit. The audit log keeps its data',
    params: permitOfCase,
    response: SuccessResponse,
    errorResponses: refusals,
    auditActions: ['permit.deleted'],
    events: ['permit.deleted'],
  }),
} as const;
