import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { pathParams } from '#domain/shared/contract/ids.ts';
import { SuccessResponse } from '#domain/shared/contract/wire.ts';
import { Copies, CopyEntry, copiesOfCase, SentCopies } from './copies.schema.ts';

const path = '/api/services/cases/{id}/certificate_copies/';
const edit = { permission: 'case:follow-up', policy: 'case:follow-up' } as const;

export const certificateEndpoints = {
  copies: endpoint({
    method: 'GET',
    path,
    permission: 'case:read',
    summary: "List certified copies of a case's death certificate: ordered, received, given to the family",
    params: pathParams.case,
    response: Copies,
  }),
  recordCopies: endpoint({
    ...edit,
    method: 'POST',
    path,
    summary: 'Record certified copies ordered, received or given out. Rejects more copies than are on hand',
    params: pathParams.case,
    body: SentCopies,
    response: CopyEntry,
    status: 201,
    idempotent: true,
    errorResponses: { 404: 'There is no such case.', 409: 'The case is completed or cancelled.' },
    auditActions: ['certificate.copies_recorded'],
    events: ['certificate.copies-recorded'],
  }),
  deleteCopies: endpoint({
    ...edit,
    method: 'DELETE',
    path: `${path}{entryId}/`,
    summary: 'Delete a certified-copy entry, unless a later entry depends on it. The audit log keeps it',
    params: copiesOfCase,
    response: SuccessResponse,
    errorResponses: { 404: 'There is no such entry.', 409: 'Later entries rest on it, or the case is read-only.' },
    auditActions: ['certificate.copies_deleted'],
    events: ['certificate.copies-deleted'],
  }),
} as const;
