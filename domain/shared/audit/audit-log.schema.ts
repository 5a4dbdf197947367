import * as z from 'zod';
import { cursor, Instant } from '#domain/shared/contract/wire.ts';

/** One line of a record's audit log: who, when, what field by field, from where. SSN values never. */
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
  /** What the fields held was forgotten, with the person it was about. */
  forgotten: z.boolean().optional(),
  /** Of several savings that are told as one: how many there were, and when the first of them was. */
  saves: z.number().int().optional(),
  since: Instant.optional(),
});
export type AuditEntry = z.output<typeof AuditEntry>;

/** What a page of an audit log holds unless the query says otherwise. */
export const auditPageSize = 50;

/** Query of an audit log. Without any of it the answer is the bare array of the newest 500 entries that D1 documents. */
export const AuditLogQuery = z.object({
  /** `next_cursor` of the page before: newer entries that came meanwhile move nothing. */
  cursor: cursor.optional(),
  page_size: z.enum(['10', '20', '50', '100']).optional(),
});
export type AuditLogQuery = z.output<typeof AuditLogQuery>;

/** A page of an audit log, newest first; `next_cursor` leads to the entries before it and is null at the beginning. */
export const AuditLogPage = z.object({ results: z.array(AuditEntry), next_cursor: z.string().nullable() });
export type AuditLogPage = z.output<typeof AuditLogPage>;

/** What can be wrong with a trail: an entry, a batch that seals entries, or the chain of all batches. */
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

/** Whether a record's audit log is what was recorded. */
export const AuditProof = z.object({
  /** Nothing was changed, removed or put in. */
  whole: z.boolean(),
  /** Entries that stand in the log; how many of them are proven, and how many too young to be sealed. */
  entries: z.number().int(),
  sealed: z.number().int(),
  waiting: z.number().int(),
  /** When the newest proven entry was recorded. */
  through: Instant.nullable(),
  /** What was found; `entry_id` and `at` where it is about one entry. */
  findings: z.array(
    z.object({ problem: z.enum(trailProblems), entry_id: z.string().nullable(), at: Instant.nullable() }),
  ),
});
export type AuditProof = z.output<typeof AuditProof>;

/** An audit log: the newest entries alone, or page by page to the very first. */
export const AuditLog = z.union([z.array(AuditEntry), AuditLogPage]);
export type AuditLog = z.output<typeof AuditLog>;
