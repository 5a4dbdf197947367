import * as z from 'zod';
import { CaseRow, CaseStatus } from '#domain/cases/case.schema.ts';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { isCalendarDate } from '#domain/shared/values/calendar-date.ts';

/** What of a case stands in the calendar. */
export const eventKinds = ['service', 'cremation', 'disposition'] as const;
export type EventKind = (typeof eventKinds)[number];
export const eventKindLabels: Readonly<Record<EventKind, string>> = {
  service: 'Service',
  cremation: 'Cremation',
  disposition: 'Disposition',
};

/** So many days are shown at once: six weeks of a month with its neighbours, and a few more. */
export const maxCalendarDays = 62;

const day = z.string().refine(isCalendarDate, 'Enter a date as YYYY-MM-DD');
const Day = z.iso.date();

/** Days of the calendar, both within; a week from the home's today on unless they are given. */
export const CalendarEventsQuery = z.object({
  from: day.optional(),
  to: day.optional(),
  location: idSchema('home').optional(),
  kind: z.enum(eventKinds).optional(),
});

/** Something of a case that has a day, in the words and on the clock of its home. */
export const CalendarEvent = z.object({
  /** The same for ever: the case's id with the kind. */
  id: z.string(),
  kind: z.enum(eventKinds),
  case_id: z.uuid(),
  case_number: z.string(),
  status: CaseStatus,
  deceased_full_name: z.string(),
  service_type: z.string(),
  /** What a disposition other than a cremation is, such as 'entombment'; '' of other kinds of event. */
  disposition_method: z.string(),
  date: Day,
  /** HH:MM; '' while no time is known. */
  time: z.string(),
  /** '' while it is not known. */
  place: z.string(),
  /** The hearse that a service needs, and who leads it; '' where that is open. */
  vehicle: z.string(),
  led_by: z.string(),
  funeral_home_id: z.uuid(),
  funeral_home_name: z.string(),
});
export type CalendarEvent = z.output<typeof CalendarEvent>;

/** What can be needed twice: a place of a home; a hearse, or whoever leads it, of the whole organization. */
export const needs = ['place', 'vehicle', 'led_by'] as const;

/** Services within ninety minutes that need the same; `place` is what that is called, whatever it is. */
export const CalendarClash = z.object({
  date: Day,
  of: z.enum(needs),
  place: z.string(),
  event_ids: z.array(z.string()).min(2),
});
export type CalendarClash = z.output<typeof CalendarClash>;

export const CalendarEvents = z.object({
  from: Day,
  to: Day,
  /** In the order of time; those without a time before the others of their day. */
  events: z.array(CalendarEvent),
  clashes: z.array(CalendarClash),
  /** Of a location: services of others that need a hearse or a person that one of these needs that day. */
  others: z.array(CalendarEvent),
  /** False where there are more than one answer holds: choose fewer days or a location. */
  is_complete: z.boolean(),
});
export type CalendarEvents = z.output<typeof CalendarEvents>;

export const CalendarQuery = z.object({ location: idSchema('home').optional() });

/** What the calendar stands on: the home's day, and the cases that are not over whose service has none. */
export const Calendar = z.object({
  today: Day,
  time_zone: z.string(),
  undated: z.object({ count: z.number().int(), count_is_exact: z.boolean(), cases: z.array(CaseRow) }),
});
export type Calendar = z.output<typeof Calendar>;
