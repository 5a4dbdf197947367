import { AuditGrouping, sectionOfEntry } from '#domain/cases/audit-grouping.ts';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { type AuditEntry, auditPageSize } from '#domain/shared/audit/audit-log.schema.ts';
import type { HandlerInput } from '#domain/shared/contract/endpoint.ts';
import { caseScans } from '#functions/cases/repository/cases.ts';
import { keyWrapper } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { maxAnswerBytes } from '#functions/platform/store/audit/audit.ts';
import { auditLogs } from '#functions/platform/store/audit/audit-log.ts';
import { subjectKeys } from '#functions/platform/store/subject-keys.ts';

type Query = HandlerInput<typeof caseEndpoints.auditLog>['query'];

/** So many entries are told without a page (D1 §7). */
const newest = 500;
/** So many are read for one answer, whatever of them is told. */
const readAtMost = 2000;
const readAtOnce = 200;

const isAskedFor =
  ({ action, actor, section, from, to }: Query) =>
  (entry: AuditEntry): boolean =>
    (!action || entry.action === action) &&
    (!actor || entry.actor_id === actor) &&
    (!section || sectionOfEntry(entry) === section) &&
    (!from || entry.at >= from) &&
    (!to || entry.at < to);

/** The next entries behind a position, opened. */
type Walk = (position: string | undefined) => Promise<{
  entries: { entry: AuditEntry; position: string }[];
  isLast: boolean;
}>;

/** Whether an answer takes no more: the entry would be one too many, or too long beside the others. */
const isFull = (grouping: AuditGrouping, entry: AuditEntry, size: number): boolean => {
  const { length } = grouping.entries;
  return (length >= size && !grouping.joins(entry)) || (length > 0 && grouping.bytesWith(entry) > maxAnswerBytes);
};

/**
 * Entries of a trail behind a position, as they are read, and the position to go on from; null at the beginning. What
 * belongs to an entry and is too long for the same answer is told by the next one.
 */
const grouped = async (walk: Walk, query: Query, size: number, after: string | undefined) => {
  const asked = isAskedFor(query);
  const grouping = new AuditGrouping();
  let position: string | null | undefined = after;
  for (let read = 0; read < readAtMost && position !== null; ) {
    const page = await walk(position);
    for (const [at, { entry }] of page.entries.entries()) {
      if (!asked(entry)) {
        grouping.passOver(entry);
        continue;
      }
      const before = page.entries[at - 1]?.position ?? position;
      if (isFull(grouping, entry, size)) return { results: [...grouping.entries], next: before ?? null };
      grouping.add(entry);
    }
    read += page.entries.length;
    position = page.isLast ? null : (page.entries.at(-1)?.position ?? null);
  }
  return { results: [...grouping.entries], next: position ?? null };
};

/** What autosave wrote while somebody typed is told as one entry; each saving is an entry of its own in the trail. */
export const getAuditLog = handler(
  caseEndpoints.auditLog,
  { cases: caseScans, auditLogs, subjectKeys, keyWrapper },
  async ({ params, query }, { db, cursor, keyWrapper }) => {
    await db.cases.requireCore(params.id);
    const isPage = query.cursor !== undefined || query.page_size !== undefined;
    const size = isPage ? Number(query.page_size ?? auditPageSize) : newest;
    const after = query.cursor === undefined ? undefined : await cursor.open(query.cursor);
    const open = await db.subjectKeys.opener({ kind: 'CASE', id: params.id }, keyWrapper);
    const walk: Walk = async (position) => {
      const page = await db.auditLogs.walk('CASE', params.id, position, readAtOnce);
      return { ...page, entries: page.entries.map((one) => ({ ...one, entry: open(one.entry) })) };
    };
    const { results, next } = await grouped(walk, query, size, after);
    return isPage ? { results, next_cursor: next && (await cursor.seal(next)) } : results;
  },
);
