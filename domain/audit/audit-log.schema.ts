import * as z from 'zod';
import { AuditEntry } from '#domain/cases/case.schema.ts';

/** What a page of an audit log holds unless the query says otherwise. */
export const auditPageSize = 50;

/** Query of an audit log. Without any of it the answer is the bare array of the newest 500 entries that D1 documents. */
export const AuditLogQuery = z.object({
  /** `next_cursor` of the page before: newer entries that came meanwhile move nothing. */
  cursor: z
    .string()
    .regex(/^[\w-]{1,200}$/, 'Invalid cursor')
    .optional(),
  page_size: z.enum(['10', '20', '50', '100']).optional(),
});
export type AuditLogQuery = z.output<typeof AuditLogQuery>;

/** A page of an audit log, newest first; `next_cursor` leads to the entries before it and is null at the beginning. */
export const AuditLogPage = z.object({ results: z.array(AuditEntry), next_cursor: z.string().nullable() });
export type AuditLogPage = z.output<typeof AuditLogPage>;

/** An audit log: the newest entries alone, or page by page to the very first. */
export const AuditLog = z.union([z.array(AuditEntry), AuditLogPage]);
export type AuditLog = z.output<typeof AuditLog>;
