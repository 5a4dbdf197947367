import { freezeMonth, type MonthReport } from '#domain/reports/month-report.ts';
import { daysOfMonth } from '#domain/reports/periods.ts';
import type { MonthReports } from '#functions/reports/repository/month-reports.ts';
import { makeReport } from './make-report.ts';
import type { Db } from './report-sums.ts';

/** Both reports of a month over all homes as they stand now, to be kept. */
export const makeMonthReport = async (
  db: Db & { months: Pick<MonthReports, 'organization'> },
  { month, now }: { month: string; now: Date },
): Promise<MonthReport> => {
  const caller = { db, actor: { role: 'super_admin' }, now } as const;
  const [organization, ...made] = await Promise.all([
    db.months.organization(),
    makeReport('financial-overview', daysOfMonth(month), caller),
    makeReport('analytics', daysOfMonth(month), caller),
  ]);
  return freezeMonth({ month, made_at: now.toISOString(), organization: organization.name }, made);
};
