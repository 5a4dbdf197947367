import { countMeasure, type FigureGroup, figureSource, measureValue, Sums } from '#domain/reports/contributions.ts';
import { type DashboardRead, dashboardFigures, dataNeededForRole } from '#domain/reports/dashboard.ts';
import { type Compared, formatMeasure, isOfMoney, unitOf } from '#domain/reports/figures.ts';
import { lastMonth } from '#domain/reports/month-report.ts';
import { type Days, daysOf, yearBefore } from '#domain/reports/periods.ts';
import { reportEndpoints } from '#domain/reports/report.endpoints.ts';
import { hasPermission } from '#domain/shared/access/roles.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import { monthReports } from './repository/month-reports.ts';
import { askedOf, comparedOf, makeMonthReport, makeReport, needs, stockFiguresOf } from './shared/make-reports.ts';

const listMonths = handler(
  reportEndpoints.months,
  { homes: needs.homes, months: monthReports },
  async (_input, { db, now }) => {
    const [zones, months] = await Promise.all([db.homes.homeZones(), db.months.made()]);
    return { last: lastMonth([...zones.values()], now), months };
  },
);

/** The month is stored if necessary, and its event sends the email. */
const sendMonth = handler(
  reportEndpoints.sendMonth,
  { ...needs, months: monthReports },
  async ({ body }, { db, work, actor, now }) => {
    const last = lastMonth([...(await db.homes.homeZones()).values()], now);
    const month = body.month ?? last;
    if (month > last) throw invalid({ month: ['This month is not over yet'] });
    return work.attempt(
      () => db.months.find(month),
      async (kept) => {
        const report = kept ?? (await makeMonthReport(db, { month, now }));
        return work
          .add(kept ? undefined : db.months.keep(report))
          .audit('month_report.asked', actor.organizationId, [{ field: 'month', from: null, to: month }])
          .announce('month-report.asked', actor.organizationId, { month, profile_id: actor.id })
          .finish({ month, made_at: report.made_at });
      },
    );
  },
);

const getDashboard = handler(
  reportEndpoints.dashboard,
  needs,
  async ({ query }, { db: { figures, homes }, actor, now }) => {
    const scope = await askedOf({ homes }, now, query.location);
    const days = daysOf('month', scope.today);
    const today = { from: scope.today, to: scope.today };
    const reads = dataNeededForRole(actor.role);
    const unread = new Sums([]);
    const compared = async (read: DashboardRead, groups: FigureGroup[], within: Days): Promise<Compared> =>
      reads.has(read)
        ? comparedOf(figures, groups, scope, within)
        : { now: unread, before: undefined, days: within, location: query.location };
    const stockFigures = async (group: 'open' | 'owing'): Promise<Sums> =>
      reads.has(group) ? stockFiguresOf(figures, group, scope) : unread;
    const [work, open, money, received, owing] = await Promise.all([
      compared('work', ['opened', 'report', 'filed', 'certified'], days),
      stockFigures('open'),
      compared('money', ['contract', 'money'], days),
      compared('today', ['money'], today),
      stockFigures('owing'),
    ]);
    const source = { profileId: actor.id, location: query.location, work, money, today: received, open, owing };
    return {
      today: scope.today,
      ...days,
      before: yearBefore(days) ?? null,
      location: query.location ?? null,
      figures: dashboardFigures(actor.role, source),
      tables: [],
    };
  },
);

const pageSize = 50;

const listDrillDown = handler(reportEndpoints.behind, needs, async ({ query }, { db, actor, now, cursor }) => {
  const source = figureSource(query.figure);
  if (!source) throw invalid({ figure: ['There is no such figure'] });
  const [{ group, measure }, days] = [source, { from: query.from, to: query.to }];
  if (isOfMoney(group) && !hasPermission(actor, 'insight:money')) throw new AppError('forbidden');
  if (days.to < days.from) throw invalid({ to: ['End date cannot be before start date'] });
  const scope = await askedOf(db, now, query.location);
  const after = query.cursor === undefined ? undefined : await cursor.open(query.cursor);
  const [sums, page] = await Promise.all([
    db.figures.within([group], scope.homeIds, days),
    db.figures.behind(source, scope.homeIds, days, { cursor: after, limit: pageSize }),
  ]);
  const [all, unit] = [new Sums(sums), unitOf(group, measure)];
  return {
    unit,
    sum: formatMeasure(unit, all.of(group, measure)),
    count: all.of(group, countMeasure(measure)),
    rows: page.rows.map(({ day, case_id, submission_id, title, detail, home_id, add }) => ({
      date: day,
      case: case_id,
      submission: submission_id ?? null,
      title,
      detail,
      location: home_id,
      value: formatMeasure(unit, measureValue(measure, add)),
    })),
    next_cursor: page.next === undefined ? null : await cursor.seal(page.next),
  };
});

const getAnalytics = handler(reportEndpoints.analytics, needs, ({ query }, context) =>
  makeReport('analytics', query, context),
);

const getFinancials = handler(reportEndpoints.financials, needs, ({ query }, context) =>
  makeReport('financial-overview', query, context),
);

export const reportRoutes = routesOf(reportEndpoints, {
  dashboard: getDashboard,
  analytics: getAnalytics,
  financials: getFinancials,
  behind: listDrillDown,
  months: listMonths,
  sendMonth,
});
