import type { CaseRow } from '#domain/cases/case.schema.ts';
import { dispositionMethods } from '#domain/shared/reference-data/disposition-methods.ts';
import { serviceTitle } from '#domain/shared/reference-data/service-types.ts';
import { minutesOf } from '#domain/shared/values/calendar-date.ts';
import { foldForSearch } from '#domain/shared/values/search-text.ts';
import { type CalendarEvent, type EventKind, eventKindLabels, needs, type ServiceConflict } from './calendar.schema.ts';

/** Services that share a resource conflict if they begin less than this many minutes apart. */
export const conflictWindowMinutes = 90;

type Placed = Pick<CalendarEvent, 'kind' | 'date' | 'time' | 'place'>;

const missingBefore = ({ gate }: CaseRow, { kind, date, time }: Placed): Pick<CalendarEvent, 'missing_checks'> => {
  // A burial after a service has its day, but no time of its own.
  const isAtService = kind === 'service' && gate?.gate === 'burial' && gate.at === date;
  const isStep = gate?.at === [date, time].filter(Boolean).join(' ') && (kind !== 'service' || gate.gate === 'burial');
  return gate && (isStep || isAtService) && gate.missing > 0 ? { missing_checks: gate.missing } : {};
};

export type ServiceNeeds = Pick<CalendarEvent, 'vehicle' | 'led_by'>;
export const noNeeds: ServiceNeeds = { vehicle: '', led_by: '' };

/** Returns a case's service, cremation, burial or other disposition as a calendar event. */
export const calendarEvent = (
  row: CaseRow,
  placed: Placed,
  disposition_method = '',
  needed = noNeeds,
): CalendarEvent => ({
  id: `${row.id}-${placed.kind}`,
  case_id: row.id,
  case_number: row.case_number,
  status: row.status,
  deceased_full_name: row.deceased_full_name,
  deceased_last_name: row.deceased_last_name,
  service_type: row.service_type,
  disposition_method,
  funeral_home_id: row.funeral_home_id,
  funeral_home_name: row.funeral_home_name,
  ...missingBefore(row, placed),
  ...placed,
  ...needed,
});

/** Returns a case's service as a calendar event. */
export const serviceEvent = (row: CaseRow, needed?: ServiceNeeds): CalendarEvent => {
  const { service_date: date, service_time: time, service_location: place } = row;
  return calendarEvent(row, { kind: 'service', date, time, place }, '', needed);
};

/** The case section of each kind of event, with the fields of its date and time. */
export const fieldsOfEvent = {
  service: { section: 'service', date: 'service_date', time: 'service_time' },
  cremation: { section: 'medical', date: 'cremation_date', time: 'cremation_time' },
  disposition: { section: 'service', date: 'disposition_date', time: 'disposition_time' },
} as const satisfies Readonly<Record<EventKind, object>>;

/** The part of an event that conflicts in words depend on. */
export type ServiceInWords = Pick<
  CalendarEvent,
  'id' | 'date' | 'time' | 'deceased_full_name' | 'funeral_home_id' | (typeof needs)[number]
> & { readonly kind: string };

type Ordered = Pick<CalendarEvent, 'date' | 'time' | 'deceased_full_name' | 'id'>;
const orderOf = ({ date, time, deceased_full_name, id }: Ordered): string =>
  [date, time, foldForSearch(deceased_full_name), id].join('\n');

/** Returns events by date and time; those without a time come first on their day. */
export const inOrderOfTime = <Event extends Ordered>(events: readonly Event[]): Event[] =>
  events.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));

/** Returns a resource's name for comparison: case, accents and spaces do not count. */
export const normalizeResourceName = (text: string): string => foldForSearch(text).replaceAll(/\s+/g, ' ').trim();

const clustersOf = (inOrder: readonly ServiceInWords[]): ServiceInWords[][] => {
  const clusters: ServiceInWords[][] = [];
  for (const event of inOrder) {
    const last = clusters.at(-1);
    const before = last?.at(-1);
    if (last && before && minutesOf(event.time) - minutesOf(before.time) < conflictWindowMinutes) last.push(event);
    else clusters.push([event]);
  }
  return clusters.filter((cluster) => cluster.length > 1);
};

/**
 * Returns the conflicts of services over a place, hearse or leader within {@link conflictWindowMinutes}. Homes share
 * hearses and people, but not places. Conflicts among `others` are left out.
 */
export const findSchedulingConflicts = (
  events: readonly ServiceInWords[],
  others: readonly ServiceInWords[] = [],
): ServiceConflict[] => {
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

/** Returns the double-booked resources by event id, such as 'Chapel, Hearse 1'. */
export const doubleBookedResources = (conflicts: readonly ServiceConflict[]): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const { place, event_ids } of conflicts)
    for (const id of event_ids) found.set(id, [found.get(id), place].filter(Boolean).join(', '));
  return found;
};

/** Returns the name of the deceased, or a placeholder. */
export const nameOf = ({ deceased_full_name }: Pick<CalendarEvent, 'deceased_full_name'>): string =>
  deceased_full_name || 'Name not given';

type Kind = Pick<CalendarEvent, 'kind' | 'service_type' | 'disposition_method'>;

/** Returns an event's kind in words: 'Cremation', 'Entombment', or the type of service. */
export const kindOf = ({ kind, service_type, disposition_method }: Kind): string => {
  if (kind === 'service') return serviceTitle(service_type);
  const method = kind === 'disposition' && dispositionMethods.find(({ value }) => value === disposition_method);
  return method && method.value !== 'other' ? method.label : eventKindLabels[kind];
};

/** How external calendars show the deceased: their screens are visible to others. */
export const nameFormats = ['initials', 'names'] as const;
export type NameFormat = (typeof nameFormats)[number];
