import type { DueDeadline } from '#domain/deadlines/deadline.schema.ts';
import { deadlineLabels } from '#domain/deadlines/rule-builders.ts';
import { addDays, type CalendarDate, instantAt } from '#domain/shared/values/calendar-date.ts';
import type { CalendarEvent } from './calendar.schema.ts';
import { kindOf, type NameFormat, nameOf } from './calendar-events.ts';
import type { DayEvent } from './day.schema.ts';
import { spanOf } from './day-conflicts.ts';
import { eventTitle } from './day-events.ts';
import { typicalMinutes } from './day-names.ts';
import { whereText } from './run-sheet.ts';

const initialsOfPerson = (name: string): string =>
  name
    .split(/\s+/)
    .flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [])
    .map((letter) => `${letter.toUpperCase()}.`)
    .join(' ') || nameOf({ deceased_full_name: '' });

const titleOutside = ({ what, case_id, deceased_full_name: name }: Dated, naming: NameFormat): string => {
  if (case_id === null) return what;
  return `${what}: ${naming === 'names' ? nameOf({ deceased_full_name: name }) : initialsOfPerson(name)}`;
};

/** Assumed length in minutes of an event of the case's fields without an end. */
export const defaultMinutes = 60;

/** Whole days (`before` is exclusive), or the time between two instants. */
type Span = { days: { from: CalendarDate; before: CalendarDate } } | { instants: { from: Date; to: Date } };

type DueColumns = Pick<DueDeadline, 'kind' | 'due' | 'case_number' | 'deceased_name'> & { case_id: string };

export interface Dated
  extends Pick<CalendarEvent, 'id' | 'case_number' | 'deceased_full_name' | 'date' | 'time' | 'place'> {
  /** Null for an event without a case, which shows only its title. */
  case_id: string | null;
  what: string;
  isDeadline: boolean;
  status: CalendarEvent['status'];
  /** Local to the home; '' or absent if it is not known. */
  end_date?: string;
  end_time?: string;
  /** Its length while the end is not known. */
  minutes?: number;
  funeral_home_name: string;
}

/** Returns a calendar event for {@link outsideEvent}. */
export const toExternalEvent = (event: CalendarEvent): Dated => ({
  ...event,
  what: kindOf(event),
  isDeadline: false,
});

/** Returns an event of a day, with its own end or its usual length, for {@link outsideEvent}. */
export const dayToExternalEvent = (event: DayEvent): Dated => ({
  ...event,
  id: event.repeats ? `${event.id}-${event.date}` : event.id,
  case_id: event.case,
  what: eventTitle(event),
  isDeadline: false,
  status: event.status ?? 'active',
  minutes: typicalMinutes[event.kind],
  place: whereText(event),
});

/** Returns a deadline for {@link outsideEvent}: all day, and firm even while its case is a draft. */
export const deadlineToExternalEvent = (
  { case_id, kind, case_number, deceased_name, due }: DueColumns,
  funeral_home_name: string,
): Dated => ({
  id: `${case_id}-${kind}`,
  what: deadlineLabels[kind],
  isDeadline: true,
  case_id,
  case_number,
  deceased_full_name: deceased_name,
  date: due,
  time: '',
  place: '',
  status: 'active',
  funeral_home_name,
});

export interface ExternalEvent {
  /** Stable: the id of the event. */
  id: string;
  title: string;
  place: string;
  notes: string;
  path: string;
  /** False while the case is a draft. */
  isFirm: boolean;
  span: Span;
}

// User text must not start a new line in a line-based file.
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const spanOutside = (event: Dated, timeZone: string, minutes: number): Span => {
  const { date, time, end_date = '', end_time = '' } = event;
  const span = end_time === '' ? undefined : spanOf({ date, time, end_date, end_time }, timeZone, 0);
  if (span) return { instants: { from: new Date(span.from), to: new Date(span.to) } };
  if (time === '') return { days: { from: date, before: addDays(end_date || date, 1) } };
  const from = instantAt(date, time, timeZone);
  return { instants: { from, to: new Date(from.getTime() + (event.minutes ?? minutes) * 60_000) } };
};

/** Returns an event for an external calendar, with initials by default: no other personal data and no amounts. */
export const outsideEvent = (
  event: Dated,
  { timeZone, naming, minutes = defaultMinutes }: { timeZone: string; naming: NameFormat; minutes?: number },
): ExternalEvent => ({
  id: event.id,
  title: oneLine(titleOutside(event, naming)),
  place: oneLine(event.place),
  notes: [
    ...(event.case_id ? [`${event.isDeadline ? 'Deadline for case' : 'Case'} ${event.case_number}`] : []),
    oneLine(event.funeral_home_name),
  ].join(', '),
  path: event.case_id ? `/cases/${event.case_id}` : '/calendar',
  isFirm: event.status !== 'draft',
  span: spanOutside(event, timeZone, minutes),
});
