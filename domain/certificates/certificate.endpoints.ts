import * as z from 'zod';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { idSchema, pathParams } from '#domain/shared/contract/ids.ts';
import { Instant, SuccessResponse } from '#domain/shared/contract/wire.ts';
import { sentValues } from '#domain/shared/forms/wire.ts';
import { copyFields } from './copies.fields.ts';

const amount = z.string().regex(/^\d+\.\d{2}$/);
const number = z.number().int();

export const CopyEntry = z.object({
  id: z.uuid(),
  move: z.enum(['ordered', 'received', 'handed_out']),
  on: z.iso.date(),
  copies: number,
  /** For orders only. */
  copy_type: z.enum(['long', 'short', '']),
  fee_each: amount,
  recipient: z.string(),
  notes: z.string(),
  created_at: Instant,
  created_by_name: z.string().nullable(),
});
export type CopyEntry = z.output<typeof CopyEntry>;

/** The copies of a case, oldest first. */
export const Copies = z.object({
  entries: z.array(CopyEntry),
  ordered: number,
  received: number,
  handed_out: number,
  outstanding: number,
  on_hand: number,
  fees: amount,
});
export type Copies = z.output<typeof Copies>;

/** The fields' own rules validate blanks and formats. */
const SentCopies = z.lazy(() => sentValues(copyFields));

const copiesOfCase = z.object({ id: idSchema('case'), entryId: idSchema('copies') });

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
