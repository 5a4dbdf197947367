import type { DayEvent } from '#domain/calendar/day.schema.ts';
import { addressAt, endAfter, fieldEventsOf, inOrderOfDay } from '#domain/calendar/day-events.ts';
import { type FieldEventKind, fieldKindOf } from '#domain/calendar/day-names.ts';
import type { SectionValues } from '#domain/cases/case-validation.ts';
import type { FamilyEvent } from './family-page.schema.ts';

/** The part of a stored event that families can see. */
export type PublicRecord = Pick<
  DayEvent,
  'id' | 'kind' | 'title' | 'date' | 'time' | 'place' | 'address' | 'is_public'
> & { readonly minutes: number | null };

/**
 * Returns the public events of a case in order; those of the case's fields have date, time and place from there.
 * `without`: a kind of the fields that is shown elsewhere.
 */
export const familyEvents = (
  sections: SectionValues,
  records: readonly PublicRecord[],
  without?: FieldEventKind,
): FamilyEvent[] => {
  const fields = fieldEventsOf(sections);
  const dated = records.flatMap((record) => {
    const field = fieldKindOf(record.id);
    const at = field ? fields.find(({ kind }) => kind === field) : record;
    if (!record.is_public || !at?.date || (field && field === without)) return [];
    const { date, time, place } = at;
    const { id, kind, title, minutes } = record;
    const address = addressAt(record, place);
    return [{ id, kind, title, date, time, end_time: endAfter({ date, time }, minutes).end_time, place, address }];
  });
  return inOrderOfDay(dated).map(({ id: _, ...event }) => event);
};
