import type { CaseRow } from '#domain/cases/case.schema.ts';
import { fold } from '#domain/values/fold.ts';
import type { CalendarClash, CalendarEvent } from './calendar.schema.ts';

/** Two events at one place that begin so many minutes apart or less get into each other’s way. */
export const clashMinutes = 90;

const common = (row: CaseRow) => ({
  case_id: row.id,
  case_number: row.case_number,
  status: row.status,
  deceased_full_name: row.deceased_full_name,
  service_type: row.service_type,
  funeral_home_id: row.funeral_home_id,
  funeral_home_name: row.funeral_home_name,
});

/** The service of a case as an event. */
export const serviceEvent = (row: CaseRow): CalendarEvent => ({
  ...common(row),
  id: `${row.id}-service`,
  kind: 'service',
  date: row.service_date,
  time: row.service_time,
  place: row.service_location,
});

/** The cremation of a case as an event: it has a day and no time. */
export const cremationEvent = (row: CaseRow, date: string, crematory: string): CalendarEvent => ({
  ...common(row),
  id: `${row.id}-cremation`,
  kind: 'cremation',
  date,
  time: '',
  place: crematory,
});

const orderOf = ({ date, time, deceased_full_name, id }: CalendarEvent): string =>
  [date, time, fold(deceased_full_name), id].join('\n');

/** Events in the order of time; those without a time before the others of their day. */
export const inOrderOfTime = (events: readonly CalendarEvent[]): CalendarEvent[] =>
  events.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));

/** Minutes since midnight of 'HH:MM'. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/**
 * Services that begin at the same place of the same home within {@link clashMinutes} of one another. A place is the same
 * however it is written: case, accents and spaces do not count. Those without a time or a place clash with nobody.
 */
export const clashesOf = (events: readonly CalendarEvent[]): CalendarClash[] => {
  const placed = events.filter(({ kind, time, place }) => kind === 'service' && time !== '' && place !== '');
  const together = Map.groupBy(inOrderOfTime(placed), ({ funeral_home_id, date, place }) =>
    [funeral_home_id, date, fold(place).replaceAll(/\s+/g, ' ').trim()].join('\n'),
  );
  return [...together.values()].flatMap((own) => {
    const clusters: CalendarEvent[][] = [];
    for (const event of own) {
      const last = clusters.at(-1);
      const before = last?.at(-1);
      if (last && before && minutesOf(event.time) - minutesOf(before.time) < clashMinutes) last.push(event);
      else clusters.push([event]);
    }
    return clusters
      .filter((cluster) => cluster.length > 1)
      .map((cluster) => ({
        date: cluster[0]?.date ?? '',
        place: cluster[0]?.place ?? '',
        event_ids: cluster.map(({ id }) => id),
      }));
  });
};
