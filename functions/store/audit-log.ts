import type { AuditLog, AuditLogPage, AuditLogQuery } from '#domain/audit/audit-log.schema.ts';
import { auditPageSize } from '#domain/audit/audit-log.schema.ts';
import type { AuditKind } from '#domain/audit/deeds.ts';
import { invalid } from '#domain/contract/errors.ts';
import { auditEntries, auditEntry } from './audit.ts';
import type { Keys } from './keys.ts';
import type { Repository } from './repository.ts';
import type { Table } from './table.ts';

/** A cursor is the sort key of the last entry shown: an instant and an id, so that it names no record. */
const place = /^\d{4}-\d\d-\d\dT[\d:.]+Z#[\da-f-]{36}$/;

const cursorOf = (sk: string): string => Buffer.from(sk).toString('base64url');

const placeOf = (cursor: string): string => {
  const sk = Buffer.from(cursor, 'base64url').toString();
  if (!place.test(sk)) throw invalid({ cursor: ['Invalid cursor'] });
  return sk;
};

const page = async (table: Table, pk: string, { cursor, page_size }: AuditLogQuery): Promise<AuditLogPage> => {
  const size = Number(page_size ?? auditPageSize);
  // The entry of the cursor itself was on the page before.
  const between = cursor === undefined ? undefined : (['0', placeOf(cursor)] as const);
  const found = await table.query({ pk, between, newestFirst: true, limit: size + 2 });
  const items = found.filter(({ sk }) => sk !== between?.[1]);
  const shown = items.slice(0, size);
  const last = shown.at(-1);
  return { results: shown.map(auditEntry), next_cursor: items.length > size && last ? cursorOf(last.sk) : null };
};

/** The audit log of a record: the newest 500 entries as they are documented, or a page when the query asks for one. */
export const auditLog = (
  table: Table,
  keys: Keys,
  { kind, id }: { kind: AuditKind; id: string },
  query: AuditLogQuery,
): Promise<AuditLog> =>
  query.cursor === undefined && query.page_size === undefined
    ? auditEntries(table, keys, kind, id)
    : page(table, keys.audit(kind, id), query);

const auditLogsIn = (table: Table, keys: Keys) => ({
  /** The next entries of a trail, newest first, each with the cursor behind it. */
  async walk(kind: AuditKind, id: string, cursor: string | undefined, limit: number) {
    const between = cursor === undefined ? undefined : (['0', placeOf(cursor)] as const);
    const found = await table.query({ pk: keys.audit(kind, id), between, newestFirst: true, limit: limit + 1 });
    // The entry of the cursor itself was told before.
    const items = found.filter(({ sk }) => sk !== between?.[1]).slice(0, limit);
    const entries = items.map((item) => ({ entry: auditEntry(item), cursor: cursorOf(item.sk) }));
    return { entries, isLast: found.length <= limit };
  },
  of: (kind: AuditKind, id: string, query: AuditLogQuery) => auditLog(table, keys, { kind, id }, query),
});
export type AuditLogs = ReturnType<typeof auditLogsIn>;

/** The audit logs of an organization’s records, to read. */
export const auditLogs = { grants: ['table:audit-read'], in: auditLogsIn } as const satisfies Repository;
