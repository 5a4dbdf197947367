import { type FigureGroup, Sums } from '#domain/reports/contributions.ts';
import type { Compared } from '#domain/reports/figures.ts';
import { freezeMonth, type MonthReport } from '#domain/reports/month-report.ts';
import {
  ages,
  type Days,
  daysOf,
  daysOfAge,
  daysOfMonth,
  firstDay,
  lastDay,
  monthsUpTo,
  yearBefore,
} from '#domain/reports/periods.ts';
import type { Report, ReportQuery, ReportResponse } from '#domain/reports/report.schema.ts';
import { analyticsOf, financialsOf, type Homes, type OutstandingBalances } from '#domain/reports/reports.ts';
import { hasPermission, type Role } from '#domain/shared/access/roles.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { homesByName } from '#functions/organizations/repository/homes.ts';
import { type Figures, figures } from '#functions/reports/repository/figures.ts';
import type { MonthReports } from '#functions/reports/repository/month-reports.ts';

export const needs = { figures, homes: homesByName };
interface Db {
  figures: Figures;
  homes: ReturnType<typeof homesByName.in>;
}

/** `today` is the latest date that has started at all locations. */
interface Asked {
  readonly homes: Homes;
  readonly homeIds: readonly string[];
  readonly location: string | undefined;
  readonly today: string;
}

export const askedOf = async (
  db: { homes: Pick<Db['homes'], 'homeNames' | 'homeZones'> },
  now: Date,
  location: string | undefined,
): Promise<Asked> => {
  const [names, zones] = await Promise.all([db.homes.homeNames(), db.homes.homeZones()]);
  const all = [...names].map(([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name));
  const homes = location === undefined ? all : all.filter(({ id }) => id === location);
  // After midnight in the East, a new date has no data of western locations.
  const [today = todayIn('UTC', now)] = homes.map(({ id }) => todayIn(zones.get(id) ?? 'UTC', now)).toSorted();
  return { homes, homeIds: homes.map(({ id }) => id), location, today };
};

/** Throws 400 if the dates end before they start. */
const daysAsked = ({ scope, from, to }: Pick<ReportQuery, 'scope' | 'from' | 'to'>, today: string): Days => {
  const usual = daysOf(scope ?? 'month', to ?? today);
  const days = { from: from ?? usual.from, to: to ?? (from && from > usual.to ? from : usual.to) };
  if (days.to < days.from) throw invalid({ to: ['End date cannot be before start date'] });
  return days;
};

export const comparedOf = async (
  figuresOf: Figures,
  groups: readonly FigureGroup[],
  { homeIds, location }: Asked,
  days: Days,
): Promise<Compared> => {
  const past = yearBefore(days);
  const [now, before] = await Promise.all([
    figuresOf.within(groups, homeIds, days),
    past && figuresOf.within(groups, homeIds, past),
  ]);
  return { now: new Sums(now), before: before && new Sums(before), days, location };
};

const monthsOf = async (figuresOf: Figures, { homeIds }: Asked, to: string): Promise<Sums> => {
  const [first = '', last = ''] = [monthsUpTo(to, 24)[0], monthsUpTo(to, 1)[0]];
  return new Sums(await figuresOf.months(homeIds, first, last));
};

export const stockFiguresOf = async (figuresOf: Figures, group: 'open' | 'owing', { homeIds }: Asked): Promise<Sums> =>
  new Sums(await figuresOf.within([group], homeIds, { from: firstDay, to: lastDay }));

const outstandingBalances = async (
  figuresOf: Figures,
  { homeIds, location, today }: Asked,
): Promise<OutstandingBalances> => {
  const byAge = await Promise.all(ages.map((age) => figuresOf.within(['owing'], homeIds, daysOfAge(age, today))));
  return { byAge: byAge.map((sums) => new Sums(sums)), all: new Sums(byAge.flat()), today, location };
};

interface Caller {
  actor: { role: Role };
  now: Date;
}

type Made = Pick<ReportResponse, 'figures' | 'tables'>;

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
