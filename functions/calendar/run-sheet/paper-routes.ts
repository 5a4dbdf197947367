import { runSheetPaperEndpoints } from '#domain/calendar/day.endpoints.ts';
import { runSheetFileName, runSheetPaper } from '#domain/calendar/run-sheet-paper.ts';
import { pdfOf } from '#functions/documents/shared/pdf/pdf-of.ts';
import { createPromisedArrivals } from '#functions/first-calls/repository/first-calls.ts';
import { createHomeRepository } from '#functions/organizations/repository/homes.ts';
import { createOrganizationRepository } from '#functions/organizations/repository/organizations.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { calendar } from '../repository/calendar.ts';
import { createDayReads, createDayRepository } from '../repository/days.ts';
import { namesNeeded } from '../schedule.ts';
import { readRunSheet } from '../shared/read-run-sheet.ts';

const days = {
  grants: ['table:day-read', 'table:printed'],
  in: (table, keys) => ({ ...createDayReads(table, keys), sheet: createDayRepository(table, keys).sheet }),
} as const satisfies Repository;
const organizations = {
  grants: ['table:printed', 'table:home-names'],
  in: (table, keys) => ({
    organization: createOrganizationRepository(table, keys).organization,
    plainHome: createHomeRepository(table, keys).plainHome,
  }),
} as const satisfies Repository;
const arrivals = {
  grants: ['table:printed', 'table:lists'],
  in: createPromisedArrivals,
} as const satisfies Repository;
const needs = { calendar, days, ...namesNeeded, organizations, arrivals };

const printRunSheet = handler(runSheetPaperEndpoints.runSheet, needs, async ({ query }, { db, actor, now }) => {
  const { sheet } = await readRunSheet(db, query, { actor, now });
  const content = await pdfOf(runSheetPaper(sheet));
  return { type: 'application/pdf' as const, name: runSheetFileName(sheet), content };
});

export const runSheetPaperRoutes = routesOf(runSheetPaperEndpoints, { runSheet: printRunSheet });
