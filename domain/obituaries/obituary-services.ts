import type { DayEvent } from '#domain/calendar/day.schema.ts';
import { eventTitle, inOrderOfDay } from '#domain/calendar/day-events.ts';
import { whenText, whereText } from '#domain/calendar/run-sheet.ts';

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

const sentenceOf = (event: DayEvent): string => {
  const day = longDate.format(new Date(`${event.date}T12:00:00Z`));
  const parts = [day, event.time && whenText(event), whereText(event)].filter(Boolean);
  return `${eventTitle(event)}: ${parts.join(', ')}.`;
};

/**
 * Returns the events that an obituary names, as sentences to copy into its text; '' without any. It is apart from the
 * photo, which every page of a case shows.
 */
export const servicesText = (events: readonly DayEvent[]): string => {
  const named = events.filter(({ in_obituary, date }) => in_obituary && date !== '');
  return inOrderOfDay(named).map(sentenceOf).join(' ');
};
