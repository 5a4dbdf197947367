import * as z from 'zod';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { pathParams } from '#domain/shared/contract/ids.ts';
import { cursor, Instant } from '#domain/shared/contract/wire.ts';
import { erasableKinds, eraseConfirmation, forgettableKinds } from './erasure.ts';

const kind = z.enum(forgettableKinds, 'Kind is customer, submission, first-call or case');
const forgottenActions = Object.values(erasableKinds).map(({ action }) => action);

/** A deleted record whose history still contains personal data. */
export const DeletedRecord = z.object({
  id: z.uuid(),
  kind,
  /** '' if the history names no one. */
  name: z.string(),
  case_number: z.string(),
  deleted_at: Instant,
  deleted_by_name: z.string(),
  /** Why the history may not be erased yet; null if it may. */
  kept_because: z.string().nullable(),
});
export type DeletedRecord = z.output<typeof DeletedRecord>;

export const privacyEndpoints = {
  deletedRecords: endpoint({
    method: 'GET',
    path: '/api/customers/deleted_records/',
    permission: 'history:forget',
    summary: 'List deleted records whose audit log still contains personal data',
    query: z.object({ cursor: cursor.optional() }),
    response: z.object({
      results: z.array(DeletedRecord),
      /** Null at the end. A page may be empty and still have a next one. */
      next_cursor: z.string().nullable(),
    }),
    limits: [{ by: 'user', max: 30, seconds: 60 }],
    skipActorCache: true,
    organizationScoped: true,
  }),
  forget: endpoint({
    method: 'POST',
    path: '/api/customers/deleted_records/{id}/forget/',
    permission: 'history:forget',
    policy: 'history:forget',
    summary: "Erase personal data from a deleted record's audit log. Cannot be undone",
    params: pathParams.deletedRecord,
    body: z.object({
      kind,
      /** Typed by the owner. */
      confirmation: z.string().refine((typed) => typed.trim().toUpperCase() === eraseConfirmation, {
        message: `Type ${eraseConfirmation} to confirm`,
      }),
    }),
    response: z.object({
      success: z.literal(true),
      forgotten: z.number().int(),
      /** Entries of releases before encryption, which keep their values. */
      in_clear: z.number().int(),
    }),
    errorResponses: {
      404: 'No history for this record.',
      409: 'The record is there, or its history is kept for now.',
    },
    auditActions: forgottenActions,
    limits: [{ by: 'user', max: 30, seconds: 3600 }],
    skipActorCache: true,
    organizationScoped: true,
  }),
} as const;
