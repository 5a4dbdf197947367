import type { CaseRow } from '#domain/cases/case.schema.ts';
import { foldForSearch } from '#domain/shared/values/search-text.ts';
import { type CalendarClash, type CalendarEvent, type EventKind, needs } from './calendar.schema.ts';

/** Two services that need the same and begin less than so many minutes apart get into each other’s way. */
export const conflictWindowMinutes = 90;

const common = (row: CaseRow) => ({
  case_id: row.id,
  case_number: row.case_number,
  status: row.status,
  deceased_full_name: row.deceased_full_name,
  service_type: row.service_type,
  disposition_method: '',
  funeral_home_id: row.funeral_home_id,
  funeral_home_name: row.funeral_home_name,
});

/** What a service needs besides its place, in words; '' where that is open. */
export type ServiceNeeds = Pick<CalendarEvent, 'vehicle' | 'led_by'>;
export const noNeeds: ServiceNeeds = { vehicle: '', led_by: '' };

/** The service of a case as an event. */
export const serviceEvent = (row: CaseRow, needed: ServiceNeeds = noNeeds): CalendarEvent => ({
  ...common(row),
  id: `${row.id}-service`,
  kind: 'service',
  date: row.service_date,
  time: row.service_time,
  place: row.service_location,
  ...needed,
});

/** The cremation of a case as an event. */
export const cremationEvent = (
  row: CaseRow,
  cremation: { cremation_date: string; cremation_time: string; crematory_name: string },
): CalendarEvent => ({
  ...common(row),
  id: `${row.id}-cremation`,
  kind: 'cremation',
  date: cremation.cremation_date,
  time: cremation.cremation_time,
  place: cremation.crematory_name,
  ...noNeeds,
});

/** The burial, entombment or other disposition of a case as an event, where its service does not say when that is. */
export const dispositionEvent = (
  row: CaseRow,
  { method, ...at }: Pick<CalendarEvent, 'date' | 'time' | 'place'> & { method: string },
): CalendarEvent => ({
  ...common(row),
  ...{ id: `${row.id}-disposition`, kind: 'disposition', disposition_method: method },
  ...at,
  ...noNeeds,
});

/** The section of a case in which each kind of event stands, with the fields of its day and time. */
export const fieldsOfEvent = {
  service: { section: 'service', date: 'service_date', time: 'service_time' },
  cremation: { section: 'medical', date: 'cremation_date', time: 'cremation_time' },
  disposition: { section: 'service', date: 'disposition_date', time: 'disposition_time' },
} as const satisfies Readonly<Record<EventKind, object>>;

const orderOf = ({ date, time, deceased_full_name, id }: CalendarEvent): string =>
  [date, time, foldForSearch(deceased_full_name), id].join('\n');

/** Events in the order of time; those without a time before the others of their day. */
export const inOrderOfTime = (events: readonly CalendarEvent[]): CalendarEvent[] =>
  events.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));

/** Minutes since midnight of 'HH:MM'. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** The same however it is written: case, accents and spaces do not count. */
export const normalizeResourceName = (text: string): string => foldForSearch(text).replaceAll(/\s+/g, ' ').trim();

/** Events one after the other of which each begins within {@link conflictWindowMinutes} of the one before. */
const clustersOf = (inOrder: readonly CalendarEvent[]): CalendarEvent[][] => {
  const clusters: CalendarEvent[][] = [];
  for (const event of inOrder) {
    const last = clusters.at(-1);
    const before = last?.at(-1);
    if (last && before && minutesOf(event.time) - minutesOf(before.time) < conflictWindowMinutes) last.push(event);
    else clusters.push([event]);
  }
  return clusters.filter((cluster) => cluster.length > 1);
};

/**
 * Services that need the same place of one home, the same hearse or the same person and begin within {@link conflictWindowMinutes} of
 * one another. Homes have their own places, and share hearses and people. Those without a time clash with nobody, nor does what
 * is not known. What `others` need among themselves is not said.
 */
export const findSchedulingConflicts = (
  events: readonly CalendarEvent[],
  others: readonly CalendarEvent[] = [],
): CalendarClash[] => {
  const own = new Set(events.map(({ id }) => id));
  const timed = inOrderOfTime([...events, ...others].filter(({ kind, time }) => kind === 'service' && time !== ''));
  return needs.flatMap((of) => {
    const needing = timed.filter((event) => normalizeResourceName(event[of]) !== '');
    const together = Map.groupBy(needing, (event) =>
      [of === 'place' ? event.funeral_home_id : '', event.date, normalizeResourceName(event[of])].join('\n'),
    );
    const clusters = [...together.values()].flatMap(clustersOf);
    return clusters
      .filter((cluster) => cluster.some(({ id }) => own.has(id)))
      .map((cluster) => ({
        date: cluster[0]?.date ?? '',
        of,
        place: cluster[0]?.[of] ?? '',
        event_ids: cluster.map(({ id }) => id),
      }));
  });
};

/** What is needed twice, by the events that need it: 'Chapel, Hearse 1'. */
export const doubleBookedResources = (clashes: readonly CalendarClash[]): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const { place, event_ids } of clashes)
    for (const id of event_ids) found.set(id, [found.get(id), place].filter(Boolean).join(', '));
  return found;
};
