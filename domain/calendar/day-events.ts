import { caseConditions } from '#domain/cases/case-conditions.ts';
import { serviceTitle } from '#domain/shared/reference-data/service-types.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { addDays, addMonths, type CalendarDate, daysBetween, minutesOf } from '#domain/shared/values/calendar-date.ts';
import type { DayEvent, ProposedEvent, Repeats } from './day.schema.ts';
import { dayMessages } from './day-messages.ts';
import { type DayKind, dayKindLabels, type FieldEventKind, fieldEvents, maxEventDays } from './day-names.ts';

export interface Moment {
  readonly date: CalendarDate;
  /** HH:MM; '' if unknown. */
  readonly time: string;
}
/** Both ends are included. */
export interface DayRange {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}
export type Extent = Pick<DayEvent, 'date' | 'time' | 'end_date' | 'end_time'>;

/** Returns the minutes between two moments as clocks show them, also over a change of daylight saving time. */
export const clockMinutes = (from: Moment, to: Moment): number =>
  daysBetween(from.date, to.date) * 1440 + minutesOf(to.time) - minutesOf(from.time);

/** Returns the moment that clocks show after a number of minutes; a day without a time moves by whole days. */
export const later = ({ date, time }: Moment, minutes: number): Moment => {
  if (time === '') return { date: addDays(date, Math.round(minutes / 1440)), time };
  const at = minutesOf(time) + minutes;
  const inDay = ((at % 1440) + 1440) % 1440;
  const two = (number: number): string => String(number).padStart(2, '0');
  return { date: addDays(date, Math.floor(at / 1440)), time: `${two(Math.floor(inDay / 60))}:${two(inDay % 60)}` };
};

/**
 * Returns how long an event lasts in minutes of the clock, so that an end moves along with the start; null without an
 * end. An end before the start on the same day is on the next one. Errors are by field.
 */
export const lengthOf = ({
  date,
  time,
  end_date,
  end_time,
}: Extent): { minutes: number | null } | { errors: Record<string, string[]> } => {
  if (end_time === '' && (end_date === '' || end_date === date)) return { minutes: null };
  if (end_time !== '' && time === '') return { errors: { time: [dayMessages.endNeedsTime] } };
  const end = { date: end_date || date, time: end_time || time };
  const isNextDay = end_date === '' && end_time !== '' && end_time < time;
  const minutes = time === '' ? daysBetween(date, end.date) * 1440 : clockMinutes({ date, time }, end);
  const lasted = isNextDay ? minutes + 1440 : minutes;
  if (lasted < 0) return { errors: { end_time: [dayMessages.endFirst] } };
  if (lasted > maxEventDays * 1440) return { errors: { end_date: [dayMessages.tooLong] } };
  return { minutes: lasted || null };
};

/** Returns the end of an event by its length in minutes of the clock. */
export const endAfter = (start: Moment, minutes: number | null): Pick<DayEvent, 'end_date' | 'end_time'> => {
  if (minutes === null) return { end_date: '', end_time: '' };
  const { date, time } = later(start, minutes);
  return { end_date: date, end_time: time };
};

/** An event whose date, time and place are fields of its case. */
export interface FieldEvent extends Moment {
  readonly kind: FieldEventKind;
  readonly place: string;
}
type Sections = Readonly<Partial<Record<string, Readonly<Record<string, unknown>>>>>;

/** Returns the events that the fields of a case hold, also those without a date. */
export const fieldEventsOf = (sections: Sections): FieldEvent[] => {
  const service = sections.service ?? {};
  const has: Readonly<Record<FieldEventKind, boolean>> = {
    service: true,
    cremation: caseConditions.isCremation(service),
    committal: caseConditions.dispositionHasDay(service),
  };
  return (Object.keys(fieldEvents) as FieldEventKind[])
    .filter((kind) => has[kind])
    .map((kind) => {
      const { section, ...names } = fieldEvents[kind];
      const at = (name: string): string => stringAt(sections[section], name);
      return { kind, date: at(names.date), time: at(names.time), place: at(names.place) };
    });
};

/** Returns the address of an event at a place; '' if it was written for the place that the case named before. */
export const addressAt = (record: { readonly place: string; readonly address: string }, place: string): string =>
  record.place === '' || record.place === place ? record.address : '';

/** Returns the id of an event of a case's fields. */
export const fieldEventId = (caseId: string, kind: FieldEventKind): string => `${caseId}-${fieldEvents[kind].suffix}`;

/** Returns an event in words: its title, the type of the service, or its kind. */
export const eventTitle = ({ kind, title, service_type }: Pick<DayEvent, 'kind' | 'title' | 'service_type'>): string =>
  title || (kind === 'service' ? serviceTitle(service_type) : dayKindLabels[kind]);

/** Returns an event with the person it is for: 'Committal, Pruitt'. */
export const fullTitle = (event: Pick<DayEvent, 'kind' | 'title' | 'service_type' | 'deceased_last_name'>): string =>
  [eventTitle(event), event.deceased_last_name].filter(Boolean).join(', ');

const orderOf = ({ date, time, id }: Pick<DayEvent, 'date' | 'time' | 'id'>): string => [date, time, id].join('\n');

/** Returns events by date and time; those without a time come first on their day. */
export const inOrderOfDay = <Event extends Pick<DayEvent, 'date' | 'time' | 'id'>>(events: readonly Event[]): Event[] =>
  events.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));

const stepOf = (first: CalendarDate, every: Repeats['every'], number: number): CalendarDate =>
  every === 'month' ? addMonths(first, number) : addDays(first, number * (every === 'week' ? 7 : 14));

/** Returns the days of a repeated event within a range, both inclusive. */
export const repeatedDays = (
  first: CalendarDate,
  { every, until, skipped }: Repeats,
  { from, to }: DayRange,
): CalendarDate[] => {
  const last = until !== null && until < to ? until : to;
  const days: CalendarDate[] = [];
  // Starts near the range: a weekly meeting of ten years ago has 500 days before it.
  const passed = Math.max(0, daysBetween(first, from));
  let number = Math.max(0, Math.floor(passed / (every === 'month' ? 31 : every === 'week' ? 7 : 14)) - 1);
  let before = '';
  // No day follows the last one of the year 9999.
  for (let day = stepOf(first, every, number); day <= last && day > before; day = stepOf(first, every, ++number)) {
    if (day >= from && !skipped.includes(day)) days.push(day);
    before = day;
  }
  return days;
};

/** Days before and after the service, minutes from its start, and the length of usual events around a service. */
const around: readonly {
  kind: DayKind;
  day: number;
  at?: string;
  after?: number;
  minutes: number;
  isPublic: boolean;
  isHere: boolean;
}[] = [
  { kind: 'visitation', day: -1, at: '17:00', minutes: 180, isPublic: true, isHere: true },
  { kind: 'procession', day: 0, after: 0, minutes: 30, isPublic: false, isHere: false },
  { kind: 'committal', day: 0, after: 30, minutes: 30, isPublic: true, isHere: false },
  { kind: 'reception', day: 0, after: 90, minutes: 120, isPublic: false, isHere: false },
];

const aloneTypes: readonly string[] = ['direct_cremation', 'direct_burial', 'visitation'];

/**
 * Returns the events that are usual around a service and that a case does not have: the visitation of the evening before,
 * procession and committal of a burial, and a reception.
 */
export const proposedEvents = (
  service: Extent & Pick<DayEvent, 'place' | 'service_type'>,
  { isBurial, cemetery, kinds }: { isBurial: boolean; cemetery: string; kinds: readonly DayKind[] },
): ProposedEvent[] => {
  const { date, time, end_date, end_time, place, service_type } = service;
  if (date === '' || time === '' || aloneTypes.includes(service_type)) return [];
  const end = end_time ? { date: end_date || date, time: end_time } : later({ date, time }, 60);
  const isGraveside = service_type === 'graveside';
  return around
    .filter(({ kind }) => !kinds.includes(kind))
    .filter(({ kind }) => (isBurial && !isGraveside) || !['procession', 'committal'].includes(kind))
    .map(({ kind, day, at, after = 0, minutes, isPublic, isHere }) => {
      const start = at ? { date: addDays(date, day), time: at } : later(end, after);
      const { end_time: until } = endAfter(start, minutes);
      const where = isHere && !isGraveside ? place : kind === 'committal' ? cemetery : '';
      return { kind, ...start, end_time: until, place: where, is_public: isPublic };
    });
};

/**
 * Returns the ids of the events that usually move along with a service: those after it on its day, and the way to it.
 */
export const usuallyMovedAlong = (
  moved: Pick<DayEvent, 'id' | 'date'>,
  events: readonly Pick<DayEvent, 'id' | 'date' | 'kind'>[],
): string[] =>
  events
    .filter(({ id, date, kind }) => id !== moved.id && date === moved.date && kind !== 'preparation')
    .map(({ id }) => id);
