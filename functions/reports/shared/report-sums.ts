import { type FigureGroup, Sums } from '#domain/reports/contributions.ts';
import type { Compared } from '#domain/reports/figures.ts';
import {
  ages,
  type Days,
  daysOf,
  daysOfAge,
  firstDay,
  lastDay,
  monthsUpTo,
  yearBefore,
} from '#domain/reports/periods.ts';
import type { ReportQuery } from '#domain/reports/report.schema.ts';
import type { Homes, OutstandingBalances } from '#domain/reports/reports.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { homesByName } from '#functions/organizations/repository/homes.ts';
import { type Figures, figures } from '#functions/reports/repository/figures.ts';

export const needs = { figures, homes: homesByName };
export interface Db {
  figures: Figures;
  homes: ReturnType<typeof homesByName.in>;
}

/** `today` is the latest date that has started at all locations. */
export interface Asked {
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
export const daysAsked = ({ scope, from, to }: Pick<ReportQuery, 'scope' | 'from' | 'to'>, today: string): Days => {
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

export const monthsOf = async (figuresOf: Figures, { homeIds }: Asked, to: string): Promise<Sums> => {
  const [first = '', last = ''] = [monthsUpTo(to, 24)[0], monthsUpTo(to, 1)[0]];
  return new Sums(await figuresOf.months(homeIds, first, last));
};

export const stockFiguresOf = async (figuresOf: Figures, group: 'open' | 'owing', { homeIds }: Asked): Promise<Sums> =>
  new Sums(await figuresOf.within([group], homeIds, { from: firstDay, to: lastDay }));

export const outstandingBalances = async (
  figuresOf: Figures,
  { homeIds, location, today }: Asked,
): Promise<OutstandingBalances> => {
  const byAge = await Promise.all(ages.map((age) => figuresOf.within(['owing'], homeIds, daysOfAge(age, today))));
  return { byAge: byAge.map((sums) => new Sums(sums)), all: new Sums(byAge.flat()), today, location };
};
