import { v7 as uuid } from 'uuid';
import * as z from 'zod';
import { type AuditAction, type AuditKind, auditActions } from '#domain/shared/audit/audit-actions.ts';
import type { AuditEntry } from '#domain/shared/audit/audit-log.schema.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { isSame } from '#functions/platform/store/sorted-json.ts';
import { storedSchema } from '#functions/platform/store/stored-shape.ts';
import type { Item, Table, Write } from '#functions/platform/store/table.ts';

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
export const auditEntry = (item: Item): AuditEntry => storedEntry(item);

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
export const fitToResponse = (entries: readonly AuditEntry[]): AuditEntry[] => {
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
