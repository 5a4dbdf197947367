import type { DayConflict, DayEvent, DayEventPatch, NewDayEvent, SentNeed } from '#domain/calendar/day.schema.ts';
import { endAfter, eventTitle, lengthOf, type Moment } from '#domain/calendar/day-events.ts';
import { dayMessages } from '#domain/calendar/day-messages.ts';
import { resourceOfNeed } from '#domain/calendar/day-names.ts';
import { needText, whenText, whereText } from '#domain/calendar/run-sheet.ts';
import { type FieldErrors, invalid } from '#domain/shared/contract/errors.ts';
import { type Change, changesBetween } from '#functions/platform/store/audit/audit-log.ts';
import type { DayEventRecord } from '../repository/days.ts';
import type { DayNames } from '../schedule.ts';

/** Needs may name active members, and resources in use at the home of the event; what was named before may stay. */
const needErrors = (
  needs: readonly SentNeed[],
  before: readonly SentNeed[],
  home: string,
  { members, resources }: DayNames,
): FieldErrors => {
  const stays = (id: string): boolean => before.some(({ member, resource }) => member === id || resource === id);
  const errors: FieldErrors = {};
  for (const [at, { kind, member, resource }] of needs.entries()) {
    const isMember = ({ id, status }: (typeof members)[number]) =>
      id === member && (status === 'active' || stays(id)) && kind === 'person';
    if (member && !members.some(isMember)) errors[`needs.${at}.member`] = [dayMessages.noSuchMember];
    const isResource = ({ id, active, funeral_home_id, ...one }: (typeof resources)[number]) =>
      id === resource &&
      one.kind === resourceOfNeed[kind] &&
      (stays(id) || (active && (funeral_home_id === null || funeral_home_id === home)));
    if (resource && !resources.some(isResource)) errors[`needs.${at}.resource`] = [dayMessages.noSuchResource];
  }
  return errors;
};

const copied = [
  'kind',
  'title',
  'address',
  'is_public',
  'in_obituary',
  'notes',
  'wishes',
  'needs',
  'contacts',
] as const;

type Sent = Omit<DayEventPatch, 'version' | 'move_also'>;

const sentLength = (start: Moment, minutes: number | null, { end_date, end_time }: Sent) => {
  if (end_date === undefined && end_time === undefined) return { minutes };
  const moved = endAfter(start, minutes);
  // The end of a shorter event can pass midnight: its day follows from its time.
  const day = minutes !== null && minutes >= 1440 && end_time !== '' ? moved.end_date : '';
  const end = { end_date: end_date ?? day, end_time: end_time ?? moved.end_time };
  return lengthOf({ ...start, ...end });
};

/** Returns a record with the values that were sent. Throws 400 with the errors by field. */
export const withSent = (
  before: DayEventRecord,
  start: Moment,
  sent: Sent | NewDayEvent,
  { home, names }: { home: string; names: DayNames },
): DayEventRecord => {
  const values = Object.fromEntries(
    copied.filter((name) => sent[name] !== undefined).map((name) => [name, sent[name]]),
  );
  const next: DayEventRecord = { ...before, ...values };
  const length = sentLength(start, before.minutes, sent);
  const errors: FieldErrors = {
    ...('errors' in length ? length.errors : {}),
    ...(sent.needs ? needErrors(next.needs, before.needs, home, names) : {}),
    ...(next.kind === 'other' && next.title === '' ? { title: [dayMessages.titleOfOther] } : {}),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { ...next, minutes: 'minutes' in length ? length.minutes : null };
};

/** Returns a record as it is saved: with who saved it, and with the reason for a conflict while it has one. */
export const savedAs = (
  next: DayEventRecord,
  conflicts: readonly DayConflict[],
  { reason, now, actor }: { reason: string; now: Date; actor: { readonly name: string } },
): DayEventRecord => ({
  ...next,
  version: next.version + 1,
  conflict_reason: conflicts.some(({ event_ids }) => event_ids.includes(next.id)) ? reason || next.conflict_reason : '',
  updated_at: now.toISOString(),
  updated_by_name: actor.name,
});

const auditedValues = (event: DayEvent | undefined) =>
  event && {
    'events.when': [event.date, whenText(event)].join(' '),
    'events.where': whereText(event) || null,
    'events.needs': event.needs.map(needText).join('; ') || null,
    'events.contacts':
      event.contacts.map(({ name, phone }) => [name, phone].filter(Boolean).join(' ')).join('; ') || null,
    'events.notes': event.notes || null,
    'events.wishes': event.wishes || null,
    'events.is_public': event.is_public || null,
    'events.in_obituary': event.in_obituary || null,
    'events.reason': event.conflict_reason || null,
  };

/** Returns the differences of an event for the history of its case, with its title first. */
export const eventChanges = (before: DayEvent | undefined, next: DayEvent | undefined): Change[] => [
  { field: 'events.title', from: before ? eventTitle(before) : null, to: next ? eventTitle(next) : null },
  ...changesBetween(auditedValues(before) ?? {}, auditedValues(next) ?? {}),
];
