import { createHash } from 'node:crypto';
import { inOrderOfDay } from '#domain/calendar/day-events.ts';
import { eventsFor, openPoints, type RunSheet, type SheetLine, sheetLines } from '#domain/calendar/run-sheet.ts';
import { type CalendarDate, todayIn } from '#domain/shared/values/calendar-date.ts';
import type { Organizations } from '#functions/organizations/repository/organizations.ts';
import type { DayReads } from '../repository/days.ts';
import { presentShift, readSchedule } from '../schedule.ts';
import { maxEvents } from './find-conflicts.ts';

type Reads = Parameters<typeof readSchedule>[0] & {
  days: Pick<DayReads, 'shifts'>;
  organizations: Pick<Organizations, 'organization' | 'plainHome'>;
};
interface Asked {
  readonly day?: CalendarDate | undefined;
  readonly member?: string | null | undefined;
  readonly location?: string | null | undefined;
}

/** Returns the run sheet of a day, by default of today at the home, with its lines; of one person or of everyone. */
export const readRunSheet = async (
  db: Reads,
  { day: asked, member = null, location }: Asked,
  { actor, now }: { actor: { readonly homeId: string }; now: Date },
): Promise<{ sheet: Omit<RunSheet, 'seen' | 'changes'>; lines: SheetLine[] }> => {
  const [home, organization] = await Promise.all([
    db.organizations.plainHome(location ?? actor.homeId),
    db.organizations.organization(),
  ]);
  const time_zone = home?.time_zone ?? 'UTC';
  const day = asked ?? todayIn(time_zone, now);
  const range = { from: day, to: day };
  const [{ events: all, names }, shifts] = await Promise.all([
    readSchedule(db, range, maxEvents),
    db.days.shifts(range),
  ]);
  const here = all.filter(({ funeral_home_id }) => !location || funeral_home_id === location);
  const events = inOrderOfDay(eventsFor(here, member));
  const lines = sheetLines(events);
  const person = names.members.find(({ id }) => id === member);
  const sheet = {
    ...{ day, member, made_at: now.toISOString(), time_zone },
    member_name: person ? `${person.first_name} ${person.last_name}`.trim() : '',
    ...{ organization_name: organization?.name ?? '', phone: home?.phone ?? '' },
    fingerprint: createHash('sha256').update(JSON.stringify(lines)).digest('base64url'),
    ...{ events, open: openPoints(events) },
    shifts: shifts
      .filter((shift) => (member ? shift.member === member : !location || shift.funeral_home_id === location))
      .map((shift) => presentShift(shift, names)),
  };
  return { sheet, lines };
};
