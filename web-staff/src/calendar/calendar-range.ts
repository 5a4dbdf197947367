import type { DayRange } from '#domain/calendar/day-events.ts';
import { addDays, addMonths, type CalendarDate, daysBetween } from '#domain/shared/values/calendar-date.ts';
import { shortDay } from './event-text.ts';

export const calendarViews = ['agenda', 'day', 'week', 'month'] as const;
export type CalendarView = (typeof calendarViews)[number];
export const viewLabels: Readonly<Record<CalendarView, string>> = {
  agenda: 'Agenda',
  day: 'Day',
  week: 'Week',
  month: 'Month',
};

const daysOf: Readonly<Record<Exclude<CalendarView, 'month'>, number>> = { agenda: 14, day: 1, week: 7 };
const weeksOfMonth = 6;

const firstOfMonth = (date: CalendarDate): CalendarDate => `${date.slice(0, 7)}-01`;

/** 0 for Sunday. */
export const weekdayOf = (date: CalendarDate): number => new Date(`${date}T00:00:00Z`).getUTCDay();

/** Both days are inclusive. A week starts with the day itself; a month has six whole weeks from a Sunday. */
export const rangeOf = (view: CalendarView, date: CalendarDate): DayRange => {
  if (view !== 'month') return { from: date, to: addDays(date, daysOf[view] - 1) };
  const first = firstOfMonth(date);
  const from = addDays(first, -weekdayOf(first));
  return { from, to: addDays(from, weeksOfMonth * 7 - 1) };
};

export const daysIn = ({ from, to }: DayRange): CalendarDate[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, ahead) => addDays(from, ahead));

export const step = (view: CalendarView, date: CalendarDate, direction: 1 | -1): CalendarDate =>
  view === 'month' ? addMonths(firstOfMonth(date), direction) : addDays(date, direction * daysOf[view]);

const format = (options: Intl.DateTimeFormatOptions) => {
  const made = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options });
  return (date: CalendarDate): string => made.format(new Date(`${date}T00:00:00Z`));
};
const monthAndYear = format({ month: 'long', year: 'numeric' });
const monthAndDay = format({ month: 'long', day: 'numeric' });
const shortMonthAndDay = format({ month: 'short', day: 'numeric' });
const whole = format({ month: 'long', day: 'numeric', year: 'numeric' });
/** 'Friday, November 20, 2026'. */
export const wholeDay = format({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });

/** 'November 20 – 26, 2026', 'November 2026'; the short one fits in one line of a phone: 'Nov 20 – Nov 26'. */
export const titleOf = (view: CalendarView, date: CalendarDate, length?: 'short'): string => {
  if (view === 'month') return monthAndYear(date);
  if (length === 'short') {
    const { from, to } = rangeOf(view, date);
    return view === 'day' ? shortDay(date) : `${shortMonthAndDay(from)} – ${shortMonthAndDay(to)}`;
  }
  if (view === 'day') return wholeDay(date);
  const { from, to } = rangeOf(view, date);
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${whole(from)} – ${whole(to)}`;
  const end = from.slice(0, 7) === to.slice(0, 7) ? String(Number(to.slice(8))) : monthAndDay(to);
  return `${monthAndDay(from)} – ${end}, ${to.slice(0, 4)}`;
};

export const dayName = (day: CalendarDate, today: CalendarDate): string => {
  if (day === today) return `Today, ${shortDay(day)}`;
  return day === addDays(today, 1) ? `Tomorrow, ${shortDay(day)}` : shortDay(day);
};
