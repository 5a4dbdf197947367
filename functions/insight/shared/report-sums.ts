import { invalid } from '#domain/contract/errors.ts';
import type { Compared } from '#domain/insight/figure-builders.ts';
import type { InsightQuery } from '#domain/insight/insight.schema.ts';
import { type PeriodSum, PeriodSums, subtracted } from '#domain/insight/period-sums.ts';
import {
  ages,
  type Days,
  daysOf,
  daysOfAge,
  firstDay,
  lastDay,
  monthsUpTo,
  yearBefore,
} from '#domain/insight/periods.ts';
import type { Homes, Owed } from '#domain/insight/reports.ts';
import type { Topic } from '#domain/insight/sum-layout.ts';
import { addDays, todayIn } from '#domain/values/calendar-date.ts';
import { type Figures, figures } from '#functions/records/insight/figures.ts';
import { homesByName } from '#functions/records/organizations/homes.ts';

/** What every report needs. */
export const needs = { figures, homes: homesByName };
/** The repositories of these needs. */
export interface Db {
  figures: Figures;
  homes: ReturnType<typeof homesByName.in>;
}

/** Who asks, of which homes, and the latest day that has begun in all of them. */
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
  // After midnight in the East a new day would show nothing of the homes in the West.
  const [today = todayIn('UTC', now)] = homes.map(({ id }) => todayIn(zones.get(id) ?? 'UTC', now)).toSorted();
  return { homes, homeIds: homes.map(({ id }) => id), location, today };
};

/** The days that a report is asked for. Throws 400 where they end before they begin. */
export const daysAsked = ({ scope, from, to }: Pick<InsightQuery, 'scope' | 'from' | 'to'>, today: string): Days => {
  const usual = daysOf(scope ?? 'month', to ?? today);
  const days = { from: from ?? usual.from, to: to ?? (from && from > usual.to ? from : usual.to) };
  if (days.to < days.from) throw invalid({ to: ['The last day cannot be before the first'] });
  return days;
};

/** Sums of a topic within days beside those of the year before. */
export const comparedOf = async (
  figuresOf: Figures,
  topic: Topic,
  { homeIds, location, today }: Asked,
  days: Days,
): Promise<Compared> => {
  const past = yearBefore(days);
  const [now, before] = await Promise.all([
    figuresOf.within(topic, homeIds, days, today),
    past && figuresOf.within(topic, homeIds, past, today),
  ]);
  return { now: new PeriodSums(now), before: before && new PeriodSums(before), days, location };
};

/** The twenty-four months that end with that of a day. */
export const monthsOf = async (
  figuresOf: Figures,
  topic: Topic,
  { homeIds }: Asked,
  to: string,
): Promise<PeriodSums> => {
  const [first = '', last = ''] = [monthsUpTo(to, 24)[0], monthsUpTo(to, 1)[0]];
  return new PeriodSums(await figuresOf.series(topic, homeIds, first, last));
};

/** Sums of all time. */
export const allTimeOf = async (figuresOf: Figures, topic: Topic, { homeIds, today }: Asked): Promise<PeriodSums> =>
  new PeriodSums(await figuresOf.within(topic, homeIds, { from: firstDay, to: lastDay }, today));

/** What is owed, by age: the last three months day by day, and what is older as all that there is without these. */
export const owedOf = async (figuresOf: Figures, asked: Asked): Promise<Owed> => {
  const { homeIds, location, today } = asked;
  const oldest = ages[ages.length - 1] ?? ages[0];
  const [all, recent] = await Promise.all([
    figuresOf.within('owing', homeIds, { from: firstDay, to: lastDay }, today),
    figuresOf.series('owing', homeIds, addDays(daysOfAge(oldest, today).to, 1), lastDay),
  ]);
  const within = ({ from, to }: Days): PeriodSum[] => recent.filter(({ period }) => period >= from && period <= to);
  const old = [...all, ...recent.map(subtracted)];
  return {
    byAge: ages.map((age) => new PeriodSums(age === oldest ? old : within(daysOfAge(age, today)))),
    ...{ all: new PeriodSums(all), today, location },
  };
};
