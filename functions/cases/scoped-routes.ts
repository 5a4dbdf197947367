import { v7 as uuid } from 'uuid';
import * as z from 'zod';
import { AuditGrouping, sectionOfEntry } from '#domain/cases/audit-grouping.ts';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import {
  caseCsvHeader,
  caseCsvRow,
  caseFileName,
  exportCells,
  exportTitles,
  exportTypes,
  maxInOneFile,
  tooManyToExport,
} from '#domain/cases/case-export.ts';
import { type AuditEntry, auditPageSize } from '#domain/shared/audit/audit-log.schema.ts';
import type { HandlerInput } from '#domain/shared/contract/endpoint.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { exports } from '#functions/exports/repository.ts';
import { homesReadOnly } from '#functions/organizations/repository/homes.ts';
import { workbookOf } from '#functions/platform/adapters/workbook.ts';
import { auditProof, keyWrapper } from '#functions/platform/api/dependencies.ts';
import { type ContextOf, handler, organizationScopedRoutes, type Work } from '#functions/platform/api/handler.ts';
import { pageRequest } from '#functions/platform/api/paging.ts';
import { assertAnswerFits } from '#functions/platform/api/respond.ts';
import { auditLogs, maxAnswerBytes } from '#functions/platform/store/audit/audit-log.ts';
import { auditProofs } from '#functions/platform/store/audit/audit-trail-proof.ts';
import { subjectKeys } from '#functions/platform/store/subject-keys.ts';
import type { CaseListFilters } from './repository/case-list.ts';
import { type Cases, caseScans } from './repository/cases.ts';
import { filtersOf } from './shared/remove-case.ts';

const needs = { cases: caseScans, homes: homesReadOnly, exports };
type Context = ContextOf<typeof caseEndpoints.exportRows, typeof needs>;

const rowsPerCall = 1000;
/** The byte-order mark by which spreadsheets recognize UTF-8. */
const mark = '\u{FEFF}';
const over = 'This export expired. Start it again.';

const Cursor = z.object({ e: z.uuid(), k: z.string().max(700) });

/** Records who exports once, when the export starts (S-41). */
const recorded = (
  work: Work<'case.exported', 'case.exported'>,
  id: string,
  actor: { id: string },
): Work<'case.exported', 'case.exported'> =>
  work.audit('case.exported', id).announce('case.exported', id, { profile_id: actor.id });

const begin = async ({ db, work, actor, now }: Context): Promise<string> => {
  const id = uuid({ msecs: now.getTime() });
  await recorded(work.add(db.exports.begin(id, actor.id, now)), id, actor).step();
  return id;
};

const exportCaseRows = handler(caseEndpoints.exportRows, needs, async ({ query }, context) => {
  const { db, actor, now, cursor: sealed } = context;
  const given = query.cursor ? Cursor.parse(JSON.parse(await sealed.open(query.cursor, over))) : undefined;
  if (given && !(await db.exports.belongsTo(given.e, actor.id, now))) throw invalid({ cursor: [over] });
  const { search } = pageRequest(query);
  const filters = { ...(await filtersOf(query, db.homes, context)), search };
  const e = given?.e ?? (await begin(context));
  const { rows, cursor } = await db.cases.walk(filters, given?.k, rowsPerCall);
  return { rows, next_cursor: cursor && (await sealed.seal(JSON.stringify({ e, k: cursor }))) };
});

const everything = async (db: { cases: Pick<Cases, 'walk'> }, filters: CaseListFilters): Promise<CaseRow[]> => {
  const all: CaseRow[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await db.cases.walk(filters, cursor, rowsPerCall);
    all.push(...page.rows);
    cursor = page.cursor;
    if (all.length > maxInOneFile) throw new AppError('conflict', { detail: tooManyToExport });
  }
  return all;
};

const exportCases = handler(caseEndpoints.export, needs, async ({ query }, { db, work, actor, now }) => {
  const { search } = pageRequest(query);
  const { format = 'csv' } = query;
  const zone = (await db.homes.plainHome(actor.homeId))?.time_zone ?? 'UTC';
  const rows = await everything(db, { ...(await filtersOf(query, db.homes, { actor, now })), search });
  const name = caseFileName(todayIn(zone, now), format);
  const content =
    format === 'csv'
      ? [mark, caseCsvHeader(), ...rows.map((row) => caseCsvRow(row, zone))].join('')
      : await workbookOf('Cases', [[...exportTitles], ...rows.map((row) => exportCells(row, zone))]);
  assertAnswerFits(content);
  await recorded(work, uuid({ msecs: now.getTime() }), actor).step();
  return { type: exportTypes[format], name, content };
});

type Query = HandlerInput<typeof caseEndpoints.auditLog>['query'];

/** Without a page, D1 §7. */
const newest = 500;
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

type Walk = (position: string | undefined) => Promise<{
  entries: { entry: AuditEntry; position: string }[];
  isLast: boolean;
}>;

const isFull = (grouping: AuditGrouping, entry: AuditEntry, size: number): boolean => {
  const { length } = grouping.entries;
  return (length >= size && !grouping.joins(entry)) || (length > 0 && grouping.bytesWith(entry) > maxAnswerBytes);
};

/** Returns merged entries and the next position, null at the end. An oversized group continues in the next call. */
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

/** Autosaves are merged into one entry; each save stays an entry in the log. */
const getAuditLog = handler(
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
      return { ...page, entries: page.entries.map((entry) => ({ ...entry, entry: open(entry.entry) })) };
    };
    const { results, next } = await grouped(walk, query, size, after);
    return isPage ? { results, next_cursor: next && (await cursor.seal(next)) } : results;
  },
);

const verifyAuditLog = handler(
  caseEndpoints.verifyAuditLog,
  { cases: caseScans, auditProofs, auditProof },
  async ({ params }, { db, auditProof, now, count }) => {
    await db.cases.requireCore(params.id);
    const trailProof = await db.auditProofs.of({ kind: 'CASE', id: params.id }, { proof: auditProof, now });
    if (trailProof.findings.length) count('AuditChainBroken', trailProof.findings.length);
    const findings = trailProof.findings.map(({ problem, sk }) => {
      const [at, entry_id] = sk.split('#');
      return { problem, entry_id: entry_id ?? null, at: entry_id && at ? at : null };
    });
    return { ...trailProof, findings, whole: findings.length === 0 };
  },
);

export const caseScopedRoutes = organizationScopedRoutes(caseEndpoints, {
  export: exportCases,
  exportRows: exportCaseRows,
  auditLog: getAuditLog,
  verifyAuditLog,
});
