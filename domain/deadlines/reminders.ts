import { type CalendarDate, daysBetween } from '#domain/shared/values/calendar-date.ts';
import type { Duty } from './deadline-kinds.ts';

/** So many days before its day the owner of a deadline is told, unless stated: when it is soon (D3 §9). */
const defaultDays = 2;
const daysBefore: Partial<Record<Duty, number>> = { va_claim: 60 };
/** What is late by more is known, or from before there were reminders. */
const daysAfter = 7;
/** Nobody is written to at night. */
const [morning, evening] = ['07:00', '21:00'];

/** Whether the owner of a deadline is to be told now, where the clocks of its home show this. */
export function reminderIsDue(
  kind: Duty,
  due: CalendarDate,
  { day, time }: { day: CalendarDate; time: string },
): boolean {
  const left = daysBetween(day, due);
  return left <= (daysBefore[kind] ?? defaultDays) && left >= -daysAfter && time >= morning && time < evening;
}
