import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { ExternalEvent } from '#domain/calendar/external-event.ts';

/** How often calendars are asked to fetch it anew, in seconds; many do as they like. */
const refreshSeconds = 3600;

/** A day as the library takes it: the date parts of its instant in UTC. */
const dayOf = (date: string): Date => new Date(`${date}T00:00:00Z`);

/**
 * Events as an iCalendar file (RFC 5545). Times are instants in UTC, which every program shows on its own clock: a zone
 * written beside them would need its whole history of daylight saving in the file. Without a CLASS: Google shows a
 * private event of a subscribed calendar as “Busy”, and the address of the file is the secret.
 */
export const calendarFile = (
  events: readonly ExternalEvent[],
  { siteUrl, now }: { siteUrl: string; now: Date },
): string => {
  const calendar = ical({
    name: 'Stillwater',
    prodId: { company: 'Stillwater', product: 'Calendar', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
  });
  for (const { id, title, place, notes, path, isFirm, span } of events)
    calendar.createEvent({
      id: `${id}@${new URL(siteUrl).hostname}`,
      ...('days' in span
        ? { allDay: true, start: dayOf(span.days.from), end: dayOf(span.days.before) }
        : { start: span.instants.from, end: span.instants.to }),
      stamp: now,
      summary: title,
      location: place || null,
      description: notes,
      url: `${siteUrl}${path}`,
      status: isFirm ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
      // It has to rise with every change, and a file knows only when it was made.
      sequence: Math.floor(now.getTime() / 60_000),
    });
  return `${calendar.toString()}\r\n`;
};
