import { instantAt, momentIn } from '#domain/shared/values/calendar-date.ts';
import { findSchedulingConflicts, normalizeResourceName, type ServiceInWords } from './calendar-events.ts';
import type { DayConflict, DayEvent, Resource, Shift } from './day.schema.ts';
import { type Extent, endAfter, fullTitle } from './day-events.ts';
import { type NeedKind, resourceOfNeed, shiftKindLabels, typicalMinutes } from './day-names.ts';

/** The part of an event that conflicts depend on. */
export type PlannedEvent = Pick<
  DayEvent,
  | 'id'
  | 'case'
  | 'kind'
  | 'title'
  | 'service_type'
  | 'date'
  | 'time'
  | 'end_date'
  | 'end_time'
  | 'needs'
  | 'conflict_reason'
  | 'deceased_last_name'
  | 'funeral_home_id'
>;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Returns the instants of an event or shift in a time zone; undefined without a time. */
export const spanOf = ({ date, time, end_date, end_time }: Extent, zone: string, minutes: number): Span | undefined => {
  if (time === '') return undefined;
  const end = end_time ? { end_date: end_date || date, end_time } : endAfter({ date, time }, minutes);
  const from = instantAt(date, time, zone).getTime();
  // A repeated end is the later one: the event ends after it has begun.
  return { from, to: Math.max(from, instantAt(end.end_date, end.end_time, zone, 'last').getTime()) };
};

interface Booking extends Span {
  readonly key: string;
  readonly of: NeedKind;
  readonly name: string;
  readonly event: PlannedEvent;
  /** Milliseconds that the resource needs between two events. */
  readonly between: number;
}

export interface Planning {
  readonly resources: readonly Resource[];
  readonly shifts: readonly Shift[];
  /** Time zones by home. */
  readonly zones: ReadonlyMap<string, string>;
}

const zoneOf = ({ zones }: Planning, homeId: string): string => zones.get(homeId) ?? 'UTC';

const bookingsOf = (event: PlannedEvent, planning: Planning): Booking[] => {
  const span = spanOf(event, zoneOf(planning, event.funeral_home_id), typicalMinutes[event.kind]);
  if (!span) return [];
  return event.needs.flatMap(({ kind, member, resource, name }) => {
    const id = member ?? resource;
    if (id === null) return [];
    const minutes = planning.resources.find((one) => one.id === resource)?.minutes_between ?? 0;
    return [{ key: id, of: kind, name, event, between: minutes * 60_000, ...span }];
  });
};

/** A hearse follows its family from place to place: it needs no time between two events of one case. */
const betweenOf = (a: Booking, b: Booking): number =>
  a.event.case !== null && a.event.case === b.event.case ? 0 : Math.max(a.between, b.between);

const meets = (a: Span, b: Span, between = 0): boolean => a.from < b.to + between && b.from < a.to + between;

const freeFor = (booking: Booking, all: readonly Booking[], { resources }: Planning): DayConflict['free'] => {
  const kind = resourceOfNeed[booking.of];
  if (!kind) return [];
  return resources
    .filter((one) => one.active && one.kind === kind && one.id !== booking.key)
    .filter(({ funeral_home_id: home }) => home === null || home === booking.event.funeral_home_id)
    .filter(({ id, minutes_between }) => {
      const between = minutes_between * 60_000;
      return !all.some(
        (other) => other.key === id && other.event.id !== booking.event.id && meets(other, booking, between),
      );
    })
    .map(({ id, name }) => ({ id, name }))
    .toSorted((a, b) => Number(isAlike(b.name, booking.name)) - Number(isAlike(a.name, booking.name)));
};

/** Returns whether names differ only in their number: a hearse replaces a hearse, before a van does. */
const isAlike = (a: string, b: string): boolean => wordsOf(a) === wordsOf(b);
const wordsOf = (name: string): string =>
  name
    .replace(/[\d\s]+/g, ' ')
    .trim()
    .toLowerCase();

const shiftConflicts = (booking: Booking, planning: Planning): DayConflict[] =>
  planning.shifts
    .filter(({ kind, member }) => kind === 'off' && member === booking.key)
    .filter((shift) => {
      const span = spanOf(shift, zoneOf(planning, shift.funeral_home_id), 0);
      return span !== undefined && meets(span, booking);
    })
    .map(({ kind, date, time, end_time }) => ({
      of: 'shift' as const,
      name: booking.name,
      event_ids: [booking.event.id],
      with: shiftKindLabels[kind],
      date,
      time,
      end_time,
      free: [],
      reason: booking.event.conflict_reason,
    }));

/**
 * Returns what members and resources are needed twice for at overlapping times, with the time that a resource needs
 * between two events, and members who are off. Conflicts between two events of which none is in `of` are left out.
 */
export const dayConflicts = (
  events: readonly PlannedEvent[],
  planning: Planning,
  of: (event: PlannedEvent) => boolean = () => true,
): DayConflict[] => {
  const all = events.flatMap((event) => bookingsOf(event, planning)).toSorted((a, b) => a.from - b.from);
  const found: DayConflict[] = [];
  for (const bookings of Map.groupBy(all, ({ key }) => key).values())
    for (const [at, first] of bookings.entries())
      for (const second of bookings.slice(at + 1)) {
        const isSame = first.event.id === second.event.id && first.event.date === second.event.date;
        if (isSame || !meets(first, second, betweenOf(first, second))) continue;
        if (!of(first.event) && !of(second.event)) continue;
        const [own, other] = of(first.event) ? [first, second] : [second, first];
        const zone = zoneOf(planning, other.event.funeral_home_id);
        const between = betweenOf(first, second) / 60_000;
        found.push({
          of: own.of,
          name: own.name,
          event_ids: [own.event.id, other.event.id],
          with: fullTitle(other.event),
          date: other.event.date,
          time: other.event.time,
          end_time: momentIn(zone, new Date(other.to)).time,
          ...(!meets(first, second) && { minutes_between: between }),
          free: freeFor(own, all, planning),
          reason: own.event.conflict_reason || other.event.conflict_reason,
        });
      }
  return [...found, ...all.filter(({ event }) => of(event)).flatMap((booking) => shiftConflicts(booking, planning))];
};

const ofWord = { place: 'room', vehicle: 'vehicle', led_by: 'person' } as const;

/** Returns the conflicts of services over a place, hearse or leader that are written in words. */
const conflictsInWords = (
  services: readonly (ServiceInWords &
    Pick<DayEvent, 'title' | 'service_type' | 'deceased_last_name' | 'conflict_reason'>)[],
  of: (id: string) => boolean = () => true,
): DayConflict[] => {
  const byId = new Map(services.map((service) => [service.id, service] as const));
  return findSchedulingConflicts(services).flatMap(({ of: need, place, date, event_ids }) => {
    // In order of time, so that the other one is next to it.
    const at = event_ids.findIndex(of);
    const [own, other] = [event_ids[at], byId.get(event_ids[at > 0 ? at - 1 : 1] ?? '')];
    if (own === undefined || !other) return [];
    const conflict = { of: ofWord[need], name: place, event_ids, with: fullTitle({ ...other, kind: 'service' }) };
    const reason = byId.get(own)?.conflict_reason || other.conflict_reason;
    return [{ ...conflict, date, time: other.time, end_time: '', free: [], reason }];
  });
};

/** Returns the words of a need of a service, or the name of the like record that its case has chosen instead. */
const wordsOrChosen = (words: string, kind: NeedKind, events: readonly DayEvent[]): string => {
  const chosen = events
    .flatMap(({ needs }) => needs.filter((need) => need.kind === kind && need.resource !== null))
    .map(({ name }) => name);
  const isNamed = chosen.some((name) => normalizeResourceName(name) === normalizeResourceName(words));
  return isNamed || words === '' ? words : (chosen.find((name) => isAlike(name, words)) ?? words);
};

/** Returns what a range of events needs twice: by records, and by words of services where no record says the same. */
export const conflictsOf = (events: readonly DayEvent[], planning: Planning, of: (id: string) => boolean) => {
  const services = events
    .filter(({ kind, of_fields }) => kind === 'service' && of_fields)
    .map((service) => ({
      ...service,
      place: wordsOrChosen(service.place, 'room', [service]),
      vehicle: wordsOrChosen(
        service.vehicle,
        'vehicle',
        events.filter((event) => event.case === service.case && event.date === service.date),
      ),
    }));
  const byRecords = dayConflicts(events, planning, ({ id }) => of(id));
  const caseOf = new Map(events.map((event) => [event.id, event.case ?? event.id] as const));
  const keyOf = ({ of: need, name, date }: DayConflict): string => [need, normalizeResourceName(name), date].join('\n');
  const isKnown = (conflict: DayConflict): boolean => {
    const same = byRecords.filter((one) => keyOf(one) === keyOf(conflict));
    const cases = new Set(same.flatMap(({ event_ids }) => event_ids.map((id) => caseOf.get(id))));
    return conflict.event_ids.every((id) => cases.has(caseOf.get(id)));
  };
  return [...byRecords, ...conflictsInWords(services, of).filter((conflict) => !isKnown(conflict))];
};
