import type { CalendarEvent } from '#domain/calendar/calendar.schema.ts';
import { normalizeResourceName } from '#domain/calendar/calendar-events.ts';
import type { DayConflict, DayEvent, EventNeed, Resource, SentNeed, Shift } from '#domain/calendar/day.schema.ts';
import { conflictsInWords, dayConflicts, type Planning } from '#domain/calendar/day-conflicts.ts';
import { addressAt, endAfter, fieldEventId, type Moment, repeatedDays } from '#domain/calendar/day-events.ts';
import { type CaseOfEvent, type FieldEventKind, maxEventDays } from '#domain/calendar/day-names.ts';
import { addDays, type CalendarDate } from '#domain/shared/values/calendar-date.ts';
import { fullName } from '#domain/shared/values/person-name.ts';
import { homesByName } from '#functions/organizations/repository/homes.ts';
import type { Profile } from '#functions/organizations/repository/organizations.ts';
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

/** Names and time zones that events are shown with. */
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

const presentNeed = (need: SentNeed, { members, resources }: DayNames): EventNeed => {
  const member = members.find(({ id }) => id === need.member);
  const resource = resources.find(({ id }) => id === need.resource);
  const name = member ? fullName(member.first_name, member.last_name) : (resource?.name ?? need.words);
  return { ...need, name, phone: member?.phone ?? '' };
};

export const presentShift = (record: ShiftRecord, { members }: DayNames): Shift => {
  const member = members.find(({ id }) => id === record.member);
  return {
    ...record,
    member_name: member ? fullName(member.first_name, member.last_name) : '',
    phone: member?.phone ?? '',
  };
};

/** An event without anything that people added. */
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

/** Values of the fields of a case about one of its events. */
export interface FieldValues extends Moment {
  readonly place: string;
  readonly vehicle?: string;
  readonly led_by?: string;
  readonly missing_checks?: number | undefined;
}

const presentCaseOfEvent = (caseRow: CaseOfEvent | undefined) => ({
  case: caseRow?.id ?? null,
  case_number: caseRow?.case_number ?? '',
  status: caseRow?.status ?? null,
  deceased_full_name: caseRow?.deceased_full_name ?? '',
  deceased_last_name: caseRow?.deceased_last_name ?? '',
  service_type: caseRow?.service_type ?? '',
});

/** Returns an event as the API shows it: of a case, or of no case. `fields`: for an event of the case's fields. */
export const presentEvent = (
  record: DayEventRecord,
  caseRow: CaseOfEvent | undefined,
  names: DayNames,
  fields?: FieldValues,
): DayEvent => {
  const { date, time, place } = fields ?? record;
  const home = caseRow?.funeral_home_id ?? record.funeral_home_id ?? '';
  const { id, version, kind, title, is_public, in_obituary, notes, wishes, contacts, repeats } = record;
  const address = addressAt(record, place);
  return {
    id,
    version,
    kind,
    title,
    date,
    time,
    ...endAfter({ date, time }, record.minutes),
    place,
    address,
    is_public,
    in_obituary,
    notes,
    wishes,
    contacts,
    repeats,
    conflict_reason: record.conflict_reason,
    needs: record.needs.map((need) => presentNeed(need, names)),
    of_fields: fields !== undefined,
    ...presentCaseOfEvent(caseRow),
    vehicle: fields?.vehicle ?? '',
    led_by: fields?.led_by ?? '',
    ...(fields?.missing_checks ? { missing_checks: fields.missing_checks } : {}),
    funeral_home_id: home,
    funeral_home_name: caseRow?.funeral_home_name ?? names.homes.get(home) ?? '',
    updated_at: record.updated_at || null,
    updated_by_name: record.updated_by_name,
  };
};

const kindOfFields = { service: 'service', cremation: 'cremation', disposition: 'committal' } as const satisfies Record<
  CalendarEvent['kind'],
  FieldEventKind
>;

const caseOf = ({ case_id, ...row }: CalendarEvent): CaseOfEvent => ({ ...row, id: case_id });

/** Returns an event of a case's fields as the calendar reads it, with what else is known about it. */
const presentOfFields = (event: CalendarEvent, records: readonly DayEventRecord[], names: DayNames): DayEvent => {
  const kind = kindOfFields[event.kind];
  const id = fieldEventId(event.case_id, kind);
  const record = records.find((one) => one.id === id) ?? emptyRecord(id, event.case_id, kind);
  return presentEvent(record, caseOf(event), names, event);
};

/** Returns an event without a case on each of its days in a range. */
export const officeDays = (
  record: DayEventRecord,
  names: DayNames,
  { from, to }: { from: CalendarDate; to: CalendarDate },
): DayEvent[] => {
  const shown = presentEvent(record, undefined, names);
  const range = { from: addDays(from, -maxEventDays), to };
  const days = record.repeats ? repeatedDays(record.date, record.repeats, range) : [record.date];
  return days
    .map((date) => ({ ...shown, date, ...endAfter({ date, time: record.time }, record.minutes) }))
    .filter(({ date, end_date }) => date <= to && (end_date || date) >= from);
};

interface Days {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly home?: string | undefined;
}
interface KnownOfSchedule {
  readonly names: DayNames;
  readonly office: readonly DayEventRecord[];
}
type ScheduleReads = NameReads & {
  calendar: Pick<ReturnType<typeof createCalendarRepository>, 'events' | 'caseRows'>;
  days: Pick<DayReads, 'between' | 'ofFields' | 'office' | 'resources'>;
};

/**
 * Returns all events of a range of days, of all homes, with those that last into it. Events of cancelled cases are left
 * out. `isComplete`: whether the limit left none out. `known`: what several ranges need only once.
 */
export const readSchedule = async (db: ScheduleReads, { from, to }: Days, limit: number, known?: KnownOfSchedule) => {
  const [names, ofFields, own, office] = await Promise.all([
    known?.names ?? readDayNames(db),
    db.calendar.events({ from: addDays(from, -maxEventDays), to, home: undefined }, undefined, limit),
    db.days.between({ from, to }, limit),
    known?.office ?? db.days.office(),
  ]);
  const cases = own.events.flatMap(({ case_id }) => case_id ?? []);
  const [records, rows] = await Promise.all([
    db.days.ofFields(
      ofFields.events.map(({ case_id, kind }) => ({ caseId: case_id, id: fieldEventId(case_id, kindOfFields[kind]) })),
    ),
    db.calendar.caseRows([...new Set(cases)]),
  ]);
  const events = [
    ...ofFields.events.map((event) => presentOfFields(event, records, names)),
    ...own.events.flatMap((record) => {
      if (record.case_id === null) return [];
      const row = rows.get(record.case_id);
      return row && row.status !== 'cancelled' ? [presentEvent(record, row, names)] : [];
    }),
    ...office.flatMap((record) => officeDays(record, names, { from, to })),
  ].filter(({ date, end_date }) => (end_date || date) >= from);
  return { names, events, isComplete: ofFields.isComplete && own.isComplete };
};

/** Returns what a range of events needs twice: by records, and by words of services where no record says the same. */
export const conflictsOf = (
  events: readonly DayEvent[],
  planning: Planning,
  of: (event: Pick<DayEvent, 'id' | 'funeral_home_id'>) => boolean,
) => {
  const services = events.filter(({ kind, of_fields }) => kind === 'service' && of_fields);
  const ids = new Set(events.filter(of).map(({ id }) => id));
  const caseOf = new Map(events.map((event) => [event.id, event.case ?? event.id] as const));
  const keyOf = ({ of: need, name, event_ids }: DayConflict): string =>
    [need, normalizeResourceName(name), ...event_ids.map((id) => caseOf.get(id)).toSorted()].join('\n');
  const byRecords = dayConflicts(events, planning, of);
  const known = new Set(byRecords.map(keyOf));
  const inWords = conflictsInWords(services, (id) => ids.has(id)).filter((conflict) => !known.has(keyOf(conflict)));
  return [...byRecords, ...inWords];
};
