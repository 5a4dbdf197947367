import * as z from 'zod';
import { cursor, Instant } from '#domain/shared/contract/wire.ts';

/** An entry of a record's audit log; never contains SSN values. */
export const AuditEntry = z.object({
  id: z.uuid(),
  at: Instant,
  action: z.string(),
  actor_id: z.uuid().nullable(),
  actor_name: z.string(),
  actor_role: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
  ip: z.string().nullable(),
  request_id: z.string(),
  /** The field values were erased. */
  forgotten: z.boolean().optional(),
  /** Number of combined saves, and the time of the first. */
  saves: z.number().int().optional(),
  since: Instant.optional(),
});
export type AuditEntry = z.output<typeof AuditEntry>;

export const auditPageSize = 50;

/** Without parameters the response is the bare array of the newest 500 entries, as D1 documents. */
export const AuditLogQuery = z.object({
  /** `next_cursor` of the previous page; newer entries do not shift it. */
  cursor: cursor.optional(),
  page_size: z.enum(['10', '20', '50', '100']).optional(),
});
export type AuditLogQuery = z.output<typeof AuditLogQuery>;

/** A page, newest first; `next_cursor` is null at the end. */
export const AuditLogPage = z.object({ results: z.array(AuditEntry), next_cursor: z.string().nullable() });
export type AuditLogPage = z.output<typeof AuditLogPage>;

/** Problems of an entry, a batch, or the chain of batches. */
export const trailProblems = [
  'entry-changed',
  'entry-missing',
  'entry-unsealed',
  'batch-changed',
  'batch-missing',
  'batch-out-of-order',
  'batch-forged',
  'trail-cut',
  'trail-missing',
  'chain-cut',
] as const;
export type TrailProblem = (typeof trailProblems)[number];

export const AuditProof = z.object({
  /** No entry was changed, removed or inserted. */
  whole: z.boolean(),
  entries: z.number().int(),
  sealed: z.number().int(),
  waiting: z.number().int(),
  /** When the newest proven entry was recorded. */
  through: Instant.nullable(),
  /** `entry_id` and `at` are set if it concerns one entry. */
  findings: z.array(
    z.object({ problem: z.enum(trailProblems), entry_id: z.string().nullable(), at: Instant.nullable() }),
  ),
});
export type AuditProof = z.output<typeof AuditProof>;

export const AuditLog = z.union([z.array(AuditEntry), AuditLogPage]);
export type AuditLog = z.output<typeof AuditLog>;
