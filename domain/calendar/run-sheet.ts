import * as z from 'zod';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { Instant } from '#domain/shared/contract/wire.ts';
import { type CalendarDate, calendarDate, formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { DayEvent, Shift } from './day.schema.ts';
import { type Extent, eventTitle } from './day-events.ts';
import { contactKindLabels, needKindLabels, shiftKindLabels } from './day-names.ts';

const OpenPoint = z.object({ event_id: z.string(), text: z.string(), phone: z.string() });
export type OpenPoint = z.output<typeof OpenPoint>;

/** Texts of a run sheet about an event, to find later what changed. */
export const SheetLine = z.object({
  event_id: z.string(),
  title: z.string(),
  date: z.iso.date(),
  when: z.string(),
  where: z.string(),
  people: z.string(),
  notes: z.string(),
});
export type SheetLine = z.output<typeof SheetLine>;

const changeKinds = ['added', 'removed', 'changed'] as const;
export const SheetChange = z.object({
  kind: z.enum(changeKinds),
  event_id: z.string(),
  title: z.string(),
  /** 'Event', 'Time', 'Place', 'People' or 'Notes'; '' for an event that was added or removed. */
  field: z.string(),
  was: z.string(),
  now: z.string(),
  by_name: z.string(),
  at: Instant.nullable(),
});
export type SheetChange = z.output<typeof SheetChange>;

/** How the caller last had the sheet in hand. */
export const SheetSeen = z.object({
  at: Instant,
  printed: z.boolean(),
  /** How often it was seen with other contents before, plus one. */
  number: z.number().int(),
});
export type SheetSeen = z.output<typeof SheetSeen>;

export const RunSheetQuery = z.object({
  day: calendarDate('Day').optional(),
  /** Without a member, the sheet of the whole day. */
  member: idSchema('profile').optional(),
  location: idSchema('home').optional(),
});

/** The run sheet of a day: of one person, or of everyone. */
export const RunSheet = z.object({
  day: z.iso.date(),
  member: z.uuid().nullable(),
  member_name: z.string(),
  organization_name: z.string(),
  phone: z.string(),
  made_at: Instant,
  time_zone: z.string(),
  /** Changes with every change that a reader must know. */
  fingerprint: z.string(),
  events: z.array(DayEvent),
  open: z.array(OpenPoint),
  shifts: z.array(Shift),
  seen: SheetSeen.nullable(),
  changes: z.array(SheetChange),
});
export type RunSheet = z.output<typeof RunSheet>;

export const SheetSight = z.object({
  day: calendarDate('Day'),
  member: idSchema('profile').nullable().default(null),
  location: idSchema('home').nullable().default(null),
  fingerprint: z.string().max(100),
  printed: z.boolean().default(false),
});

/** Returns the events of a person on a day, or all of them without a person. */
export const eventsFor = (events: readonly DayEvent[], member: string | null): DayEvent[] =>
  events.filter(({ needs }) => member === null || needs.some((need) => need.member === member));

const clock = (time: string): string => (time === '' ? '' : formatTime(time));

/** Returns when an event is: '1:00 PM to 2:15 PM', 'all day', with the day of an end after midnight. */
export const whenText = ({ date, time, end_date, end_time }: Extent): string => {
  if (time === '') return 'No time yet';
  const end = end_time && [clock(end_time), end_date && end_date !== date ? `on ${formatDate(end_date)}` : ''];
  return end ? `${clock(time)} to ${end.filter(Boolean).join(' ')}` : clock(time);
};

/** Returns which part of a day a shift covers: 'until 8:00 AM', 'from 5:00 PM', 'from 9:00 AM to 5:00 PM', 'all day'. */
export const partOfDay = ({ date, time, end_date, end_time }: Extent, day: CalendarDate): string =>
  [date === day && `from ${clock(time)}`, end_date === day && `${date === day ? 'to' : 'until'} ${clock(end_time)}`]
    .filter(Boolean)
    .join(' ') || 'all day';

/** Returns a shift on a day in words: 'On call: Dee Kowalski until 8:00 AM'. */
export const shiftText = (shift: Shift, day: CalendarDate): string =>
  `${shiftKindLabels[shift.kind]}: ${shift.member_name} ${partOfDay(shift, day)}`;

export const whereText = ({ place, address }: Pick<DayEvent, 'place' | 'address'>): string =>
  [place, address].filter(Boolean).join(', ');

/** Returns a need in words: 'Dee Kowalski drives the hearse', 'Hearse 1', or what is still open. */
export const needText = ({ name, role, kind, confirmed }: DayEvent['needs'][number]): string => {
  const who = name || `${needKindLabels[kind]} still open`;
  return [role ? `${who}: ${role}` : who, name && !confirmed && 'not confirmed'].filter(Boolean).join(', ');
};

export const withPhone = (text: string, phone: string): string =>
  [text, phone && formatPhone(phone)].filter(Boolean).join(', ');

/** Returns a contact in words: 'Clergy: Rev. Hale, (904) 555-0142, not confirmed'. */
export const contactText = ({ kind, name, phone, note, confirmed }: DayEvent['contacts'][number]): string =>
  [withPhone(`${contactKindLabels[kind]}: ${name}`, phone), note, !confirmed && 'not confirmed']
    .filter(Boolean)
    .join(', ');

const peopleText = ({ needs, contacts, vehicle, led_by }: DayEvent): string =>
  [
    ...needs.map((need) => withPhone(needText(need), need.phone)),
    vehicle && `Hearse: ${vehicle}`,
    led_by && `Led by: ${led_by}`,
    ...contacts.map(contactText),
  ]
    .filter(Boolean)
    .join('; ');

/** Returns what a run sheet says about events, for the next comparison. */
export const sheetLines = (events: readonly DayEvent[]): SheetLine[] =>
  events.map((event) => ({
    event_id: event.id,
    title: [eventTitle(event), event.deceased_full_name].filter(Boolean).join(', '),
    date: event.date,
    when: whenText(event),
    where: whereText(event),
    people: peopleText(event),
    notes: [event.notes, event.wishes].filter(Boolean).join('\n'),
  }));

const comparedFields = { title: 'Event', when: 'Time', where: 'Place', people: 'People', notes: 'Notes' } as const;
const lineKey = ({ event_id, date }: SheetLine): string => `${event_id} ${date}`;

/** Returns what changed since a sheet was seen, in the order of the sheet; removed events come last. */
export const sheetChanges = (before: readonly SheetLine[], events: readonly DayEvent[]): SheetChange[] => {
  const byKey = new Map(before.map((line) => [lineKey(line), line] as const));
  const now = sheetLines(events);
  const changed = now.flatMap((line, index): SheetChange[] => {
    const { updated_by_name: by_name = '', updated_at: at = null } = events[index] ?? {};
    const about = { event_id: line.event_id, title: line.title, by_name, at };
    const old = byKey.get(lineKey(line));
    if (!old) return [{ ...about, kind: 'added', field: '', was: '', now: line.when }];
    return (Object.keys(comparedFields) as (keyof typeof comparedFields)[])
      .filter((field) => old[field] !== line[field])
      .map((field) => ({
        ...about,
        kind: 'changed',
        field: comparedFields[field],
        was: old[field],
        now: line[field],
      }));
  });
  const left = new Set(now.map(lineKey));
  const removed = before
    .filter((line) => !left.has(lineKey(line)))
    .map(({ event_id, title, when }) => ({
      kind: 'removed' as const,
      event_id,
      title,
      field: '',
      was: when,
      now: '',
      by_name: '',
      at: null,
    }));
  return [...changed, ...removed];
};

/** Returns what is not settled: needs without a name or confirmation, contacts, and checks before a step. */
export const openPoints = (events: readonly DayEvent[]): OpenPoint[] =>
  events.flatMap((event) => {
    const at = `${eventTitle(event)}: `;
    const needs = event.needs
      .filter(({ name, confirmed }) => name === '' || !confirmed)
      .map((need) => ({ text: at + needText(need), phone: need.phone }));
    const contacts = event.contacts
      .filter(({ confirmed }) => !confirmed)
      .map(({ kind, name, phone }) => ({
        text: `${at}${[contactKindLabels[kind], name].filter(Boolean).join(' ')}, not confirmed`,
        phone,
      }));
    const checks = event.missing_checks ?? 0;
    const text = `${at}${checks} ${checks === 1 ? 'check is' : 'checks are'} missing`;
    const missing = checks > 0 ? [{ text, phone: '' }] : [];
    return [...needs, ...contacts, ...missing].map((point) => ({ event_id: event.id, ...point }));
  });

/** Kinds of events in a room of the home, which no map shows. */
const indoors: readonly DayEvent['kind'][] = ['arrangement', 'preparation', 'other'];

/** Returns the address of a place for maps; undefined without one, and for a room of the home. */
export const mapLink = (event: Pick<DayEvent, 'kind' | 'place' | 'address'>): string | undefined => {
  const where = whereText(event);
  return where && (event.address || !indoors.includes(event.kind))
    ? `https://maps.google.com/maps?q=${encodeURIComponent(where)}`
    : undefined;
};
