import type { DayEvent } from '#domain/calendar/day.schema.ts';
import { addressAt, type FieldEvent, fieldEventId, fieldEventsOf, type Moment } from '#domain/calendar/day-events.ts';
import { type CaseOfEvent, fieldEvents, fieldKindOf } from '#domain/calendar/day-names.ts';
import { caseRow } from '#domain/cases/present-case.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import type { CaseSections } from '#functions/cases/repository/case-record.ts';
import type { Cases, StoredCase } from '#functions/cases/repository/cases.ts';
import type { DayEventRecord, DayRepository } from '../repository/days.ts';
import { type DayNames, emptyRecord, presentEvent, readDayNames } from '../schedule.ts';

export interface Entry {
  readonly record: DayEventRecord;
  readonly event: DayEvent;
  /** Values of the fields of the case, for one of their events. */
  readonly fields?: FieldEvent & { readonly vehicle?: string; readonly led_by?: string };
}

export interface CaseDayRead {
  readonly stored: StoredCase;
  readonly sections: CaseSections;
  readonly row: CaseOfEvent;
  readonly names: DayNames;
  readonly zone: string;
  readonly entries: readonly Entry[];
}

export const entryOf = (
  { row, names }: Pick<CaseDayRead, 'row' | 'names'>,
  record: DayEventRecord,
  fields?: Entry['fields'],
): Entry => ({ record, event: presentEvent(record, row, names, fields), ...(fields ? { fields } : {}) });

type Reads = Parameters<typeof readDayNames>[0] & {
  cases: Pick<Cases, 'require'>;
  days: Pick<DayRepository, 'ofCase'>;
};

/** Reads a case with all its events, also those of its fields that have no date yet. Throws 404. */
export const readCaseDay = async (db: Reads, id: string): Promise<CaseDayRead> => {
  const [stored, records, names] = await Promise.all([db.cases.require(id), db.days.ofCase(id), readDayNames(db)]);
  const { core } = stored;
  const sections = Object.fromEntries(Object.entries(stored.sections).map(([name, { values }]) => [name, values]));
  const row = { ...caseRow(core, sections), funeral_home_name: names.homes.get(core.funeral_home_id) ?? '' };
  const { service } = sections;
  const inWords = { vehicle: stringAt(service, 'service_vehicle'), led_by: stringAt(service, 'service_led_by') };
  const ofFields = fieldEventsOf(sections).map((fields) => {
    const eventId = fieldEventId(id, fields.kind);
    const found = records.find((one) => one.id === eventId) ?? emptyRecord(eventId, id, fields.kind);
    const record = { ...found, address: addressAt(found, fields.place) };
    return entryOf({ row, names }, record, fields.kind === 'service' ? { ...fields, ...inWords } : fields);
  });
  const own = records.filter((one) => !fieldKindOf(one.id)).map((record) => entryOf({ row, names }, record));
  const zone = names.zones.get(core.funeral_home_id) ?? 'UTC';
  return { stored, sections, row, names, zone, entries: [...ofFields, ...own] };
};

/**
 * Returns an entry at another time and place: in its record, or in the fields of the case. There the record keeps the
 * place that its address is of.
 */
export const placedAt = (
  day: CaseDayRead,
  { fields }: Entry,
  record: DayEventRecord,
  at: Moment & { readonly place: string },
): Entry =>
  fields ? entryOf(day, { ...record, place: at.place }, { ...fields, ...at }) : entryOf(day, { ...record, ...at });

/** Returns what a change of events changes in the fields of their case, by section; undefined if nothing. */
export const fieldPatchOf = (changed: readonly { before: Entry; next: Entry }[]) => {
  const values = changed.flatMap(({ before, next }) => {
    if (!before.fields || !next.fields) return [];
    const { section, ...names } = fieldEvents[before.fields.kind];
    const [from, to] = [before.fields, next.fields];
    return (['date', 'time', 'place'] as const)
      .filter((name) => from[name] !== to[name])
      .map((name) => ({ section, field: [names[name], to[name]] as const }));
  });
  if (values.length === 0) return undefined;
  const bySection = Map.groupBy(values, ({ section }) => section);
  return Object.fromEntries(
    [...bySection].map(([id, of]) => [id, { values: Object.fromEntries(of.map(({ field }) => field)) }]),
  );
};
