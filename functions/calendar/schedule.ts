import { type CalendarEvent, maxCalendarDays } from '#domain/calendar/calendar.schema.ts';
import type { DayEvent, EventNeed, Resource, SentNeed, Shift } from '#domain/calendar/day.schema.ts';
import { addressAt, type DayRange, endAfter, type Moment, repeatedDays } from '#domain/calendar/day-events.ts';
import { type CaseOfEvent, type FieldEventKind, maxEventDays } from '#domain/calendar/day-names.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { addDays, type CalendarDate, daysBetween, todayIn } from '#domain/shared/values/calendar-date.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { homesByName, type PlainHome } from '#functions/organizations/repository/homes.ts';
import type { Profile } from '#functions/organizations/repository/organizations.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { createTeamRepository, type Team } from '#functions/team/repository/team.ts';
import type { createCalendarRepository } from './repository/calendar.ts';
import type { DayEventRecord, DayReads, ShiftRecord } from './repository/days.ts';

/** Everyone who has or had an account, because events can need them. */
export const people = {
  grants: ['table:members-read'],
  in: (table, keys): Pick<Team, 'members'> => createTeamRepository(table, keys),
} as const satisfies Repository;
export const namesNeeded = { people, homes: homesByName };

export interface DayNames {
  readonly members: readonly Profile[];
  readonly resources: readonly Resource[];
  readonly homes: ReadonlyMap<string, string>;
  readonly zones: ReadonlyMap<string, string>;
}
type NameReads = {
  people: Pick<Team, 'members'>;
  homes: ReturnType<typeof homesByName.in>;
  days: Pick<DayReads, 'resources'>;
};

export const readDayNames = async (db: NameReads): Promise<DayNames> => {
  const [members, resources, homes, zones] = await Promise.all([
    db.people.members(),
    db.days.resources(),
    db.homes.homeNames(),
    db.homes.homeZones(),
  ]);
  return { members, resources, homes, zones };
};

export const memberIn = ({ members }: DayNames, member: string | null) => {
  const found = members.find(({ id }) => id === member);
  return found && { name: fullName(found.first_name, found.last_name), phone: found.phone ?? '' };
};

const presentNeed = (need: SentNeed, names: DayNames): EventNeed => {
  const member = memberIn(names, need.member);
  const resource = names.resources.find(({ id }) => id === need.resource);
  return { ...need, name: member?.name ?? resource?.name ?? need.words, phone: member?.phone ?? '' };
};

export const presentShift = (record: ShiftRecord, names: DayNames): Shift => {
  const { name = '', phone = '' } = memberIn(names, record.member) ?? {};
  return { ...record, member_name: name, phone };
};

export const emptyRecord = (id: string, case_id: string | null, kind: DayEvent['kind']): DayEventRecord => ({
  id,
  version: 0,
  case_id,
  funeral_home_id: null,
  kind,
  title: '',
  date: '',
  time: '',
  minutes: null,
  place: '',
  address: '',
  is_public: false,
  in_obituary: false,
  notes: '',
  wishes: '',
  needs: [],
  contacts: [],
  repeats: null,
  conflict_reason: '',
  updated_at: '',
  updated_by_name: '',
});

export interface FieldValues extends Moment {
  readonly place: string;
  readonly vehicle?: string;
  readonly led_by?: string;
  readonly missing_checks?: number | undefined;
}

/** Returns an event as the API shows it: of a case, or of no case. `fields`: for an event of the case's fields. */
export const presentEvent = (
  record: DayEventRecord,
  caseRow: CaseOfEvent | undefined,
  names: DayNames,
  fields?: FieldValues,
): DayEvent => {
  const { case_id: _, funeral_home_id, minutes, ...shown } = record;
  const { date, time, place } = fields ?? record;
  const home = caseRow?.funeral_home_id ?? funeral_home_id ?? '';
  return {
    ...shown,
    date,
    time,
    ...endAfter({ date, time }, minutes),
    place,
    address: addressAt(record, place),
    needs: record.needs.map((need) => presentNeed(need, names)),
    of_fields: fields !== undefined,
    case: caseRow?.id ?? null,
    case_number: caseRow?.case_number ?? '',
    status: caseRow?.status ?? null,
    deceased_full_name: caseRow?.deceased_full_name ?? '',
    deceased_last_name: caseRow?.deceased_last_name ?? '',
    service_type: caseRow?.service_type ?? '',
    vehicle: fields?.vehicle ?? '',
    led_by: fields?.led_by ?? '',
    ...(fields?.missing_checks ? { missing_checks: fields.missing_checks } : {}),
    funeral_home_id: home,
    funeral_home_name: caseRow?.funeral_home_name ?? names.homes.get(home) ?? '',
    updated_at: record.updated_at || null,
  };
};

const kindOfFields = { service: 'service', cremation: 'cremation', disposition: 'committal' } as const satisfies Record<
  CalendarEvent['kind'],
  FieldEventKind
>;

const presentOfFields = (event: CalendarEvent, records: readonly DayEventRecord[], names: DayNames): DayEvent => {
  const record = records.find(({ id }) => id === event.id);
  const empty = emptyRecord(event.id, event.case_id, kindOfFields[event.kind]);
  return presentEvent(record ?? empty, { ...event, id: event.case_id }, names, event);
};

/** Returns an event without a case on each of its days in a range. */
export const officeDays = (record: DayEventRecord, names: DayNames, { from, to }: DayRange): DayEvent[] => {
  const shown = presentEvent(record, undefined, names);
  const range = { from: addDays(from, -maxEventDays), to };
  const days = record.repeats ? repeatedDays(record.date, record.repeats, range) : [record.date];
  return days
    .map((date) => ({ ...shown, date, ...endAfter({ date, time: record.time }, record.minutes) }))
    .filter(({ date, end_date }) => date <= to && (end_date || date) >= from);
};

interface KnownOfSchedule {
  readonly names: DayNames;
  readonly office: readonly DayEventRecord[];
}
type ScheduleReads = NameReads & {
  calendar: Pick<ReturnType<typeof createCalendarRepository>, 'events' | 'caseRows'>;
  days: Pick<DayReads, 'between' | 'ofFields' | 'office' | 'resources' | 'shifts'>;
};

/** Returns the events of cases that are records of their own, but those of cancelled cases; `creator`: of their cases. */
export const presentOwn = async (
  db: Pick<ScheduleReads, 'calendar'>,
  records: readonly DayEventRecord[],
  names: DayNames,
  creator?: string,
): Promise<DayEvent[]> => {
  const rows = await db.calendar.caseRows([...new Set(records.flatMap(({ case_id }) => case_id ?? []))], creator);
  return records.flatMap((record) => {
    const row = rows.get(record.case_id ?? '');
    return row && row.status !== 'cancelled' ? [presentEvent(record, row, names)] : [];
  });
};

/**
 * Returns all events and shifts of a range of days, of all homes, with those that last into it. Events of cancelled cases
 * are left out. `isComplete`: whether the limit left none out. `known`: what several ranges need only once.
 */
export const readSchedule = async (db: ScheduleReads, range: DayRange, limit: number, known?: KnownOfSchedule) => {
  const [names, ofFields, own, office, shifts] = await Promise.all([
    known?.names ?? readDayNames(db),
    db.calendar.events({ ...range, from: addDays(range.from, -maxEventDays), home: undefined }, undefined, limit),
    db.days.between(range, limit),
    known?.office ?? db.days.office(),
    db.days.shifts(range),
  ]);
  const fieldIds = ofFields.events.map(({ case_id: caseId, id }) => ({ caseId, id }));
  const [records, ofCases] = await Promise.all([db.days.ofFields(fieldIds), presentOwn(db, own.events, names)]);
  const events = [
    ...ofFields.events.map((event) => presentOfFields(event, records, names)),
    ...ofCases,
    ...office.flatMap((record) => officeDays(record, names, range)),
  ].filter(({ date, end_date }) => (end_date || date) >= range.from);
  return {
    events,
    names,
    planning: { ...names, shifts: shifts.map((shift) => presentShift(shift, names)) },
    isComplete: ofFields.isComplete && own.isComplete,
  };
};

const defaultDays = 7;

interface AskedDays {
  from?: CalendarDate | undefined;
  to?: CalendarDate | undefined;
  location?: string | undefined;
}
interface AskedBy {
  db: { organizations: { plainHome(id: string): Promise<PlainHome | undefined> } };
  actor: Pick<Actor, 'homeId'>;
  now: Date;
}

/** Returns a range of days as asked for, by default a week from today at the home. Throws 400 for too many days. */
export const askedDays = async (query: AskedDays, { db, actor, now }: AskedBy): Promise<DayRange> => {
  const zone = (await db.organizations.plainHome(query.location ?? actor.homeId))?.time_zone ?? 'UTC';
  const from = query.from ?? (query.to ? addDays(query.to, 1 - defaultDays) : todayIn(zone, now));
  const to = query.to ?? addDays(from, defaultDays - 1);
  if (to < from) throw invalid({ to: ['End date cannot be before start date'] });
  if (daysBetween(from, to) >= maxCalendarDays) throw invalid({ to: [`Choose at most ${maxCalendarDays} days`] });
  return { from, to };
};
