import { v7 as uuid } from 'uuid';
import * as z from 'zod';
import { type AuditAction, type AuditKind, auditActions } from '#domain/shared/audit/audit-actions.ts';
import {
  type AuditEntry,
  type AuditLog,
  type AuditLogPage,
  type AuditLogQuery,
  auditPageSize,
} from '#domain/shared/audit/audit-log.schema.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import type { Item, Table, Write } from '#functions/platform/store/table.ts';
import { isSame } from '../sorted-json.ts';
import { storedSchema } from '../stored-schema.ts';

export interface Trace {
  actor: { id: string; name: string; role: string } | { id: null; name: 'Public form' | 'System'; role: null };
  ip: string | null;
  requestId: string;
  now: Date;
  /** Preserves the order of entries within one instant. */
  recorded?: number;
  /** Preserves the order of events within one instant. */
  announced?: number;
}

export interface Change {
  field: string;
  from: unknown;
  to: unknown;
}

/** Returns the changed fields in the order of `next`; fields in `hidden` are named without values. */
export const changesBetween = (
  before: Record<string, unknown>,
  next: Record<string, unknown>,
  hidden: ReadonlySet<string> = new Set(),
): Change[] =>
  [...new Set([...Object.keys(next), ...Object.keys(before)])]
    .filter((field) => !isSame(before[field] ?? null, next[field] ?? null))
    .map((field) =>
      hidden.has(field)
        ? { field, from: null, to: null }
        : { field, from: before[field] ?? null, to: next[field] ?? null },
    );

/** Entries never change, so each stays as the release of its time wrote it. */
export const auditEntrySchema = storedSchema({
  kind: 'audit entry',
  shape: 1,
  schema: z.object({
    id: z.string(),
    at: z.string(),
    action: z.string(),
    actor_id: z.string().nullable(),
    actor_name: z.string(),
    actor_role: z.string().nullable(),
    changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
    ip: z.string().nullable(),
    request_id: z.string(),
    /** Encrypted values of personal fields, which `changes` then only names (subject-keys.ts). */
    sealed: z.string().optional(),
  }),
});
export type StoredAuditEntry = z.output<typeof auditEntrySchema.schema>;

/** Returns the write of an entry: its key is new, and no role may update or delete it (S-12). */
export const auditWrite = (
  keys: Keys,
  trace: Trace,
  auditAction: AuditAction,
  id: string,
  changes: readonly Change[] = [],
): Write => {
  trace.recorded = (trace.recorded ?? 0) + 1;
  const entryId = uuid({ msecs: trace.now.getTime(), seq: trace.recorded });
  const at = trace.now.toISOString();
  return {
    put: {
      ...auditEntrySchema.item(
        { pk: keys.audit(auditActions[auditAction].kind, id), sk: `${at}#${entryId}` },
        {
          id: entryId,
          at,
          action: auditAction,
          actor_id: trace.actor.id,
          actor_name: trace.actor.name,
          actor_role: trace.actor.role,
          changes: [...changes],
          ip: trace.ip,
          request_id: trace.requestId,
        },
      ),
      // Position in the organization's timeline, by the time of recording.
      gsi1pk: keys.auditTimeline(),
      gsi1sk: `${new Date().toISOString()}#${entryId}`,
    },
    when: 'absent',
  };
};

/** Returns a stored entry; its encrypted part needs the record's key. */
export const storedEntry = (item: Item): StoredAuditEntry => auditEntrySchema.parse(item);

const auditEntry = (item: Item): AuditEntry => storedEntry(item);

const holdsValues = ({ from, to }: Change): boolean => from !== null || to !== null;

/** Returns the entry with its field values encrypted, if it has any. */
export const withSealedChanges = async (
  write: Write,
  seal: (entryId: string, changes: Change[]) => Promise<string>,
) => {
  if (!('put' in write)) return write;
  const { id, changes } = storedEntry(write.put);
  if (!changes.some(holdsValues)) return write;
  const named = changes.map(({ field }) => ({ field, from: null, to: null }));
  return { ...write, put: { ...write.put, changes: named, sealed: await seal(id, changes) } };
};

/** Lambda's limit is 6 MB. */
export const maxAnswerBytes = 4 * 1024 * 1024;

/** Returns the first entries that fit into a response, at least one. */
const fitToResponse = (entries: readonly AuditEntry[]): AuditEntry[] => {
  let bytes = 0;
  const tooMany = entries.findIndex((entry, at) => {
    bytes += Buffer.byteLength(JSON.stringify(entry));
    return at > 0 && bytes > maxAnswerBytes;
  });
  return entries.slice(0, tooMany < 0 ? entries.length : tooMany);
};

/** Returns the newest 500 entries of a record, newest first, or as many as fit into a response. */
export const auditEntries = async (table: Table, keys: Keys, kind: AuditKind, id: string): Promise<AuditEntry[]> =>
  fitToResponse((await table.query({ pk: keys.audit(kind, id), newestFirst: true, limit: 500 })).map(auditEntry));

interface Carried {
  seal(position: string): Promise<string>;
  open(cursor: string): Promise<string>;
}

const page = async (
  table: Table,
  pk: string,
  { cursor, page_size }: AuditLogQuery,
  carried: Carried,
): Promise<AuditLogPage> => {
  const size = Number(page_size ?? auditPageSize);
  const between = cursor === undefined ? undefined : (['0', await carried.open(cursor)] as const);
  const found = await table.query({ pk, between, newestFirst: true, limit: size + 2 });
  const items = found.filter(({ sk }) => sk !== between?.[1]);
  const results = fitToResponse(items.slice(0, size).map(auditEntry));
  const last = items[results.length - 1];
  const next_cursor = items.length > results.length && last ? await carried.seal(last.sk) : null;
  return { results, next_cursor };
};

/** Returns the audit log of a record: the newest 500 entries, or a page if the query asks for one. */
export const auditLog = (
  table: Table,
  keys: Keys,
  { kind, id }: { kind: AuditKind; id: string },
  query: AuditLogQuery,
  carried: Carried,
): Promise<AuditLog> =>
  query.cursor === undefined && query.page_size === undefined
    ? auditEntries(table, keys, kind, id)
    : page(table, keys.audit(kind, id), query, carried);

const auditLogsIn = (table: Table, keys: Keys) => ({
  /** Returns the next entries after a position, newest first, each with its position. */
  async walk(kind: AuditKind, id: string, after: string | undefined, limit: number) {
    const between = after === undefined ? undefined : (['0', after] as const);
    const found = await table.query({ pk: keys.audit(kind, id), between, newestFirst: true, limit: limit + 1 });
    const items = found.filter(({ sk }) => sk !== between?.[1]).slice(0, limit);
    const entries = items.map((item) => ({ entry: storedEntry(item), position: item.sk }));
    return { entries, isLast: found.length <= limit };
  },
  of: (kind: AuditKind, id: string, query: AuditLogQuery, carried: Carried) =>
    auditLog(table, keys, { kind, id }, query, carried),
});

export const auditLogs = { grants: ['table:audit-read'], in: auditLogsIn } as const satisfies Repository;
