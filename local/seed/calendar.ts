import { type CalendarDate, isCalendarDate, todayIn } from '#domain/shared/values/calendar-date.ts';

export type Calendar = ReturnType<typeof calendarOf>;

/** Days counted from today in a time zone (negative ones have passed), so that the demonstration never grows old. */
export const calendarOf = (now: Date, timeZone: string) => {
  const today = todayIn(timeZone, now);
  const day = (offset: number): CalendarDate => {
    const date = new Date(`${today}T12:00:00Z`);
    date.setUTCDate(date.getUTCDate() + offset);
    return date.toISOString().slice(0, 10);
  };
  const yearsAfter = (date: CalendarDate, years: number): CalendarDate => {
    const moved = `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;
    return isCalendarDate(moved) ? moved : moved.replace('-02-29', '-02-28');
  };
  return {
    day,
    yearsAfter,
    /** The birth of somebody who was `age` on day `died`, with the last birthday `sinceBirthday` days before. */
    born: (age: number, died: number, sinceBirthday: number): CalendarDate =>
      yearsAfter(day(died - sinceBirthday), -age),
    /** The latest Friday before today, as an offset from -7 to -1. */
    lastFriday: (() => {
      const weekday = new Date(`${today}T12:00:00Z`).getUTCDay();
      return -(((weekday + 1) % 7) + 1);
    })(),
  };
};

/** The instant so many hours before `now`, ISO 8601 in UTC. */
export const hoursBefore = (now: Date, hours: number): string =>
  new Date(now.getTime() - hours * 3_600_000).toISOString();
