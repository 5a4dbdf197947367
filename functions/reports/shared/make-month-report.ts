import { freezeMonth, type MonthReport } from '#domain/reports/month-report.ts';
import { daysOfMonth, yearBefore } from '#domain/reports/periods.ts';
import type { Report, ReportQuery, ReportResponse } from '#domain/reports/report.schema.ts';
import { analyticsOf, financialsOf } from '#domain/reports/reports.ts';
import { hasPermission, type Role } from '#domain/shared/access/roles.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { MonthReports } from '#functions/reports/repository/month-reports.ts';
import {
  type Asked,
  askedOf,
  comparedOf,
  type Db,
  daysAsked,
  monthsOf,
  outstandingBalances,
  stockFiguresOf,
} from './report-sums.ts';

interface Caller {
  actor: { role: Role };
  now: Date;
}

type Made = Pick<ReportResponse, 'figures' | 'tables'>;
type Days = ReturnType<typeof daysAsked>;

const makers: Readonly<Record<Report, (db: Db, asked: Asked, days: Days, actor: { role: Role }) => Promise<Made>>> = {
  async analytics({ figures }, scope, days, actor) {
    const [compared, months, open] = await Promise.all([
      comparedOf(figures, ['opened', 'arranged', 'filed', 'certified', 'report', 'task'], scope, days),
      monthsOf(figures, scope, days.to),
      stockFiguresOf(figures, 'open', scope),
    ]);
    return analyticsOf({
      compared,
      months,
      homes: scope.homes,
      open,
      byPerson: hasPermission(actor, 'insight:months'),
    });
  },
  async 'financial-overview'({ figures }, scope, days) {
    const [compared, months, owed, sales] = await Promise.all([
      comparedOf(figures, ['contract', 'money'], scope, days),
      monthsOf(figures, scope, days.to),
      outstandingBalances(figures, scope),
      comparedOf(figures, ['sale'], scope, days),
    ]);
    return financialsOf({ compared, months, homes: scope.homes, owed, sales });
  },
};

/** Throws 403 if the report contains money that the role may not see. */
export const makeReport = async (
  report: Report,
  query: ReportQuery,
  { db, actor, now }: Caller & { db: Db },
): Promise<ReportResponse> => {
  if (report === 'financial-overview' && !hasPermission(actor, 'insight:money')) throw new AppError('forbidden');
  const scope = await askedOf(db, now, query.location);
  const days = daysAsked(query, scope.today);
  const made = await makers[report](db, scope, days, actor);
  return {
    today: scope.today,
    from: days.from,
    to: days.to,
    before: yearBefore(days) ?? null,
    location: query.location ?? null,
    ...made,
  };
};

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
