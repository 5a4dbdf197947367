import { v7 as uuid } from 'uuid';
import * as z from 'zod';
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
} from '#domain/cases/case-export.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import type { CaseListFilters } from '#functions/cases/repository/case-list.ts';
import { type Cases, caseScans } from '#functions/cases/repository/cases.ts';
import { exports } from '#functions/exports/shared/own-exports.ts';
import { homesReadOnly } from '#functions/organizations/repository/homes.ts';
import { workbookOf } from '#functions/platform/adapters/workbook.ts';
import type { ContextOf } from '#functions/platform/api/context.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { pageRequest } from '#functions/platform/api/paging.ts';
import { assertAnswerFits } from '#functions/platform/api/respond.ts';
import type { Work } from '#functions/platform/api/work.ts';
import { filtersOf } from './shared/case-filters.ts';

const needs = { cases: caseScans, homes: homesReadOnly, exports };
type Context = ContextOf<typeof caseEndpoints.exportRows, typeof needs>;

const rowsPerCall = 1000;
/** A byte-order mark, by which spreadsheets know that the file is UTF-8. */
const mark = '\u{FEFF}';
const over = 'This export cannot be continued. Start it again.';

/** Which export a page belongs to, and the key it goes on from. */
const Cursor = z.object({ e: z.uuid(), k: z.string().max(700) });

/** Who exports is on record once, when the export starts (quality S-41). */
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

/** Every later page names the export that it belongs to. */
export const exportCaseRows = handler(caseEndpoints.exportRows, needs, async ({ query }, context) => {
  const { db, actor, now, cursor: sealed } = context;
  const given = query.cursor ? Cursor.parse(JSON.parse(await sealed.open(query.cursor, over))) : undefined;
  if (given && !(await db.exports.belongsTo(given.e, actor.id, now))) throw invalid({ cursor: [over] });
  const { search } = pageRequest(query);
  const filters = { ...(await filtersOf(query, db.homes, actor)), search };
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
    if (all.length > maxInOneFile)
      throw new AppError('conflict', {
        detail: `More than ${maxInOneFile.toLocaleString('en-US')} cases match. Narrow them, or export them from the Cases page.`,
      });
  }
  return all;
};

/** Everything that matches as one file, where one answer can hold it. */
export const exportCases = handler(caseEndpoints.export, needs, async ({ query }, { db, work, actor, now }) => {
  const { search } = pageRequest(query);
  const { format = 'csv' } = query;
  const zone = (await db.homes.plainHome(actor.homeId))?.time_zone ?? 'UTC';
  const rows = await everything(db, { ...(await filtersOf(query, db.homes, actor)), search });
  const name = caseFileName(todayIn(zone, now), format);
  const content =
    format === 'csv'
      ? [mark, caseCsvHeader(), ...rows.map((row) => caseCsvRow(row, zone))].join('')
      : await workbookOf('Cases', [[...exportTitles], ...rows.map((row) => exportCells(row, zone))]);
  assertAnswerFits(content);
  await recorded(work, uuid({ msecs: now.getTime() }), actor).step();
  return { type: exportTypes[format], name, content };
});
