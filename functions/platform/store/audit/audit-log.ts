import type { AuditKind } from '#domain/shared/audit/audit-actions.ts';
import type { AuditLog, AuditLogPage, AuditLogQuery } from '#domain/shared/audit/audit-log.schema.ts';
import { auditPageSize } from '#domain/shared/audit/audit-log.schema.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { auditEntries, auditEntry, fitToResponse, storedEntry } from './audit.ts';

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
