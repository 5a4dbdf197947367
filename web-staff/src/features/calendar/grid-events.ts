import type { ScheduleEventData } from '@mantine/schedule';
import type { CalendarEvent } from '#domain/calendar/calendar.schema.ts';
import { clashMinutes, minutesOf } from '#domain/calendar/calendar-events.ts';
import { nameOf } from '#domain/calendar/event-words.ts';
import { addDays } from '#domain/values/calendar-date.ts';
import type { Destination } from '../../entities/calendar/mutations.ts';

/** How long a service is drawn: nobody writes down when it ends, and within that another one at its place clashes. */
const drawnMinutes = clashMinutes;
const [earliest, latest] = [7, 20];

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`;

/** An event as the grid draws it, on the clock of its home; without a time it takes the day. */
export const gridEvent = (event: CalendarEvent, color: string): ScheduleEventData => {
  const { date, time } = event;
  // What begins in the last hour ends with the day.
  const end = time && Math.min(minutesOf(time) + drawnMinutes, 24 * 60 - 1);
  return {
    id: event.id,
    title: nameOf(event),
    start: `${date} ${time ? `${time}:00` : '00:00:00'}`,
    end: end ? `${date} ${clock(end)}` : `${addDays(date, 1)} 00:00:00`,
    color,
    payload: { event },
  };
};

/** The hours that are drawn: those of a working day, and whatever begins or ends beyond them. */
export const hoursOf = (events: readonly CalendarEvent[]): { startTime: string; endTime: string } => {
  const begin = events.filter(({ time }) => time !== '').map(({ time }) => minutesOf(time));
  const first = Math.min(earliest, ...begin.map((minutes) => Math.floor(minutes / 60)));
  const last = Math.max(latest, ...begin.map((minutes) => Math.ceil((minutes + drawnMinutes) / 60)));
  return { startTime: `${String(first).padStart(2, '0')}:00:00`, endTime: last >= 24 ? '23:59:59' : `${last}:00:00` };
};

/** How many events without a time the fullest day has: they stand above one another. */
export const untimedRows = (events: readonly CalendarEvent[]): number => {
  const days = Map.groupBy(
    events.filter(({ time }) => time === ''),
    ({ date }) => date,
  );
  return Math.max(0, ...[...days.values()].map(({ length }) => length));
};

/** Where something was dropped: 'YYYY-MM-DD HH:mm:ss'; midnight is the row of what has no time. */
export const destinationOf = (dropped: string): Destination => {
  const time = dropped.slice(11, 16);
  return { date: dropped.slice(0, 10), time: time === '00:00' ? '' : time };
};
