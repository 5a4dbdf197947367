import * as z from 'zod';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { idSchema, pathParams } from '#domain/shared/contract/ids.ts';
import { Instant, SuccessResponse } from '#domain/shared/contract/wire.ts';
import { sentValues } from '#domain/shared/forms/wire.ts';
import { permitFields } from './permit.fields.ts';

const day = z.iso.date().nullable();

/** A permit of a case (D3 §3); `is_expired` by the day at the case's home. */
export const Permit = z.object({
  id: z.uuid(),
  permit_name: z.string(),
  permit_number: z.string(),
  issuing_authority: z.string(),
  name_on_permit: z.string(),
  issue_date: day,
  expiry_date: day,
  notes: z.string(),
  returned_date: day,
  /** The id of a document of the case. */
  scan: z.uuid().nullable(),
  is_expired: z.boolean(),
  created_at: Instant,
  updated_at: Instant,
  created_by_name: z.string().nullable(),
});
export type Permit = z.output<typeof Permit>;

/** The fields' own rules validate blanks and formats. */
export const SentPermit = z.lazy(() => sentValues(permitFields).extend({ scan: idSchema('document').nullish() }));
export type SentPermit = z.output<typeof SentPermit>;

const permitOfCase = z.object({ id: idSchema('case'), permitId: idSchema('permit') });

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
