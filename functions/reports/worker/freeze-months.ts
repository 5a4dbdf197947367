import { randomUUID } from 'node:crypto';
import type { Logger } from '@aws-lambda-powertools/logger';
import { isEmptyMonth, monthToReport } from '#domain/reports/month-report.ts';
import { createHomeRepository } from '#functions/organizations/repository/homes.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { organizationRegistry, rotatedStart } from '#functions/platform/store/organization-registry.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { outboxWrite, pendingEvent } from '#functions/platform/store/transactions/outbox.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { eachOrganization } from '#functions/platform/workers/each-organization.ts';
import { createFigureRepository } from '#functions/reports/repository/figures.ts';
import { createMonthReportRepository } from '#functions/reports/repository/month-reports.ts';
import { makeMonthReport } from '#functions/reports/shared/make-reports.ts';

interface KeepDependencies {
  table: Table;
  logger: Logger;
  now: () => Date;
  /** Milliseconds; the next run, an hour later, does the rest. */
  budgetMs?: number;
}

const hourMs = 3600_000;

interface Kept extends Record<string, number> {
  kept: number;
  failed: number;
}

/** Report, marker and event commit together, so that a repeated run notifies no one twice. */
const keepIn = async ({ table, now }: KeepDependencies, organizationId: string): Promise<number> => {
  const [keys, at] = [keysOf(organizationId), now()];
  const [homes, months] = [createHomeRepository(table, keys), createMonthReportRepository(table, keys)];
  const zones = await homes.homeZones();
  const month = zones.size > 0 && monthToReport([...zones.values()], at);
  if (!month || (await months.wasAnnounced(month))) return 0;
  const [found, { mails }] = await Promise.all([months.find(month), months.organization()]);
  const db = { figures: createFigureRepository(table, keys), homes, months };
  const report = found ?? (await makeMonthReport(db, { month, now: at }));
  const isEmpty = isEmptyMonth(report);
  const trace = { now: at, requestId: `month-${randomUUID()}` };
  try {
    await table.transact([
      months.announced(month),
      ...(found || isEmpty ? [] : [months.keep(report)]),
      ...(mails && !isEmpty
        ? [outboxWrite(keys, organizationId, trace, [pendingEvent('month-report.made', organizationId, { month })])]
        : []),
    ]);
    return isEmpty ? 0 : 1;
  } catch (error) {
    if (error instanceof WriteConflictError) return 0;
    throw error;
  }
};

/** A failure in one organization stops no other. */
export const freezeMonthlyReports = (dependencies: KeepDependencies) => async (): Promise<Kept> => {
  const { table, logger, budgetMs = 45_000 } = dependencies;
  const organizations = rotatedStart(await organizationRegistry(table), dependencies.now(), hourMs);
  let stored = 0;
  const how = { logger, problem: 'monthly report failed', budgetMs };
  const { failed, left } = await eachOrganization(organizations, how, async ({ id }) => {
    stored += await keepIn(dependencies, id);
  });
  return { kept: stored, failed: failed + (left.length ? 1 : 0) };
};
