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
import { storedSchema } from '../organization-registry.ts';
import { isSame } from '../sorted-json.ts';

/** Who and from where, the same for everything one request records. */
export interface Trace {
  actor: { id: string; name: string; role: string } | { id: null; name: 'Public form' | 'System'; role: null };
  ip: string | null;
  requestId: string;
  now: Date;
  /** Entries recorded so far: within one instant they keep their order. */
  recorded?: number;
  /** Events announced so far, for the same reason. */
  announced?: number;
}

export interface Change {
  field: string;
  from: unknown;
  to: unknown;
}

/** Field by field what differs, in the order of `next`; fields in `hidden` are named without their values. */
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

/** An entry as it lies in the trail. Entries are never changed, so that each stays as the release of its time wrote it. */
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
    /** What the fields held, where that is about people: `changes` then name them alone (subject-keys.ts). */
    sealed: z.string().optional(),
  }),
});
export type StoredAuditEntry = z.output<typeof auditEntrySchema.schema>;

/** An entry of the append-only audit trail: its key is new, and no role may update or delete it (quality S-12). */
export const auditWrite = (
  keys: Keys,
  trace: Trace,
  deed: AuditAction,
  id: string,
  changes: readonly Change[] = [],
): Write => {
  trace.recorded = (trace.recorded ?? 0) + 1;
  const entryId = uuid({ msecs: trace.now.getTime(), seq: trace.recorded });
  const at = trace.now.toISOString();
  return {
    put: {
      ...auditEntrySchema.item(
        { pk: keys.audit(auditActions[deed].kind, id), sk: `${at}#${entryId}` },
        {
          id: entryId,
          at,
          action: deed,
          actor_id: trace.actor.id,
          actor_name: trace.actor.name,
          actor_role: trace.actor.role,
          changes: [...changes],
          ip: trace.ip,
          request_id: trace.requestId,
        },
      ),
      // Its place among all entries of the organization: when it was recorded, whatever instant it tells of.
      gsi1pk: keys.auditTimeline(),
      gsi1sk: `${new Date().toISOString()}#${entryId}`,
    },
    when: 'absent',
  };
};

/** An entry as it lies there; what is sealed of it opens with its record's key. */
export const storedEntry = (item: Item): StoredAuditEntry => auditEntrySchema.parse(item);

/** An entry of a kind of record that holds nothing sealed, as it is shown. */
const auditEntry = (item: Item): AuditEntry => storedEntry(item);

const holdsValues = ({ from, to }: Change): boolean => from !== null || to !== null;

/** The entry with what its fields held sealed, if they held anything. */
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

/** What entries may take of an answer, of which Lambda passes on 6 MB at most. */
export const maxAnswerBytes = 4 * 1024 * 1024;

/** The first of some entries, as many as an answer takes; one at least, as an item of the table fits. */
const fitToResponse = (entries: readonly AuditEntry[]): AuditEntry[] => {
  let bytes = 0;
  const tooMany = entries.findIndex((entry, at) => {
    bytes += Buffer.byteLength(JSON.stringify(entry));
    return at > 0 && bytes > maxAnswerBytes;
  });
  return entries.slice(0, tooMany < 0 ? entries.length : tooMany);
};

/** The newest 500 entries of a record, newest first, or fewer where those are more than an answer takes. */
export const auditEntries = async (table: Table, keys: Keys, kind: AuditKind, id: string): Promise<AuditEntry[]> =>
  fitToResponse((await table.query({ pk: keys.audit(kind, id), newestFirst: true, limit: 500 })).map(auditEntry));

/** How the sort key of the last entry shown is carried by the caller, and read again. */
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
  // The entry of the cursor itself was on the page before.
  const between = cursor === undefined ? undefined : (['0', await carried.open(cursor)] as const);
  const found = await table.query({ pk, between, newestFirst: true, limit: size + 2 });
  const items = found.filter(({ sk }) => sk !== between?.[1]);
  const results = fitToResponse(items.slice(0, size).map(auditEntry));
  const last = items[results.length - 1];
  const next_cursor = items.length > results.length && last ? await carried.seal(last.sk) : null;
  return { results, next_cursor };
};

/** The audit log of a record: the newest 500 entries as they are documented, or a page when the query asks for one. */
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
  /** The next entries of a trail behind a position, newest first, each with its own. */
  async walk(kind: AuditKind, id: string, after: string | undefined, limit: number) {
    const between = after === undefined ? undefined : (['0', after] as const);
    const found = await table.query({ pk: keys.audit(kind, id), between, newestFirst: true, limit: limit + 1 });
    // The entry at the position itself was read before.
    const items = found.filter(({ sk }) => sk !== between?.[1]).slice(0, limit);
    const entries = items.map((item) => ({ entry: storedEntry(item), position: item.sk }));
    return { entries, isLast: found.length <= limit };
  },
  of: (kind: AuditKind, id: string, query: AuditLogQuery, carried: Carried) =>
    auditLog(table, keys, { kind, id }, query, carried),
});

/** The audit logs of an organization’s records, to read. */
export const auditLogs = { grants: ['table:audit-read'], in: auditLogsIn } as const satisfies Repository;
