import { v7 as uuid } from 'uuid';
import * as z from 'zod';
import { EventContact, Repeats, Resource, SentNeed, Shift } from '#domain/calendar/day.schema.ts';
import type { DayRange } from '#domain/calendar/day-events.ts';
import { dayKinds, maxEventDays, maxShiftDays } from '#domain/calendar/day-names.ts';
import { SheetLine, SheetSeen } from '#domain/calendar/run-sheet.ts';
import { addDays, type CalendarDate } from '#domain/shared/values/calendar-date.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { ifUnchanged, type Repository, recordReads } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import { type Item, prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';

/**
 * An event. Date and time of an event of the case's fields are '' here: the case holds them, and this record what else
 * is known, with the place that its address is of.
 */
export const dayEventSchema = storedSchema({
  kind: 'event of a day',
  shape: 1,
  schema: z.object({
    id: z.string(),
    version: z.number(),
    /** Null for an event without a case. */
    case_id: z.string().nullable(),
    /** Set for an event without a case; one of a case belongs to the home of the case. */
    funeral_home_id: z.string().nullable(),
    kind: z.enum(dayKinds),
    title: z.string(),
    date: z.string(),
    time: z.string(),
    /** Its length on the clock, so that the end moves along with the start; null if unknown. */
    minutes: z.number().nullable(),
    place: z.string(),
    address: z.string(),
    is_public: z.boolean(),
    in_obituary: z.boolean(),
    notes: z.string(),
    wishes: z.string(),
    needs: z.array(SentNeed),
    contacts: z.array(EventContact),
    repeats: Repeats.nullable(),
    conflict_reason: z.string(),
    updated_at: z.string(),
    updated_by_name: z.string(),
  }),
});
export type DayEventRecord = z.output<typeof dayEventSchema.schema>;

export const resourceSchema = storedSchema({ kind: 'resource', shape: 1, schema: Resource });
export const shiftSchema = storedSchema({
  kind: 'shift',
  shape: 1,
  schema: Shift.omit({ member_name: true, phone: true }),
});
export type ShiftRecord = z.output<typeof shiftSchema.schema>;

/** A run sheet as a member last saw it; deleted a month after its day. */
export const sheetSchema = storedSchema({
  kind: 'run sheet as seen',
  shape: 1,
  schema: SheetSeen.extend({ fingerprint: z.string(), lines: z.array(SheetLine), expires_at: z.number() }),
});
export type SheetRecord = z.output<typeof sheetSchema.schema>;

const startOf = (day: CalendarDate): number => Math.max(0, Date.parse(`${day}T00:00:00Z`));
/** Returns the id of a new shift, which sorts by its first day, so that a range is read without older ones. */
export const newShiftId = (day: CalendarDate): string => uuid({ msecs: startOf(day) });
const shiftsFrom = (day: CalendarDate): string => {
  const hex = startOf(day).toString(16).padStart(12, '0');
  return `SHIFT#${hex.slice(0, 8)}-${hex.slice(8)}`;
};

const keyOf = (keys: Keys, { case_id, id }: Pick<DayEventRecord, 'case_id' | 'id'>) =>
  case_id === null ? keys.officeEvent(id) : keys.caseEvent(case_id, id);

/** Events of cases with a date of their own are in the index by their start; those without a case are read whole. */
const itemOf = (keys: Keys, record: DayEventRecord): Item => ({
  ...dayEventSchema.item(keyOf(keys, record), record),
  ...(record.date !== '' && record.case_id !== null
    ? { gsi1pk: keys.dayEvents(), gsi1sk: `${record.date} ${record.time}#${record.id}` }
    : {}),
});

/** The index keys are not part of the record. */
export const dayEventOf = ({ gsi1pk: _pk, gsi1sk: _sk, ...item }: Item): DayEventRecord =>
  dayEventSchema.parse(item as Item);

export const createDayReads = (table: Table, keys: Keys) => {
  const all = async <Read>(pk: string, prefix: string, parse: (item: Item) => Read): Promise<Read[]> =>
    (await table.query({ pk, between: [prefix, prefixEnd(prefix)] })).map(parse);
  return {
    /** All events of a case that are stored, also what is known about the events of its fields. */
    ofCase: (caseId: string) => all(keys.caseItems(caseId), 'EVENT#', dayEventOf),
    office: () => all(keys.officeEvents(), 'EVENT#', dayEventOf),
    /** Events that begin in a range of days or so shortly before that they can last into it; `isComplete` below `limit`. */
    async between({ from, to }: DayRange, limit: number) {
      const found = await table.query({
        pk: keys.dayEvents(),
        index: 'gsi1',
        limit,
        between: [addDays(from, -maxEventDays), `${addDays(to, 1)} `],
      });
      // The index has only keys, and lags.
      const events = (await table.getAll(found)).map(dayEventOf).filter(({ date }) => date !== '' && date <= to);
      return { events, isComplete: found.length < limit };
    },
    /** Records that add to events of the fields of cases. */
    async ofFields(ids: readonly { caseId: string; id: string }[]): Promise<DayEventRecord[]> {
      return (await table.getAll(ids.map(({ caseId, id }) => keys.caseEvent(caseId, id)))).map(dayEventOf);
    },
    resources: () => all(keys.resources(), 'RESOURCE#', resourceSchema.parse),
    /** Shifts on any day of a range; their ids sort by their first day. */
    async shifts({ from, to }: DayRange): Promise<ShiftRecord[]> {
      const between = [shiftsFrom(addDays(from, -maxShiftDays)), shiftsFrom(addDays(to, 1))] as const;
      const found = (await table.query({ pk: keys.shifts(), between })).map(shiftSchema.parse);
      return found.filter(({ end_date }) => end_date >= from);
    },
  };
};
export type DayReads = ReturnType<typeof createDayReads>;

export const createDayRepository = (table: Table, keys: Keys) => ({
  ...createDayReads(table, keys),
  officeEvent: recordReads(table, dayEventOf, keys.officeEvent),
  /** An event of a case goes with a check of the case. */
  create: (record: DayEventRecord): Write => ({
    put: itemOf(keys, record),
    when: 'absent',
    refused: () => new WriteConflictError(),
  }),
  /** Throws {@link WriteConflictError} if someone else changed it since `before`. */
  change: (before: DayEventRecord, next: DayEventRecord): Write => ({
    put: itemOf(keys, { ...next, version: before.version + 1 }),
    ...ifUnchanged(before),
  }),
  remove: (before: DayEventRecord): Write => ({ delete: keyOf(keys, before), ...ifUnchanged(before) }),
  resource: recordReads(table, resourceSchema.parse, keys.resource),
  createResource: (record: Resource): Write => ({
    put: resourceSchema.item(keys.resource(record.id), record),
    when: 'absent',
  }),
  changeResource: (before: Resource, next: Resource): Write => ({
    put: resourceSchema.item(keys.resource(next.id), { ...next, version: before.version + 1 }),
    ...ifUnchanged(before),
  }),
  shift: recordReads(table, shiftSchema.parse, keys.shift),
  createShift: (record: ShiftRecord): Write => ({
    put: shiftSchema.item(keys.shift(record.id), record),
    when: 'absent',
  }),
  removeShift: (before: ShiftRecord): Write => ({ delete: keys.shift(before.id), ...ifUnchanged(before) }),
  async sheet(profileId: string, day: string, of: string): Promise<SheetRecord | undefined> {
    const item = await table.get(keys.runSheet(profileId, day, of));
    return item && sheetSchema.parse(item);
  },
  putSheet: (profileId: string, day: string, of: string, record: SheetRecord): Write => ({
    put: sheetSchema.item(keys.runSheet(profileId, day, of), record),
  }),
});
export type DayRepository = ReturnType<typeof createDayRepository>;

export const days = { grants: ['table:day', 'table:cases'], in: createDayRepository } as const satisfies Repository;
export const daysReadOnly = { grants: ['table:day-read'], in: createDayReads } as const satisfies Repository;
