import { createHash } from 'node:crypto';
import type { DayEvent } from '#domain/calendar/day.schema.ts';
import { inOrderOfDay } from '#domain/calendar/day-events.ts';
import { eventsFor, openPoints, type RunSheet, type SheetLine, sheetLines } from '#domain/calendar/run-sheet.ts';
import { promisedArrival } from '#domain/first-calls/promised-arrival.ts';
import { type CalendarDate, todayIn } from '#domain/shared/values/calendar-date.ts';
import { pick } from '#domain/shared/values/pick.ts';
import type { FirstCallListRow } from '#functions/first-calls/repository/first-call-record.ts';
import type { createPromisedArrivals } from '#functions/first-calls/repository/first-calls.ts';
import type { Organizations } from '#functions/organizations/repository/organizations.ts';
import type { DayReads, ShiftRecord } from '../repository/days.ts';
import { type DayNames, emptyRecord, presentEvent, presentShift, readSchedule } from '../schedule.ts';
import { maxEvents } from './find-conflicts.ts';

type Reads = Parameters<typeof readSchedule>[0] & {
  days: Pick<DayReads, 'shifts'>;
  organizations: Pick<Organizations, 'organization' | 'plainHome'>;
  arrivals: ReturnType<typeof createPromisedArrivals>;
};
interface Asked {
  readonly day?: CalendarDate | undefined;
  readonly member?: string | null | undefined;
  readonly location?: string | null | undefined;
}

/** Returns a promised arrival as an event of its day, with the family's number; undefined once it is not open. */
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
const isOnCallFor = ({ date, time, funeral_home_id }: DayEvent, shift: ShiftRecord): boolean =>
  shift.kind === 'on_call' &&
  shift.funeral_home_id === funeral_home_id &&
  `${shift.date} ${shift.time}` <= `${date} ${time}` &&
  `${date} ${time}` < `${shift.end_date} ${shift.end_time}`;

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
  const [{ events: planned, names }, allShifts, calls] = await Promise.all([
    readSchedule(db, range, maxEvents),
    db.days.shifts(range),
    db.arrivals.open(now),
  ]);
  const isHere = ({ funeral_home_id }: { funeral_home_id: string }) => !location || funeral_home_id === location;
  const shifts = allShifts.filter((shift) => (member ? shift.member === member : isHere(shift)));
  const arrivals = calls
    .flatMap((row) => arrivalEvent(row, names, now) ?? [])
    .filter((arrival) => arrival.date === day && (!member || shifts.some((shift) => isOnCallFor(arrival, shift))));
  const events = inOrderOfDay([...eventsFor(planned, member), ...arrivals].filter(isHere));
  const lines = sheetLines(events);
  const person = names.members.find(({ id }) => id === member);
  const sheet = {
    day,
    member,
    made_at: now.toISOString(),
    time_zone,
    member_name: person ? `${person.first_name} ${person.last_name}`.trim() : '',
    organization_name: organization?.name ?? '',
    phone: home?.phone ?? '',
    fingerprint: createHash('sha256').update(JSON.stringify(lines)).digest('base64url'),
    events,
    open: openPoints(events),
    shifts: inOrderOfDay(shifts.map((shift) => presentShift(shift, names))),
  };
  return { sheet, lines };
};
