import * as z from 'zod';
import type { DayEvent, DayEventPatch, Repeats } from '#domain/calendar/day.schema.ts';
import { type Extent, endAfter, lengthOf, type Moment } from '#domain/calendar/day-events.ts';
import { dayMessages } from '#domain/calendar/day-messages.ts';
import {
  type DayKind,
  dayKindLabels,
  dayKinds,
  type RepeatKind,
  repeatKinds,
  repeatLabels,
} from '#domain/calendar/day-names.ts';
import type { FieldErrors } from '#domain/shared/forms/rules.ts';
import { schemaErrors } from '#domain/shared/forms/validate.ts';
import { calendarDate, isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { clockTime } from '#domain/shared/values/date-time.ts';
import { pick } from '#domain/shared/values/pick.ts';
import type { FieldShape } from '../../ui/fields/use-values-form.ts';
import { optionsOf, sentNeed } from './day-text.ts';

const emptyBody = {
  kind: 'other' as DayKind,
  title: '',
  date: '',
  time: '',
  /** Blank where it follows from the times. */
  end_date: '',
  end_time: '',
  place: '',
  address: '',
  is_public: false,
  in_obituary: false,
  notes: '',
  wishes: '',
};
const sent = Object.keys(emptyBody) as (keyof typeof emptyBody)[];
const emptyValues = { ...emptyBody, funeral_home: '', every: '' as RepeatKind | '', until: '' };
export type EventValues = typeof emptyValues;

const moments = ['date', 'time', 'end_date', 'end_time'] as const;

const minutesOf = (extent: Extent): number | null => {
  const length = lengthOf(extent);
  return 'errors' in length ? null : length.minutes;
};

export const eventValues = (event: DayEvent | undefined, start: Partial<EventValues>): EventValues => {
  if (!event) return { ...emptyValues, ...start };
  const isImplied = minutesOf({ ...event, end_date: '' }) === minutesOf(event);
  const { every = '', until = null } = event.repeats ?? {};
  return {
    ...pick(event, sent),
    ...(isImplied ? { end_date: '' } : {}),
    funeral_home: event.funeral_home_id,
    every,
    until: until ?? '',
  };
};

/** Returns the values with an end that moved along with the start. */
export const withEndOf = (before: EventValues, values: EventValues): EventValues => {
  const minutes = minutesOf(before);
  const hasStart = isCalendarDate(values.date) && clockTime.safeParse(values.time).success;
  if (minutes === null || !hasStart || before.time === '') return values;
  const moved = { ...values, ...endAfter(values, minutes) };
  return minutesOf({ ...moved, end_date: '' }) === minutes ? { ...moved, end_date: '' } : moved;
};

const formats = z
  .object({
    date: calendarDate('Date'),
    time: clockTime,
    end_time: clockTime,
    end_date: calendarDate('Last day'),
    until: calendarDate('Last day'),
  })
  .partial();

export const eventErrors = (values: EventValues): FieldErrors => {
  const filled = Object.entries(values).filter(([, value]) => value !== '');
  const errors: FieldErrors = {
    ...(values.date === '' && { date: ['Enter a date'] }),
    ...(values.kind === 'other' && values.title.trim() === '' && { title: [dayMessages.titleOfOther] }),
    ...schemaErrors(formats, Object.fromEntries(filled)),
  };
  if (Object.keys(errors).length > 0) return errors;
  const length = lengthOf(values);
  if ('errors' in length) return length.errors;
  return values.until !== '' && values.until < values.date ? { until: [dayMessages.untilFirst] } : {};
};

export const eventBody = (values: EventValues, { needs, contacts }: Pick<DayEvent, 'needs' | 'contacts'>) => ({
  ...pick(values, sent),
  needs: needs.map(sentNeed),
  contacts: contacts.filter(({ name, phone, note }) => name || phone || note),
});
type Body = ReturnType<typeof eventBody>;

/** Returns the changed values of a body; an end that only moved along with its start is not sent. */
export const changesOf = (before: Body, after: Body, isEndTyped: boolean): DayEventPatch => {
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Body]),
  );
  const isMoved = changed.some(([name]) => moments.some((one) => one === name));
  const rest = changed.filter(([name]) => !moments.some((one) => one === name));
  return {
    ...Object.fromEntries(rest),
    ...(isMoved && pick(after, isEndTyped ? moments : (['date', 'time'] as const))),
  };
};

export const repeatsOf = ({ every, until }: EventValues, before: Repeats | null): Repeats | null =>
  every === '' ? null : { every, until: until || null, skipped: before?.skipped ?? [] };

export const isMoved = (a: Moment, b: Moment): boolean => a.date !== b.date || a.time !== b.time;

export const eventFields = {
  kind: { name: 'kind', label: 'Kind', kind: 'chosen', options: optionsOf(dayKinds, dayKindLabels) },
  title: { name: 'title', label: 'Title', kind: 'text', maxLength: 100, help: 'Blank for the name of its kind' },
  date: { name: 'date', label: 'Date', kind: 'date', requiredIf: true },
  time: { name: 'time', label: 'Time', kind: 'time', daytime: true },
  end_time: { name: 'end_time', label: 'End', kind: 'time', daytime: true },
  end_date: { name: 'end_date', label: 'Last day', kind: 'date', help: 'Only if it lasts more than a day' },
  place: { name: 'place', label: 'Place', kind: 'text', maxLength: 200 },
  address: { name: 'address', label: 'Address', kind: 'text', maxLength: 200 },
  is_public: { name: 'is_public', label: 'On the family page', kind: 'checkbox' },
  in_obituary: { name: 'in_obituary', label: 'In the obituary', kind: 'checkbox' },
  wishes: { name: 'wishes', label: 'What the family wishes', kind: 'textarea', rows: 2, maxLength: 1000 },
  notes: { name: 'notes', label: 'Notes', kind: 'textarea', rows: 2, maxLength: 2000 },
  every: {
    name: 'every',
    label: 'Repeats',
    kind: 'chosen',
    options: [{ value: '', label: 'Once' }, ...optionsOf(repeatKinds, repeatLabels)],
  },
  until: { name: 'until', label: 'Until', kind: 'date', help: 'Blank if it has no last day' },
} as const satisfies Record<string, FieldShape>;
