import { kindOf } from '#domain/calendar/calendar-events.ts';
import type { DayEvent } from '#domain/calendar/day.schema.ts';
import { endAfter, eventTitle } from '#domain/calendar/day-events.ts';
import { type FieldEventKind, typicalMinutes } from '#domain/calendar/day-names.ts';
import { outsideEvent } from '#domain/calendar/external-event.ts';
import { type Duty, deadlineLabels, duties } from '#domain/deadlines/rule-builders.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { addDays, instantAt, momentIn } from '#domain/shared/values/calendar-date.ts';
import { type GoogleKind, type GoogleSettings, googleKinds } from './google.schema.ts';

/** The least access that works: calendars created by the app, and the list of calendars. */
const needed = ['calendar.app.created', 'calendar.calendarlist.readonly'].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
);

export const googleScopes: readonly string[] = [...needed, 'openid', 'email'];

/** Returns whether all needed scopes were granted: users can clear single boxes. */
export const hasScopes = (granted: string): boolean => needed.every((scope) => granted.split(' ').includes(scope));

export const googleMessages = {
  stateOver: 'This Google sign-in expired or belongs to someone else. Please start again.',
  codeRefused: 'Google sign-in failed. Please start again.',
  scopesLacking: 'Stillwater needs all the requested permissions. Connect again and leave all boxes checked.',
  noRefresh: 'Google did not grant ongoing access. Connect again.',
  silent: 'Google is not responding. Try again in a few minutes.',
  notConnected: 'Google Calendar is not connected.',
  notSetUp: 'Google Calendar is not available yet. Contact Stillwater support.',
  foreignAddress: 'webhook_url must be this product’s own address.',
  reconnect: 'Google revoked Stillwater’s access. Connect again.',
  calendarGone: 'The calendar was deleted in Google. Connect again to create a new one.',
} as const;

/** Events of a day that are records of their own. */
const ownKinds = ['day', 'office'] as const;
type OwnKind = (typeof ownKinds)[number];
type FixedKind = Exclude<GoogleKind, 'deadline' | OwnKind>;
export const isOwnKind = (kind: GoogleKind): kind is OwnKind => (ownKinds as readonly GoogleKind[]).includes(kind);

export type EventIdentity =
  | { kind: FixedKind; duty: null; event?: null }
  | { kind: 'deadline'; duty: Duty; event?: null }
  | { kind: OwnKind; duty: null; event: string };

export type CaseEvent = EventIdentity & {
  /** YYYY-MM-DD, and HH:MM or '', in the time zone of the case's home. */
  date: string;
  time: string;
  place: string;
  /** Minutes of the clock; null or absent if the end is not known. */
  minutes?: number | null;
  /** Set for an event that is a record of its own. */
  own?: Pick<DayEvent, 'kind' | 'title' | 'repeats'>;
};

/** The part of a stored event that Google shows. */
export type OwnEvent = Pick<DayEvent, 'id' | 'kind' | 'title' | 'date' | 'time' | 'place' | 'repeats'> & {
  minutes: number | null;
};

/** Returns events that are records of their own; events of the case's fields have no date in theirs. */
export const ownEvents = (kind: OwnKind, events: readonly OwnEvent[]): CaseEvent[] =>
  events
    .filter(({ date }) => date !== '')
    .map(({ id: event, date, time, place, minutes, ...own }) => ({
      kind,
      duty: null,
      event,
      date,
      time,
      place,
      minutes,
      own,
    }));

export const eventIdentities: readonly EventIdentity[] = [
  ...googleKinds.flatMap((kind) => (kind === 'deadline' || isOwnKind(kind) ? [] : [{ kind, duty: null }])),
  ...duties.map((duty) => ({ kind: 'deadline' as const, duty })),
];

/** Returns a stable name such as 'service' or 'deadline.filing'; ids at Google are derived from it. */
export const nameOfEvent = ({ kind, duty, event }: EventIdentity): string =>
  [kind, duty ?? event].filter(Boolean).join('.');

/** Returns an event's kind in words. */
export const wordsOfEvent = (
  event: EventIdentity & Pick<CaseEvent, 'own'>,
  caseRecord: Pick<ShownCase, 'service_type' | 'disposition_method'>,
): string => {
  if (isOwnKind(event.kind)) return event.own ? eventTitle({ ...event.own, service_type: '' }) : '';
  if (event.kind === 'deadline') return deadlineLabels[event.duty];
  return event.kind === 'arrival' ? 'Arrival at the cemetery' : kindOf({ ...caseRecord, kind: event.kind });
};

export interface ShownCase {
  /** Null for events without a case. */
  id: string | null;
  case_number: string;
  status: 'draft' | 'active' | 'completed' | 'cancelled';
  deceased_full_name: string;
  service_type: string;
  disposition_method: string;
  funeral_home_id: string;
  funeral_home_name: string;
  time_zone: string;
}

type When = { date: string } | { dateTime: string; timeZone: string };

export interface GoogleEvent {
  summary: string;
  location: string;
  description: string;
  start: When;
  end: When;
  status: 'confirmed' | 'tentative';
  visibility: 'private';
  source: { title: string; url: string };
  extendedProperties: { private: { stillwaterCase: string; stillwaterKind: GoogleKind } };
  recurrence?: string[];
}

/** Returns `YYYY-MM-DDTHH:MM:00` this many minutes later, ignoring daylight saving. */
const shifted = (date: string, time: string, minutes: number): string =>
  new Date(Date.parse(`${date}T${time}:00Z`) + minutes * 60_000).toISOString().slice(0, 19);

const compact = (text: string): string => text.replaceAll(/[-:]/g, '');

/**
 * Returns the rule of a repeated event (RFC 5545). From the 29th on, a month that is too short has it on its last day.
 */
export const recurrenceOf = (
  { date, time }: Pick<CaseEvent, 'date' | 'time'>,
  { every, until, skipped }: NonNullable<DayEvent['repeats']>,
  timeZone: string,
): string[] => {
  const day = Number(date.slice(8));
  const lastDays = Array.from({ length: Math.max(0, day - 27) }, (_, index) => 28 + index);
  const last = until && (time ? instantAt(until, time, timeZone).toISOString().slice(0, 19) : until);
  const rule = [
    every === 'month' ? 'FREQ=MONTHLY' : `FREQ=WEEKLY;INTERVAL=${every === 'week' ? 1 : 2}`,
    ...(every === 'month' && day > 28 ? [`BYMONTHDAY=${lastDays.join(',')};BYSETPOS=-1`] : []),
    ...(last ? [`UNTIL=${compact(last)}${time ? 'Z' : ''}`] : []),
  ].join(';');
  const at = time ? `TZID=${timeZone}` : 'VALUE=DATE';
  return [
    `RRULE:${rule}`,
    ...skipped.map((left) => `EXDATE;${at}:${compact(left)}${time ? `T${compact(time)}00` : ''}`),
  ];
};

/**
 * Returns a case's event for Google. Local times with a zone stay right when daylight saving rules change (partner's
 * fact sheet §3).
 */
export const googleEvent = (
  caseRecord: ShownCase,
  event: CaseEvent,
  settings: GoogleSettings,
  siteUrl: string,
): GoogleEvent => {
  const { date, time, place } = event;
  const what = wordsOfEvent(event, caseRecord);
  const { own } = event;
  const minutes = event.minutes ?? (own ? typicalMinutes[own.kind] : settings.default_duration_minutes);
  const outside = outsideEvent(
    {
      ...caseRecord,
      id: caseRecord.id ?? '',
      case_id: caseRecord.id,
      what,
      isDeadline: event.duty !== null,
      date,
      time,
      place,
      ...endAfter({ date, time }, event.minutes ?? null),
    },
    { timeZone: caseRecord.time_zone, naming: settings.naming, minutes },
  );
  // A rule repeats at the clock of the home.
  const timeZone = (own?.repeats ? null : settings.time_zone) ?? caseRecord.time_zone;
  const moment =
    'instants' in outside.span ? momentIn(timeZone, outside.span.instants.from) : { day: event.date, time: '' };
  const [start, end]: [When, When] =
    event.time === ''
      ? [{ date: event.date }, { date: 'days' in outside.span ? outside.span.days.before : addDays(event.date, 1) }]
      : [
          { dateTime: `${moment.day}T${moment.time}:00`, timeZone },
          { dateTime: shifted(moment.day, moment.time, minutes), timeZone },
        ];
  return {
    summary: outside.title,
    location: outside.place,
    description: outside.notes,
    start,
    end,
    status: outside.isFirm || event.duty ? 'confirmed' : 'tentative',
    visibility: 'private',
    source: { title: caseRecord.id ? 'Open the case' : 'Open the calendar', url: `${siteUrl}${outside.path}` },
    extendedProperties: { private: { stillwaterCase: caseRecord.id ?? '', stillwaterKind: event.kind } },
    // Empty, because a patch keeps the rule of an event that no longer repeats.
    ...(event.kind === 'office' ? { recurrence: own?.repeats ? recurrenceOf(event, own.repeats, timeZone) : [] } : {}),
  };
};

interface Sections {
  service?: Readonly<Record<string, unknown>> | undefined;
  cemetery?: Readonly<Record<string, unknown>> | undefined;
  medical?: Readonly<Record<string, unknown>> | undefined;
}
export interface OpenDeadline {
  duty: Duty;
  due: string;
}

/** Returns a case's events of the given kinds; none if it is cancelled. An arrival has the day of the service. */
export const caseEvents = (
  { status }: Pick<ShownCase, 'status'>,
  { service, cemetery, medical }: Sections,
  {
    isBurial,
    isCremation,
    isOtherDisposition,
    due,
    own = [],
    lengths = {},
  }: {
    isBurial: boolean;
    isCremation: boolean;
    isOtherDisposition: boolean;
    due: readonly OpenDeadline[];
    own?: readonly OwnEvent[];
    /** Minutes of the events of the case's fields, where they are known. */
    lengths?: Readonly<Partial<Record<FieldEventKind, number | null>>>;
  },
  kinds: readonly GoogleKind[],
): CaseEvent[] => {
  if (status === 'cancelled') return [];
  const day = stringAt(service, 'service_date');
  const all: CaseEvent[] = [
    {
      kind: 'service',
      duty: null,
      date: day,
      time: stringAt(service, 'service_time'),
      place: stringAt(service, 'service_location'),
      minutes: lengths.service ?? null,
    },
    {
      kind: 'arrival',
      duty: null,
      date: isBurial ? stringAt(service, 'disposition_date') || day : '',
      time: stringAt(cemetery, 'estimated_arrival_time'),
      place: stringAt(cemetery, 'cemetery_name'),
    },
    {
      kind: 'cremation',
      duty: null,
      date: isCremation ? stringAt(medical, 'cremation_date') : '',
      time: stringAt(medical, 'cremation_time'),
      place: stringAt(medical, 'crematory_name'),
      minutes: lengths.cremation ?? null,
    },
    {
      kind: 'disposition',
      duty: null,
      date: isOtherDisposition ? stringAt(service, 'disposition_date') : '',
      time: stringAt(service, 'disposition_time'),
      place: stringAt(service, 'disposition_place'),
      minutes: lengths.committal ?? null,
    },
    ...ownEvents('day', own),
    ...due.map(({ duty, due: on }) => ({ kind: 'deadline' as const, duty, date: on, time: '', place: '' })),
  ];
  return all.filter(
    ({ kind, date, time }) => kinds.includes(kind) && date !== '' && (kind !== 'arrival' || time !== ''),
  );
};

/** Returns the date and time of a Google event in the time zone of a home; time is '' for whole days. */
export const localDateTimeAt = (
  { date, dateTime, timeZone }: { date?: string | null; dateTime?: string | null; timeZone?: string | null },
  home: string,
): { date: string; time: string } => {
  if (date) return { date, time: '' };
  const text = dateTime ?? '';
  const [day, clock] = [text.slice(0, 10), text.slice(11, 16)];
  // With an offset it is an instant; without one it is local time in its own zone.
  const instant = /(Z|[+-]\d{2}:\d{2})$/.test(text) ? new Date(text) : instantAt(day, clock, timeZone ?? home);
  const shown = momentIn(home, instant);
  return { date: shown.day, time: shown.time };
};

/** Returns the date and time at which Google shows a case's event: a time skipped by daylight saving moves. */
export const putAtHome = (
  { date, time }: { date: string; time: string },
  home: string,
): { date: string; time: string } => {
  if (time === '') return { date, time };
  const shown = momentIn(home, instantAt(date, time, home));
  return { date: shown.day, time: shown.time };
};
