import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { calendarFileEndpoints } from '#domain/calendar/calendar.endpoints.ts';
import { feedDays } from '#domain/calendar/calendar-feed.schema.ts';
import {
  deadlineToExternalEvent,
  type ExternalEvent,
  outsideEvent,
  toExternalEvent,
} from '#domain/calendar/external-event.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { addDays } from '#domain/shared/values/calendar-date.ts';
import { deadlineDays } from '#functions/deadlines/repository/deadlines.ts';
import { homesByName } from '#functions/organizations/repository/homes.ts';
import { staffSite } from '#functions/platform/api/dependencies.ts';
import { handler, organizationScopedRoutes } from '#functions/platform/api/handler.ts';
import { sha256 } from '#functions/platform/store/transactions/idempotency.ts';
import { membersReadOnly } from '#functions/team/repository/team.ts';
import { calendarFeedsReadOnly, feedAddresses } from '../feeds-repository.ts';
import { calendar } from '../repository.ts';

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

/** Of a kind so many are in one file of what is over, and as many of what is to come. */
const maxEvents = 2_000;

// Each span has a limit of its own, so that many past events leave out no future one.
const spansAround = (today: string) => [
  { from: addDays(today, -feedDays.back), to: addDays(today, -1) },
  { from: today, to: addDays(today, feedDays.ahead) },
];

const calendarFileDependencies = {
  feedAddresses,
  plainCalendarFeeds: calendarFeedsReadOnly,
  plainMembers: membersReadOnly,
  calendar,
  deadlineDays,
  homesByName,
  staffSite,
};

/** The calendar behind a secret address. Whoever asks for one that never was is told the same as of one that is over. */
const getCalendarFile = handler(
  calendarFileEndpoints.get,
  calendarFileDependencies,
  async ({ params }, { db: shared, within, now, staffSite: { url } }) => {
    const address = await shared.feedAddresses.find(sha256(params.token));
    if (!address) throw notFound();
    const { db } = within(address.organization_id);
    const feed = await db.plainCalendarFeeds.find(address.feed_id);
    if (!feed) throw notFound();
    // A link lives as long as the access of who made it.
    const { status, id } = await db.plainMembers.requireMember(feed.profile_id);
    if (status !== 'active') throw notFound();
    const spans = spansAround(now.toISOString().slice(0, 10));
    const of = { home: feed.funeral_home_id ?? undefined, creator: feed.scope === 'mine' ? id : undefined };
    // Whose link brings their own cases brings the deadlines that are theirs.
    const dueOf = { home: of.home, owner: of.creator };
    const [events, dues, zones, names] = await Promise.all([
      Promise.all(spans.map((days) => db.calendar.events({ ...days, ...of }, undefined, maxEvents))),
      feed.deadlines ? Promise.all(spans.map((days) => db.deadlineDays.within({ ...days, ...dueOf }, maxEvents))) : [],
      db.homesByName.homeZones(),
      db.homesByName.homeNames(),
    ]);
    const shown = [
      ...events.flatMap((span) => span.events).map((event) => [event.funeral_home_id, toExternalEvent(event)] as const),
      ...dues
        .flatMap((span) => span.dues)
        .map(
          (due) => [due.funeral_home_id, deadlineToExternalEvent(due, names.get(due.funeral_home_id) ?? '')] as const,
        ),
    ];
    const content = calendarFile(
      shown.map(([home, event]) => outsideEvent(event, { timeZone: zones.get(home) ?? 'UTC', naming: feed.naming })),
      { siteUrl: url, now },
    );
    return { type: calendarFileEndpoints.get.response.types[0], name: 'calendar.ics', content, inline: true };
  },
);

export const calendarFileRoutes = organizationScopedRoutes(calendarFileEndpoints, { get: getCalendarFile });
