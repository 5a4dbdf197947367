import * as z from 'zod';
import { CaseStatus } from '#domain/cases/case.schema.ts';
import { idSchema, recordKey } from '#domain/shared/contract/ids.ts';
import { Instant, version } from '#domain/shared/contract/wire.ts';
import { calendarDate } from '#domain/shared/values/calendar-date.ts';
import { clockTime } from '#domain/shared/values/date-time.ts';
import { multilineText, singleLineText } from '#domain/shared/values/text.ts';
import { dayMessages } from './day-messages.ts';
import {
  contactKinds,
  dayKinds,
  maxContacts,
  maxNeeds,
  needKinds,
  repeatKinds,
  resourceKinds,
  shiftKinds,
} from './day-names.ts';

const Day = z.iso.date();
/** HH:MM; '' if unknown. */
const Time = z.string();
const day = calendarDate('Date');
const time = z.union([z.literal(''), clockTime]);

const uuidText = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** An event of its own, or one whose date is a field of its case: `<case>-service`. */
export const dayEventId = z
  .string()
  .regex(new RegExp(`^${uuidText}(?:-(?:service|cremation|disposition))?$`), dayMessages.noSuchEvent)
  .meta({ [recordKey]: 'day-event' });

/** A need of an event: a member, a resource, or words where no record is chosen. */
export const SentNeed = z
  .object({
    kind: z.enum(needKinds, 'Choose a kind from the list'),
    member: idSchema('profile').nullable().default(null),
    resource: idSchema('resource').nullable().default(null),
    words: singleLineText('Name', 100).default(''),
    /** Such as 'drives the hearse', or the place of the person. */
    role: singleLineText('Role', 120).default(''),
    confirmed: z.boolean().default(false),
  })
  .refine(({ member, resource, words }) => [member, resource, words].filter(Boolean).length <= 1, {
    path: ['words'],
    message: dayMessages.oneRecord,
  });
export type SentNeed = z.output<typeof SentNeed>;

/** A need without member, resource and words is still open: 'one person more for the door'. */
export const EventNeed = z.object({
  kind: z.enum(needKinds),
  member: z.uuid().nullable(),
  resource: z.uuid().nullable(),
  words: z.string(),
  role: z.string(),
  confirmed: z.boolean(),
  /** The name of the member or resource, or the words; '' while open. */
  name: z.string(),
  /** The phone of the member; '' for anything else. */
  phone: z.string(),
});
export type EventNeed = z.output<typeof EventNeed>;

export const EventContact = z.object({
  kind: z.enum(contactKinds, 'Choose a kind from the list'),
  name: singleLineText('Name', 100),
  phone: singleLineText('Phone', 40).default(''),
  note: singleLineText('Note', 200).default(''),
  confirmed: z.boolean().default(false),
});
export type EventContact = z.output<typeof EventContact>;

/** How an event without a case repeats, such as training and meetings. */
export const Repeats = z.object({
  every: z.enum(repeatKinds),
  until: day.nullable().default(null),
  /** Days on which it does not take place. */
  skipped: z.array(day).max(200).default([]),
});
export type Repeats = z.output<typeof Repeats>;

/** An event in the time zone of its home. */
export const DayEvent = z.object({
  id: z.string(),
  /** 0 for an event of the case's fields to which nothing was added. */
  version: z.number().int(),
  kind: z.enum(dayKinds),
  /** '' for the label of the kind. */
  title: z.string(),
  date: Day,
  time: Time,
  /** Local to the home; '' where the end is not known. */
  end_date: z.string(),
  end_time: Time,
  place: z.string(),
  address: z.string(),
  /** Families see it on their page. */
  is_public: z.boolean(),
  /** Named in the obituary. */
  in_obituary: z.boolean(),
  notes: z.string(),
  wishes: z.string(),
  needs: z.array(EventNeed),
  contacts: z.array(EventContact),
  repeats: Repeats.nullable(),
  /** Why it was saved although something was needed twice. */
  conflict_reason: z.string(),
  /** True if its date, time and place are fields of the case. */
  of_fields: z.boolean(),
  case: z.uuid().nullable(),
  /** The first call of a promised arrival; absent for any other event. */
  first_call: z.uuid().optional(),
  case_number: z.string(),
  status: CaseStatus.nullable(),
  deceased_full_name: z.string(),
  deceased_last_name: z.string(),
  service_type: z.string(),
  /** Hearse and leader of a service in words, as fields of the case. */
  vehicle: z.string(),
  led_by: z.string(),
  /** Missing checks before this step; absent for any other event. */
  missing_checks: z.number().int().optional(),
  funeral_home_id: z.uuid(),
  funeral_home_name: z.string(),
  updated_at: Instant.nullable(),
  updated_by_name: z.string(),
});
export type DayEvent = z.output<typeof DayEvent>;

const sentValues = {
  kind: z.enum(dayKinds, 'Choose a kind from the list'),
  title: singleLineText('Title', 100),
  date: day,
  time,
  end_date: z.union([z.literal(''), day]),
  end_time: time,
  place: singleLineText('Place', 200),
  address: singleLineText('Address', 200),
  is_public: z.boolean(),
  in_obituary: z.boolean(),
  notes: multilineText('Notes', 2000),
  wishes: multilineText('Wishes', 1000),
  needs: z.array(SentNeed).max(maxNeeds),
  contacts: z.array(EventContact).max(maxContacts),
} as const;
const reason = singleLineText('Reason', 200);

export const NewDayEvent = z.object({
  kind: sentValues.kind,
  date: sentValues.date,
  title: sentValues.title.default(''),
  time: sentValues.time.default(''),
  end_date: sentValues.end_date.default(''),
  end_time: sentValues.end_time.default(''),
  place: sentValues.place.default(''),
  address: sentValues.address.default(''),
  is_public: sentValues.is_public.default(false),
  in_obituary: sentValues.in_obituary.default(false),
  notes: sentValues.notes.default(''),
  wishes: sentValues.wishes.default(''),
  needs: sentValues.needs.default([]),
  contacts: sentValues.contacts.default([]),
  /** Saves although something is needed twice. */
  conflict_reason: reason.default(''),
});
export type NewDayEvent = z.output<typeof NewDayEvent>;

export const NewOfficeEvent = NewDayEvent.extend({
  funeral_home: idSchema('home'),
  repeats: Repeats.nullable().default(null),
});

/** Omitted values stay. */
export const DayEventPatch = z
  .object({
    ...sentValues,
    conflict_reason: reason,
    version: z.number().int().min(0),
    /** Other events of the case that move by the same time. */
    move_also: z.array(dayEventId).max(60),
  })
  .partial();
export type DayEventPatch = z.output<typeof DayEventPatch>;
export const OfficeEventPatch = z
  .object({ ...sentValues, repeats: Repeats.nullable(), conflict_reason: reason, version: z.number().int().min(0) })
  .partial();

/** Something that two events need at overlapping times. */
export const DayConflict = z.object({
  of: z.enum([...needKinds, 'shift']),
  /** The member or resource, or the place, hearse or leader in words. */
  name: z.string(),
  event_ids: z.array(z.string()).min(1),
  /** The other event, such as 'Committal, Pruitt'; or the shift, such as 'Off'. */
  with: z.string(),
  date: Day,
  time: Time,
  end_time: Time,
  /** Present if the events do not overlap, but leave less than these minutes that the resource needs between them. */
  minutes_between: z.number().int().optional(),
  /** Resources of the same kind that are free at this time; those with a similar name first. */
  free: z.array(z.object({ id: z.uuid(), name: z.string() })),
  reason: z.string(),
});
export type DayConflict = z.output<typeof DayConflict>;

/** Details of a 409: the current event, or what is needed twice. */
export const EventRefusal = z.object({ current: DayEvent.optional(), conflicts: z.array(DayConflict).optional() });

export const ProposedEvent = z.object({
  kind: z.enum(dayKinds),
  date: Day,
  time: Time,
  end_time: Time,
  place: z.string(),
  is_public: z.boolean(),
});
export type ProposedEvent = z.output<typeof ProposedEvent>;

export const CaseDay = z.object({
  today: Day,
  time_zone: z.string(),
  events: z.array(DayEvent),
  conflicts: z.array(DayConflict),
  proposals: z.array(ProposedEvent),
});
export type CaseDay = z.output<typeof CaseDay>;

/** A changed event with the others that moved with it. */
export const ChangedEvents = z.object({ event: DayEvent, moved: z.array(DayEvent) });

export const Resource = z.object({
  id: z.uuid(),
  version,
  /** Null if all homes share it. */
  funeral_home_id: z.uuid().nullable(),
  kind: z.enum(resourceKinds),
  name: z.string(),
  /** Time between two events, such as for the way back. */
  minutes_between: z.number().int(),
  note: z.string(),
  active: z.boolean(),
});
export type Resource = z.output<typeof Resource>;
const resourceValues = {
  name: singleLineText('Name', 60).min(1, 'Name is required'),
  minutes_between: z.number().int().min(0).max(480, 'Enter at most 480 minutes'),
  note: singleLineText('Note', 200),
};
export const NewResource = z.object({
  funeral_home: idSchema('home').nullable().default(null),
  kind: z.enum(resourceKinds, 'Choose a kind from the list'),
  name: resourceValues.name,
  minutes_between: resourceValues.minutes_between.default(0),
  note: resourceValues.note.default(''),
});
/** Omitted values stay. The kind cannot change, because events need it as such. */
export const ResourcePatch = z
  .object({ ...resourceValues, funeral_home: idSchema('home').nullable(), active: z.boolean(), version })
  .partial();

export const Shift = z.object({
  id: z.uuid(),
  version,
  member: z.uuid(),
  member_name: z.string(),
  phone: z.string(),
  kind: z.enum(shiftKinds),
  funeral_home_id: z.uuid(),
  date: Day,
  time: Time,
  end_date: Day,
  end_time: Time,
  note: z.string(),
});
export type Shift = z.output<typeof Shift>;
export const NewShift = z.object({
  member: idSchema('profile', dayMessages.noSuchMember),
  kind: z.enum(shiftKinds, 'Choose a kind from the list'),
  date: day,
  time: clockTime,
  end_date: day,
  end_time: clockTime,
  note: singleLineText('Note', 200).default(''),
  /** Whose clock it follows. */
  funeral_home: idSchema('home'),
});

const range = { from: day.optional(), to: day.optional() };
export const ScheduleQuery = z.object({
  ...range,
  location: idSchema('home').optional(),
  member: idSchema('profile').optional(),
  resource: idSchema('resource').optional(),
});
export const ShiftQuery = z.object(range);

/** Everything that happens in a range of days. */
export const Schedule = z.object({
  from: Day,
  to: Day,
  events: z.array(DayEvent),
  conflicts: z.array(DayConflict),
  shifts: z.array(Shift),
  /** False if there are more events than one response holds. */
  is_complete: z.boolean(),
});
export type Schedule = z.output<typeof Schedule>;
