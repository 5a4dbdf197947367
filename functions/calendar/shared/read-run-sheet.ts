import { createHash } from 'node:crypto';
import type { DayEvent, Shift } from '#domain/calendar/day.schema.ts';
import { inOrderOfDay } from '#domain/calendar/day-events.ts';
import {
  eventsFor,
  openPoints,
  type RunSheet,
  type SheetLine,
  sheetChanges,
  sheetLines,
} from '#domain/calendar/run-sheet.ts';
import { promisedArrival } from '#domain/first-calls/promised-arrival.ts';
import { type CalendarDate, todayIn } from '#domain/shared/values/calendar-date.ts';
import { pick } from '#domain/shared/values/pick.ts';
import type { FirstCallListRow } from '#functions/first-calls/repository/first-call-record.ts';
import type { createPromisedArrivals } from '#functions/first-calls/repository/first-calls.ts';
import type { Organizations } from '#functions/organizations/repository/organizations.ts';
import type { DayRepository, SheetRecord } from '../repository/days.ts';
import { type DayNames, emptyRecord, memberIn, presentEvent, readSchedule } from '../schedule.ts';
import { maxEvents } from './find-conflicts.ts';

type Reads = Parameters<typeof readSchedule>[0] & {
  days: Pick<DayRepository, 'sheet'>;
  organizations: Pick<Organizations, 'organization' | 'plainHome'>;
  arrivals: ReturnType<typeof createPromisedArrivals>;
};
interface Asked {
  readonly day?: CalendarDate | undefined;
  readonly member?: string | null | undefined;
  readonly location?: string | null | undefined;
}

const arrivalEvent = (row: FirstCallListRow, names: DayNames, now: Date): DayEvent | undefined => {
  const { id, case_id, next_of_kin_name: name, next_of_kin_phone: phone, funeral_home_id } = row;
  const promised = promisedArrival(row, names.zones.get(funeral_home_id) ?? 'UTC', now);
  if (!promised) return undefined;
  const record = {
    ...emptyRecord(`${id}-arrival`, case_id, 'removal'),
    funeral_home_id,
    title: 'Promised arrival',
    place: row.place_of_death,
    date: promised.day,
    time: promised.time,
    contacts: name || phone ? [{ kind: 'family' as const, name, phone, note: '', confirmed: true }] : [],
  };
  return {
    ...presentEvent(record, undefined, names),
    ...pick(row, ['deceased_full_name', 'deceased_last_name']),
    case: case_id,
    case_number: row.case_number ?? '',
    first_call: id,
  };
};

/** An arrival has no people yet: the person on call for the home at that time goes. */
const isOnCallFor = ({ date, time, funeral_home_id }: DayEvent, shift: Shift): boolean =>
  shift.kind === 'on_call' &&
  shift.funeral_home_id === funeral_home_id &&
  `${shift.date} ${shift.time}` <= `${date} ${time}` &&
  `${date} ${time}` < `${shift.end_date} ${shift.end_time}`;

/** Returns the run sheet of a day, by default of today at the home, and as the caller last saw it. */
export const readRunSheet = async (
  db: Reads,
  { day: asked, member = null, location }: Asked,
  { actor, now }: { actor: { readonly id: string; readonly homeId: string }; now: Date },
): Promise<{ sheet: RunSheet; lines: SheetLine[]; of: string; last: SheetRecord | undefined }> => {
  const home = await db.organizations.plainHome(location ?? actor.homeId);
  const time_zone = home?.time_zone ?? 'UTC';
  const day = asked ?? todayIn(time_zone, now);
  const [{ events: planned, names, planning }, calls, organization] = await Promise.all([
    readSchedule(db, { from: day, to: day }, maxEvents),
    db.arrivals.open(now),
    db.organizations.organization(),
  ]);
  const isHere = ({ funeral_home_id }: { funeral_home_id: string }) => !location || funeral_home_id === location;
  const shifts = planning.shifts.filter((shift) => (member ? shift.member === member : isHere(shift)));
  const arrivals = calls
    .flatMap((row) => arrivalEvent(row, names, now) ?? [])
    .filter((arrival) => arrival.date === day && (!member || shifts.some((shift) => isOnCallFor(arrival, shift))));
  const events = inOrderOfDay([...eventsFor(planned, member), ...arrivals].filter(isHere));
  const lines = sheetLines(events);
  const fingerprint = createHash('sha256').update(JSON.stringify(lines)).digest('base64url');
  const of = [member ?? 'ALL', location].filter(Boolean).join('#');
  const last = await db.days.sheet(actor.id, day, of);
  const sheet = {
    day,
    member,
    made_at: now.toISOString(),
    time_zone,
    member_name: memberIn(names, member)?.name ?? '',
    organization_name: organization?.name ?? '',
    phone: home?.phone ?? '',
    fingerprint,
    events,
    open: openPoints(events),
    shifts: inOrderOfDay(shifts),
    seen: last ?? null,
    changes: last && last.fingerprint !== fingerprint ? sheetChanges(last.lines, events) : [],
  };
  return { sheet, lines, of, last };
};
