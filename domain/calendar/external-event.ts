import type { DueDeadline } from '#domain/deadlines/deadline.schema.ts';
import { deadlineLabels } from '#domain/deadlines/rule-builders.ts';
import { dispositionMethods } from '#domain/shared/reference-data/disposition-methods.ts';
import { serviceTitle } from '#domain/shared/reference-data/service-types.ts';
import { addDays, type CalendarDate, instantAt } from '#domain/shared/values/calendar-date.ts';
import { type CalendarEvent, eventKindLabels } from './calendar.schema.ts';

/** Who an event is about. */
export const nameOf = ({ deceased_full_name }: Pick<CalendarEvent, 'deceased_full_name'>): string =>
  deceased_full_name || 'Name not given';

type Kind = Pick<CalendarEvent, 'kind' | 'service_type' | 'disposition_method'>;

/** What an event is: 'Cremation', 'Entombment', or the kind of service. */
export const kindOf = ({ kind, service_type, disposition_method }: Kind): string => {
  if (kind === 'service') return serviceTitle(service_type);
  const method = kind === 'disposition' && dispositionMethods.find(({ value }) => value === disposition_method);
  return method && method.value !== 'other' ? method.label : eventKindLabels[kind];
};

/** How a calendar outside of the product calls the person: whoever looks over a shoulder reads it. */
export const nameFormats = ['initials', 'names'] as const;
export type NameFormat = (typeof nameFormats)[number];

/** 'H. L.' for Harold Lindqvist; 'Name not given' where there is none. */
const initialsOfPerson = (name: string): string =>
  name
    .split(/\s+/)
    .flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [])
    .map((letter) => `${letter.toUpperCase()}.`)
    .join(' ') || nameOf({ deceased_full_name: '' });

/** 'Graveside service: H. L.', the title of something outside of the product. */
const titleOutside = (what: string, name: string, naming: NameFormat): string =>
  `${what}: ${naming === 'names' ? nameOf({ deceased_full_name: name }) : initialsOfPerson(name)}`;

/** How long a service is taken to be where nobody says: its record holds a beginning alone. In minutes. */
export const defaultMinutes = 60;

/** Whole days, the last one outside; or the time between two instants. */
type Span = { days: { from: CalendarDate; before: CalendarDate } } | { instants: { from: Date; to: Date } };

type DueColumns = Pick<DueDeadline, 'kind' | 'due' | 'case_number' | 'deceased_name'> & { case_id: string };

/** Something of a case that has a day, with what it is in words. */
export interface Dated
  extends Pick<CalendarEvent, 'id' | 'case_id' | 'case_number' | 'deceased_full_name' | 'date' | 'time' | 'place'> {
  what: string;
  isDeadline: boolean;
  status: CalendarEvent['status'];
  funeral_home_name: string;
}

/** An event of the calendar with its kind in words. */
export const toExternalEvent = (event: CalendarEvent): Dated => ({
  ...event,
  what: kindOf(event),
  isDeadline: false,
});

/** An open deadline of a case: it is on its whole day, whatever the state of its case. */
export const deadlineToExternalEvent = (
  { case_id, kind, case_number, deceased_name, due }: DueColumns,
  funeral_home_name: string,
): Dated => ({
  ...{ id: `${case_id}-${kind}`, what: deadlineLabels[kind], isDeadline: true, case_id, case_number },
  ...{ deceased_full_name: deceased_name, date: due, time: '', place: '', status: 'active', funeral_home_name },
});

/** An event as a calendar outside of the product shows it. */
export interface ExternalEvent {
  /** The same for ever: the event's own id. */
  id: string;
  title: string;
  place: string;
  notes: string;
  /** Path of the case on the staff site. */
  path: string;
  /** Whether its case is more than a draft. */
  isFirm: boolean;
  span: Span;
}

// What somebody typed must be no line of its own in a file of lines.
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const spanOf = ({ date, time }: Dated, timeZone: string, minutes: number): Span => {
  if (time === '') return { days: { from: date, before: addDays(date, 1) } };
  const from = instantAt(date, time, timeZone);
  return { instants: { from, to: new Date(from.getTime() + minutes * 60_000) } };
};

/**
 * What a calendar outside may say of an event: what it is, of whom (initials unless names are wanted), when, where, and
 * the number of the case, by which staff find the rest behind their sign-in. Never more of a person, and no money.
 * `timeZone` is the IANA zone of the event's home, whose clocks its day and time are on.
 */
export const outsideEvent = (
  event: Dated,
  { timeZone, naming, minutes = defaultMinutes }: { timeZone: string; naming: NameFormat; minutes?: number },
): ExternalEvent => ({
  id: event.id,
  title: oneLine(titleOutside(event.what, event.deceased_full_name, naming)),
  place: oneLine(event.place),
  notes: `${event.isDeadline ? 'Deadline for case' : 'Case'} ${event.case_number}, ${oneLine(event.funeral_home_name)}`,
  path: `/cases/${event.case_id}`,
  isFirm: event.status !== 'draft',
  span: spanOf(event, timeZone, minutes),
});
