import { endpoint } from '#domain/contract/endpoint.ts';
import { ids } from '#domain/contract/ids.ts';
import { Done } from '#domain/contract/wire.ts';
import { Copies, CopyEntry, copiesOfCase, SentCopies } from './copies.schema.ts';

const path = '/api/services/cases/{id}/certificate_copies/';
const edit = { may: 'case:follow-up', policy: 'case:follow-up' } as const;

export const certificateEndpoints = {
  copies: endpoint({
    method: 'GET',
    path,
    may: 'case:read',
    summary: 'The certified copies of a case’s death certificate: ordered, received and handed out',
    params: ids.case,
    response: Copies,
  }),
  recordCopies: endpoint({
    ...edit,
    method: 'POST',
    path,
    summary: 'Record that copies were ordered, received or handed out; never more than there are',
    params: ids.case,
    body: SentCopies,
    response: CopyEntry,
    status: 201,
    idempotent: true,
    refusals: { 404: 'There is no such case.', 409: 'The case is completed or cancelled.' },
    records: ['certificate.copies_recorded'],
    announces: ['certificate.copies-recorded'],
  }),
  deleteCopies: endpoint({
    ...edit,
    method: 'DELETE',
    path: `${path}{entryId}/`,
    summary: 'Delete an entry on which no later one rests; what it said stays in the trail of the case',
    params: copiesOfCase,
    response: Done,
    refusals: { 404: 'There is no such entry.', 409: 'Later entries rest on it, or the case is read-only.' },
    records: ['certificate.copies_deleted'],
    announces: ['certificate.copies-deleted'],
  }),
} as const;
