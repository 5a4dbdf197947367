import type { DayEvent } from '#domain/calendar/day.schema.ts';
import { addressAt, endAfter, fieldEventsOf, inOrderOfDay } from '#domain/calendar/day-events.ts';
import { type FieldEventKind, fieldKindOf } from '#domain/calendar/day-names.ts';
import type { CaseStatus } from '#domain/cases/case.schema.ts';
import type { SectionValues } from '#domain/cases/case-validation.ts';
import { deceasedName } from '#domain/cases/present-case.ts';
import { contactOfInformant } from '#domain/cases/primary-contact.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import { type Language, languages } from '#domain/shared/values/language.ts';
import {
  type FamilyChoices,
  type FamilyEvent,
  type FamilyStep,
  type FamilyView,
  familySteps,
} from './family-page.schema.ts';

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

interface CaseOfFamily {
  status: CaseStatus;
  /** In the home's time zone. */
  opened_on: CalendarDate;
}

/** A later step implies those before it. */
const certificateSteps = (certificate: SectionValues['deathCertificate']) => {
  const day = (...fields: string[]): string => fields.map((field) => stringAt(certificate, field)).find(Boolean) ?? '';
  const isShown = (field: string): boolean => certificate?.[field] === true;
  const reached: [FamilyStep, boolean, string][] = [
    [
      'ready',
      isShown('dc_county_completed') || day('dc_delivered_to_family_date') !== '',
      day('dc_county_completed_date', 'dc_delivered_to_family_date'),
    ],
    [
      'county',
      isShown('dc_doctor_completed') || day('dc_delivered_to_county_date') !== '',
      day('dc_delivered_to_county_date', 'dc_doctor_completed_date'),
    ],
    ['doctor', day('dc_delivered_to_doctor_date') !== '', day('dc_delivered_to_doctor_date')],
  ];
  return reached.filter(([, isReached]) => isReached);
};

/**
 * Returns the part of a case that its family sees, as staff chose it: name, steps, needs, service, public events and
 * contact. No number, cause of death, money or note is included. A cancelled case only shows that it ended.
 */
export const familyView = (
  caseRecord: CaseOfFamily,
  sections: SectionValues,
  choices: FamilyChoices,
  records: readonly PublicRecord[] = [],
): FamilyView => {
  const name = choices.shows_name ? deceasedName(sections.deceased) || null : null;
  const nothing = { needs: [], other_need: '', service: null, events: [] };
  if (caseRecord.status === 'cancelled')
    return { name, ended: true, steps: [], step: 'arrangements', reached: {}, ...nothing, contact: choices.contact };
  const steps = choices.shows_certificate ? certificateSteps(sections.deathCertificate) : [];
  const { service } = sections;
  const [date, time, place] = ['service_date', 'service_time', 'service_location'].map((field) =>
    stringAt(service, field),
  );
  return {
    name,
    ended: false,
    steps: choices.shows_certificate ? [...familySteps] : familySteps.slice(0, 3),
    step: steps[0]?.[0] ?? 'arrangements',
    reached: {
      arrangements: caseRecord.opened_on,
      ...Object.fromEntries(steps.flatMap(([step, , day]) => (day ? [[step, day]] : []))),
    },
    needs: choices.needs,
    other_need: choices.other_need,
    service:
      choices.shows_service && (date || place)
        ? { date: date ?? '', time: time ?? '', place: place ?? '', note: choices.service_note }
        : null,
    events: familyEvents(sections, records, choices.shows_service ? 'service' : undefined),
    contact: choices.contact,
  };
};

/** Returns the informant's email, where codes are sent; '' without one. */
export const familyAddress = (informant: SectionValues['informant'] = {}): string =>
  stringAt(contactOfInformant(informant), 'email');

/**
 * Returns the language for writing to a family: that of the informant section, else the first known of `older` (chosen
 * on the family's page, or reported before the case had the field), else English.
 */
export const languageOfFamily = (
  informant: Values | undefined,
  ...older: readonly (Language | undefined)[]
): Language => {
  const known = [informant?.family_language, ...older];
  return known.map((one) => languages.find((language) => language === one)).find(Boolean) ?? 'en';
};
