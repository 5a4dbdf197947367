import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { calendarFileEndpoints } from '#domain/calendar/calendar.endpoints.ts';
import { feedDays } from '#domain/calendar/calendar-feed.schema.ts';
import { type DayRange, endAfter } from '#domain/calendar/day-events.ts';
import {
  type Dated,
  dayToExternalEvent,
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
import { calendar, type createCalendarRepository } from '../repository/calendar.ts';
import { type DayReads, daysReadOnly } from '../repository/days.ts';
import { calendarFeedsReadOnly, feedAddresses } from '../repository/feeds.ts';
import { type DayNames, officeDays, presentOwn } from '../schedule.ts';

/** Suggested refresh interval in seconds; many calendars ignore it. */
const refreshSeconds = 3600;

/** The library takes the UTC date of an instant. */
const dayOf = (date: string): Date => new Date(`${date}T00:00:00Z`);

/**
 * Returns an iCalendar file (RFC 5545). A zone would need its whole history of daylight saving, so times are UTC.
 * There is no CLASS, because Google shows private events of a subscribed calendar as “Busy”.
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
      // Must rise with every change, and only the file's own time is known.
      sequence: Math.floor(now.getTime() / 60_000),
    });
  return `${calendar.toString()}\r\n`;
};

/** Maximum past events, and maximum future events, of a kind. */
const maxEvents = 2_000;

// Separate limits: many past events displace no future one.
const spansAround = (today: string) => [
  { from: addDays(today, -feedDays.back), to: addDays(today, -1) },
  { from: today, to: addDays(today, feedDays.ahead) },
];

interface Included {
  readonly days: DayRange;
  readonly home: string | undefined;
  readonly creator: string | undefined;
}
interface EventReads {
  calendar: Pick<ReturnType<typeof createCalendarRepository>, 'events' | 'caseRows'>;
  days: DayReads;
}

const fieldEventsIn = async (db: EventReads, { days, ...of }: Included): Promise<(readonly [string, Dated])[]> => {
  const { events } = await db.calendar.events({ ...days, ...of }, undefined, maxEvents);
  const records = await db.days.ofFields(events.map(({ case_id: caseId, id }) => ({ caseId, id })));
  const minutes = new Map(records.map((record) => [record.id, record.minutes] as const));
  return events.map((event) => [
    event.funeral_home_id,
    { ...toExternalEvent(event), ...endAfter(event, minutes.get(event.id) ?? null) },
  ]);
};

/** Returns all other events of the day; a link to one's own cases has none without a case. */
const otherEventsIn = async (
  db: EventReads,
  { days, home, creator }: Included,
  names: DayNames,
): Promise<(readonly [string, Dated])[]> => {
  const [{ events }, office] = await Promise.all([
    db.days.between(days, maxEvents),
    creator === undefined ? db.days.office() : [],
  ]);
  const ofCases = await presentOwn(db, events, names, creator);
  return [...ofCases, ...office.flatMap((record) => officeDays(record, names, days))]
    .filter(({ date, funeral_home_id: at }) => date >= days.from && (home === undefined || at === home))
    .map((event) => [event.funeral_home_id, dayToExternalEvent(event)]);
};

const calendarFileDependencies = {
  feedAddresses,
  plainCalendarFeeds: calendarFeedsReadOnly,
  plainMembers: membersReadOnly,
  calendar,
  days: daysReadOnly,
  deadlineDays,
  homesByName,
  staffSite,
};

/** An unknown address and an expired one get the same response. */
const getCalendarFile = handler(
  calendarFileEndpoints.get,
  calendarFileDependencies,
  async ({ params }, { db: shared, within, now, staffSite: { url } }) => {
    const address = await shared.feedAddresses.find(sha256(params.token));
    if (!address) throw notFound();
    const { db } = within(address.organization_id);
    const feed = await db.plainCalendarFeeds.find(address.feed_id);
    if (!feed) throw notFound();
    // A link ends with the access of its owner.
    const { status, id } = await db.plainMembers.requireMember(feed.profile_id);
    if (status !== 'active') throw notFound();
    const spans = spansAround(now.toISOString().slice(0, 10));
    const of = { home: feed.funeral_home_id ?? undefined, creator: feed.scope === 'mine' ? id : undefined };
    const dueOf = { home: of.home, owner: of.creator };
    const [zones, homes] = await Promise.all([db.homesByName.homeZones(), db.homesByName.homeNames()]);
    const names = { members: [], resources: [], homes, zones };
    const [events, others, dues] = await Promise.all([
      Promise.all(spans.map((days) => fieldEventsIn(db, { days, ...of }))),
      feed.all_events ? Promise.all(spans.map((days) => otherEventsIn(db, { days, ...of }, names))) : [],
      feed.deadlines ? Promise.all(spans.map((days) => db.deadlineDays.within({ ...days, ...dueOf }, maxEvents))) : [],
    ]);
    const shown = [
      ...events.flat(),
      ...others.flat(),
      ...dues
        .flatMap((span) => span.dues)
        .map(
          (due) => [due.funeral_home_id, deadlineToExternalEvent(due, homes.get(due.funeral_home_id) ?? '')] as const,
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
