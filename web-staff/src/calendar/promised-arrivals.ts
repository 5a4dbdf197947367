import { useQuery } from '@tanstack/react-query';
import type { CalendarEvent } from '#domain/calendar/calendar.schema.ts';
import { kindOf, nameOf } from '#domain/calendar/calendar-events.ts';
import type { DayEvent } from '#domain/calendar/day.schema.ts';
import { type DayRange, eventTitle } from '#domain/calendar/day-events.ts';
import { dayKindLabels } from '#domain/calendar/day-names.ts';
import type { FirstCallRow } from '#domain/first-calls/first-call.schema.ts';
import { promisedArrival } from '#domain/first-calls/promised-arrival.ts';
import { lastNameFirst } from '#domain/shared/values/person-name.ts';
import { pick } from '#domain/shared/values/pick.ts';
import type { TaskRow } from '#domain/tasks/task.schema.ts';
import { useApi } from '../api/api-context.ts';
import { promisedQuery } from '../first-calls/queries.ts';
import { useLocations } from '../organizations/homes/queries.ts';
import { paths } from '../paths.ts';
import { tasksQuery } from '../tasks/queries.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';

/** An arrival promised to a family, or a task of the user. It is read only here, because its own page decides it. */
export interface Arrival
  extends Pick<
    CalendarEvent,
    | 'id'
    | 'deceased_full_name'
    | 'deceased_last_name'
    | 'date'
    | 'time'
    | 'place'
    | 'funeral_home_id'
    | 'funeral_home_name'
  > {
  kind: 'arrival' | 'task';
  to: string;
}

/** An event of a case's fields, with its end where it is known. */
export type FieldEvent = CalendarEvent & Partial<Pick<DayEvent, 'end_date' | 'end_time'>>;

export type Planned = FieldEvent | DayEvent;
export type Entry = Planned | Arrival;

/** True for an event whose date is no field of a case. */
export const isOther = (entry: Entry): entry is DayEvent => 'of_fields' in entry;

/** Returns a key: an event that repeats has one id on all its days. */
export const keyOf = ({ id, date }: Entry): string => `${id} ${date}`;

/** Returns whose event it is, or what it is without a case. */
export const entryName = (entry: Entry): string =>
  isOther(entry) && entry.case === null ? eventTitle(entry) : nameOf(entry);

export const isArrival = (entry: Entry): entry is Arrival => entry.kind === 'arrival' || entry.kind === 'task';

export const whatOf = (entry: Entry): string => {
  if (isOther(entry)) return entry.case === null ? dayKindLabels[entry.kind] : eventTitle(entry);
  if (!isArrival(entry)) return kindOf(entry);
  return entry.kind === 'task' ? 'Task' : 'Promised arrival';
};

/** Returns 'Castellano, Marco', so that the name to look for stays readable where it is cut. */
export const gridNameOf = (entry: Entry): string => lastNameFirst(entryName(entry), entry.deceased_last_name);

interface Shown extends DayRange {
  location: string | undefined;
}

/** Returns the open promised arrivals of some days, in order of time. `zoneOf` is the time zone of a location. */
export const arrivalsOf = (
  rows: readonly FirstCallRow[],
  { from, to, location }: Shown,
  { now, zoneOf }: { now: Date; zoneOf: (homeId: string) => string },
): Arrival[] =>
  rows
    .flatMap((row): Arrival[] => {
      const promised = promisedArrival(row, zoneOf(row.funeral_home_id), now);
      if (!promised || promised.day < from || promised.day > to) return [];
      if (location && row.funeral_home_id !== location) return [];
      return [
        {
          id: `${row.id}-arrival`,
          kind: 'arrival',
          date: promised.day,
          time: promised.time,
          ...pick(row, ['deceased_full_name', 'deceased_last_name', 'funeral_home_id', 'funeral_home_name']),
          place: row.place_of_death,
          to: row.case_id ? paths.case(row.case_id) : paths.firstCall(row.id),
        },
      ];
    })
    .sort(byTime);

/** Returns the user's open tasks of some days, one entry a day, so that they hide no service. */
export const tasksOf = (rows: readonly TaskRow[], { from, to, location }: Shown): Arrival[] => {
  const due = rows.filter((row) => row.due !== null && row.due >= from && row.due <= to);
  const here = due.filter((row) => !location || row.funeral_home_id === location);
  return [...Map.groupBy(here, (row) => row.due ?? '')].flatMap(([date, [first, ...others]]): Arrival[] => {
    if (!first) return [];
    const isOne = others.length === 0;
    return [
      {
        id: `${date}-tasks`,
        kind: 'task',
        date,
        time: isOne ? (first.time ?? '') : '',
        place: '',
        deceased_full_name: isOne ? first.title : `${others.length + 1} tasks`,
        deceased_last_name: '',
        to: isOne ? paths.task(first.id) : paths.tasks,
        ...pick(first, ['funeral_home_id', 'funeral_home_name']),
      },
    ];
  });
};

const byTime = (a: Entry, b: Entry): number => `${a.date} ${a.time}`.localeCompare(`${b.date} ${b.time}`);

/** Inserts arrivals and other events among events, whose own order stays. */
export const withArrivals = (events: readonly Entry[], others: readonly Entry[]): Entry[] => {
  const entries: Entry[] = [...events];
  for (const other of others) {
    const at = entries.findIndex((entry) => byTime(entry, other) > 0);
    entries.splice(at === -1 ? entries.length : at, 0, other);
  }
  return entries;
};

/** The promised arrivals and the user's tasks of the shown days; none while one kind of event is chosen. */
export const usePromisedArrivals = (shown: Shown, isOneKind: boolean) => {
  const call = useApi();
  const user = useCurrentUser();
  const own = user.funeral_home_details;
  const homes = useLocations();
  const enabled = useCan()('first-call:read') && !isOneKind;
  const { data, isLoading, isError } = useQuery({ ...promisedQuery(call), enabled });
  const tasks = useQuery({ ...tasksQuery(call, { owner: user.id, page_size: '100' }), enabled: !isOneKind });
  const zoneOf = (id: string) => homes.find((home) => home.id === id)?.time_zone ?? own.time_zone;
  const rows = enabled ? (data?.results ?? []) : [];
  const ownTasks = isOneKind ? [] : tasksOf(tasks.data?.results ?? [], shown);
  const arrivals = [...arrivalsOf(rows, shown, { now: new Date(), zoneOf }), ...ownTasks].sort(byTime);
  return { arrivals, isLoading, isError: (enabled && isError) || tasks.isError };
};
