import * as z from 'zod';
import { CaseRow, CaseStatus } from '#domain/cases/case.schema.ts';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { isCalendarDate } from '#domain/shared/values/calendar-date.ts';

export const eventKinds = ['service', 'cremation', 'disposition'] as const;
export type EventKind = (typeof eventKinds)[number];
export const eventKindLabels: Readonly<Record<EventKind, string>> = {
  service: 'Service',
  cremation: 'Cremation',
  disposition: 'Disposition',
};

/** Maximum days per request: a month view shows six weeks. */
export const maxCalendarDays = 62;

const day = z.string().refine(isCalendarDate, 'Enter a date as YYYY-MM-DD');
const Day = z.iso.date();

/** First and last day, both inclusive; without them, a week from the home's today. */
export const CalendarEventsQuery = z.object({
  from: day.optional(),
  to: day.optional(),
  location: idSchema('home').optional(),
  kind: z.enum(eventKinds).optional(),
});

/** An event of a case, in the time zone of its home. */
export const CalendarEvent = z.object({
  /** Stable: the case's id with the kind. */
  id: z.string(),
  kind: z.enum(eventKinds),
  case_id: z.uuid(),
  case_number: z.string(),
  status: CaseStatus,
  deceased_full_name: z.string(),
  deceased_last_name: z.string(),
  service_type: z.string(),
  /** Such as 'entombment'; '' for a cremation and other kinds of event. */
  disposition_method: z.string(),
  date: Day,
  /** HH:MM; '' if unknown. */
  time: z.string(),
  place: z.string(),
  vehicle: z.string(),
  led_by: z.string(),
  /** Missing checks before this step at its time; absent for any other event and once it is recorded. */
  missing_checks: z.number().int().optional(),
  funeral_home_id: z.uuid(),
  funeral_home_name: z.string(),
});
export type CalendarEvent = z.output<typeof CalendarEvent>;

/** Resources that conflict: places belong to a home; hearses and leaders are shared by the organization. */
export const needs = ['place', 'vehicle', 'led_by'] as const;

/** Services within 90 minutes that need the same resource; `place` is its name, whatever its kind. */
export const ServiceConflict = z.object({
  date: Day,
  of: z.enum(needs),
  place: z.string(),
  event_ids: z.array(z.string()).min(2),
});
export type ServiceConflict = z.output<typeof ServiceConflict>;

export const CalendarEvents = z.object({
  from: Day,
  to: Day,
  events: z.array(CalendarEvent),
  clashes: z.array(ServiceConflict),
  /** With a location: services of other homes that share a hearse or leader with one of these that day. */
  others: z.array(CalendarEvent),
  /** False if there are more events than one response holds. */
  is_complete: z.boolean(),
});
export type CalendarEvents = z.output<typeof CalendarEvents>;

export const CalendarQuery = z.object({ location: idSchema('home').optional() });

export const Calendar = z.object({
  today: Day,
  time_zone: z.string(),
  undated: z.object({ count: z.number().int(), count_is_exact: z.boolean(), cases: z.array(CaseRow) }),
});
export type Calendar = z.output<typeof Calendar>;
