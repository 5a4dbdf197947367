import type { CalendarEvent } from '#domain/calendar/calendar.schema.ts';
import { conflictWindowMinutes, minutesOf } from '#domain/calendar/calendar-events.ts';

const [earliest, latest] = [7, 20];
/** How long a service is drawn: its end is not recorded, and another one at its place within that time clashes. */
const drawnMinutes = conflictWindowMinutes;
/** Where an event is dropped it begins at a quarter of an hour. */
const quarter = 15;

/** The hours that are drawn: those of a working day, and whatever begins or ends beyond them. */
export const hoursOf = (events: readonly CalendarEvent[]): { first: number; last: number } => {
  const begin = events.filter(({ time }) => time !== '').map(({ time }) => minutesOf(time));
  const first = Math.min(earliest, ...begin.map((minutes) => Math.floor(minutes / 60)));
  const last = Math.max(latest, ...begin.map((minutes) => Math.ceil((minutes + drawnMinutes) / 60)));
  return { first, last: Math.min(last, 24) };
};

/** An event of a day and where it is drawn, in parts of the day's height and width. */
export interface PlacedEvent {
  event: CalendarEvent;
  top: number;
  height: number;
  left: number;
  width: number;
}

/** Events of one day that have a time: those that overlap are drawn beside one another. */
export const placedEvents = (
  events: readonly CalendarEvent[],
  { first, last }: { first: number; last: number },
): PlacedEvent[] => {
  const minutes = (last - first) * 60;
  const timed = events
    .filter(({ time }) => time !== '')
    .map((event) => ({ event, start: minutesOf(event.time), lane: 0 }))
    .sort((a, b) => a.start - b.start);
  const clusters: (typeof timed)[] = [];
  for (const one of timed) {
    const cluster = clusters.at(-1);
    const before = cluster?.at(-1);
    if (cluster && before && one.start < before.start + drawnMinutes) cluster.push(one);
    else clusters.push([one]);
  }
  return clusters.flatMap((cluster) => {
    const ends: number[] = [];
    for (const one of cluster) {
      const free = ends.findIndex((end) => end <= one.start);
      one.lane = free === -1 ? ends.length : free;
      ends[one.lane] = one.start + drawnMinutes;
    }
    return cluster.map(({ event, start, lane }) => {
      const from = start - first * 60;
      return {
        event,
        top: from / minutes,
        height: (Math.min(from + drawnMinutes, minutes) - from) / minutes,
        left: lane / ends.length,
        width: 1 / ends.length,
      };
    });
  });
};

/** The time at a part of a day's height, by the quarter of an hour: 'HH:MM'. */
export const timeAt = (part: number, { first, last }: { first: number; last: number }): string => {
  const within = Math.min(Math.max(part, 0), 0.999) * (last - first) * 60;
  const minutes = first * 60 + Math.floor(within / quarter) * quarter;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
};
