import { isValidForCustomer } from '#domain/customers/valid-for-customer.ts';
import { isBlank, isYes } from '#domain/shared/forms/field.ts';
import type { FieldError, FormRules, Values } from '#domain/shared/forms/rules.ts';
import { asString, stringAt } from '#domain/shared/values/as-string.ts';
import {
  addDays,
  addMonths,
  ageOn,
  type CalendarDate,
  farDayErrors,
  lifeDateErrors,
  parseDate,
} from '#domain/shared/values/calendar-date.ts';
import { clockErrors, deathTimeErrors, type HomeClock, type Moments } from '#domain/shared/values/date-time.ts';
import { parseNumber } from '#domain/shared/values/number.ts';
import { isConfirmedName } from '#domain/shared/values/person-name.ts';
import { comparablePhone } from '#domain/shared/values/phone.ts';
import { foldForSearch, wordsOfLastName } from '#domain/shared/values/search-text.ts';
import { type CaseCondition, type CaseContext, caseConditions } from './case-conditions.ts';
import { toFlatCase } from './flat-case.ts';
import { type CaseSectionId, caseSections, fieldsOfSection } from './sections/case-sections.ts';
import { deathCertificateFields } from './sections/medical-and-certificate.ts';

/** Times of a case are in the time zone of its home, the time of death in that of its state. */
export const timesOfCase: Moments = {
  time_of_death: 'date_of_death',
  time_of_birth: 'date_of_birth',
  service_time: 'service_date',
  estimated_arrival_time: 'service_date',
  cremation_time: 'cremation_date',
  disposition_time: 'disposition_date',
  follow_up_letter_sent: null,
  follow_up_call_made: null,
  first_call_received_at: null,
  removal_expected_at: null,
  intake_consent_at: null,
  witness_signature_date: null,
};

export const deathPlaceOfCase = { state: 'state_of_death', country: 'country_of_death' } as const;

function* caseTimeErrors(values: Values, clock: HomeClock): Generator<FieldError> {
  yield* clockErrors(values, timesOfCase, clock, deathPlaceOfCase);
  yield* deathTimeErrors(values, deathPlaceOfCase, clock);
}

/** A younger mother is a typing error in the year. */
const youngestMother = 9;
/** Military dates start in 1900 and at the age of 17 (D2 §9). */
const earliestService: CalendarDate = '1900-01-01';
const youngestInService = 17;

const happened = [
  'first_call_received_at',
  'intake_consent_at',
  'witness_signature_date',
  'signature_date',
  'embalming_approved_on',
  'embalming_refused_on',
  'computer_entry_date',
  'alpha_entry_date',
  'follow_up_letter_sent',
  'follow_up_call_made',
  'pacemaker_removed_on',
];

/** Yields contradictions between the dates of a case (D2 §5, D3 §5). */
export function* caseDateErrors(values: Values, today: CalendarDate): Generator<FieldError> {
  const known = [...knownDateErrors(values, today)];
  yield* known;
  const fields = new Map(caseSections.flatMap((section) => section.fields.map((field) => [field.name, field])));
  // One message per field is enough.
  for (const [name] of known) fields.delete(name);
  yield* farDayErrors(fields.values(), values, today, happened);
}

function* knownDateErrors(values: Values, today: CalendarDate): Generator<FieldError> {
  const born = parseDate(values.date_of_birth);
  const died = parseDate(values.date_of_death);
  yield* lifeDateErrors(values, today);
  yield* serviceErrors(parseDate(values.service_date), died, today);
  yield* cremationErrors(values, died, today);
  yield* certificateErrors(values, died, today);
  const disposition = parseDate(values.disposition_date);
  if (disposition && died && disposition < died)
    yield ['disposition_date', 'Date of disposition must be on or after date of death'];
  const motherBorn = parseDate(values.mother_date_of_birth);
  if (motherBorn && motherBorn > today)
    yield ['mother_date_of_birth', 'Mother’s date of birth cannot be in the future'];
  else if (motherBorn && ageOn(motherBorn, died ?? today) < youngestMother)
    yield ['mother_date_of_birth', 'Mother’s age must be at least 9. Check the date of birth.'];
  yield* militaryErrors(
    parseDate(values.military_service_start_date),
    parseDate(values.military_service_end_date),
    born,
    today,
  );
}

function* serviceErrors(service: Day, died: Day, today: CalendarDate): Generator<FieldError> {
  if (!service) return;
  if (died && service < addDays(died, -30))
    yield ['service_date', 'Service date cannot be more than 30 days before the date of death'];
  if (died && service > addMonths(died, 12))
    yield ['service_date', 'Service date cannot be more than 1 year after the date of death'];
  if (!died && service > addMonths(today, 6))
    yield ['service_date', 'Service date cannot be more than 6 months in the future'];
}

function* cremationErrors(values: Values, died: Day, today: CalendarDate): Generator<FieldError> {
  const cremation = parseDate(values.cremation_date);
  if (!cremation) return;
  const [diedAt, at] = [asString(values.time_of_death), asString(values.cremation_time)];
  // Without a time, only the next day is certain to be 24 hours later.
  const next = died && addDays(died, 1);
  if (next && (cremation < next || (cremation === next && diedAt && at && at < diedAt)))
    yield ['cremation_date', 'Cremation must be at least 24 hours after death (regulatory requirement)'];
  if (died && cremation > addMonths(died, 12))
    yield ['cremation_date', 'Cremation date cannot be more than 1 year after death'];
  if (cremation > addDays(today, 90))
    yield ['cremation_date', 'Cremation date seems too far in the future (max 90 days). Please verify.'];
}

function* certificateErrors(values: Values, died: Day, today: CalendarDate): Generator<FieldError> {
  for (const { kind, name, label } of deathCertificateFields) {
    const day = kind === 'date' ? parseDate(values[name]) : undefined;
    if (day && day > today) yield [name, `${label}: the date cannot be in the future`];
    if (day && died && day < died) yield [name, `${label}: the date must be on or after date of death`];
  }
  const [asked, amended] = [parseDate(values.dc_amendment_asked_date), parseDate(values.dc_amended_date)];
  if (asked && amended && amended < asked)
    yield ['dc_amended_date', 'Amended on must be on or after the day the amendment was asked for'];
}

function* militaryErrors(start: Day, end: Day, born: Day, today: CalendarDate): Generator<FieldError> {
  const [first, last] = ['military_service_start_date', 'military_service_end_date'];
  if (start && start > today) yield [first, 'Service start cannot be in the future'];
  if (start && start < earliestService) yield [first, 'Service start cannot be before 1900'];
  if (start && born && ageOn(born, start) < youngestInService)
    yield [first, 'Service start cannot be before the age of 17'];
  if (end && end > today) yield [last, 'Service end cannot be in the future'];
  if (end && end < earliestService) yield [last, 'Service end cannot be before 1900'];
  if (end && start && end < start) yield [last, 'Service end must be on or after service start'];
}

type Day = CalendarDate | undefined;

const ssnRecorded = 'A Social Security Number is recorded';
const ssnFollows = 'The Social Security Number cannot both follow and never have been issued';

/** A person who never had an SSN has none, pending or entered (docs/spec-interpretations.md). */
function* ssnErrors(values: Values): Generator<FieldError> {
  if (!isYes(values.ssn_never_issued)) return;
  if (!isBlank(values.social_security_number)) yield ['ssn_never_issued', ssnRecorded];
  if (isYes(values.ssn_to_follow)) yield ['ssn_never_issued', ssnFollows];
}

export type SectionValues = Readonly<Partial<Record<CaseSectionId, Values>>>;

const primaryContact = ({ next_of_kins: list }: Values): Values => (Array.isArray(list) ? (list[0] ?? {}) : {});

export const caseRules: FormRules<CaseCondition, CaseContext> = {
  conditions: caseConditions,
  stageOf: ({ stage }) => stage,
  isStoredPlaceholder: ({ name }, value, values) =>
    isValidForCustomer(name, value, values) ||
    isValidForCustomer(name, value, values, 'customer_') ||
    isConfirmedName(name, value, values) ||
    // The fields of a contact repeat the primary contact.
    isConfirmedName(name.replace(/^customer_/, ''), value, primaryContact(values)),
  *crossFieldErrors(values, { today, clock }) {
    yield* caseDateErrors(values, today);
    if (clock) yield* caseTimeErrors(values, clock);
    yield* ssnErrors(values);
  },
};

/** Returns the values that the rules of a section see: its own before those of others by their flat names. */
export function valuesVisibleToSection(id: CaseSectionId, sections: SectionValues): Values {
  const own = Object.fromEntries(fieldsOfSection(id).map(({ name }) => [name, sections[id]?.[name]]));
  return { ...toFlatCase(sections), ...own };
}

export const sectionIds: readonly CaseSectionId[] = caseSections.map(({ id }) => id);

/** Returns whether a case has anything worth saving as a draft (D2 §4), which defaults of the form are not. */
export function isMeaningful(sections: SectionValues): boolean {
  return caseSections.some(({ id, fields }) =>
    fields.some(({ name, kind }) => {
      const value = sections[id]?.[name];
      const isUnticked = kind === 'checkbox' && value === false;
      if (isBlank(value) || isUnticked || kind === 'country' || name === 'location') return false;
      if (kind === 'money' || kind === 'integer' || kind === 'percent') return (parseNumber(value) ?? 0) > 0;
      return value !== 'unknown' && !(Array.isArray(value) && value.every((option) => option === 'unknown'));
    }),
  );
}

export interface PersonOfCase {
  readonly first_name: string;
  readonly last_name: string;
  readonly date_of_birth: string;
  readonly date_of_death: string;
}

/** Folding can multiply letters, and a key of the table has a maximum length. */
const comparedLetters = 60;
const letters = (text: string): string =>
  [...foldForSearch(text).replace(/[^\p{L}\p{N}]+/gu, '')].slice(0, comparedLetters).join('');

/** Returns keys that cases of one person share, despite another first name or no day of death; spouses share none. */
export function caseDuplicateKeys(person: PersonOfCase): { reason: 'died' | 'born'; value: string }[] {
  const [first, last] = [letters(person.first_name), letters(person.last_name)];
  if (last.length < 2) return [];
  const names = new Set([last, ...wordsOfLastName(person.last_name).map(letters)]);
  const { date_of_birth: born, date_of_death: died } = person;
  return [
    ...(died ? [...names].map((name) => ({ reason: 'died' as const, value: `${died} ${name}` })) : []),
    ...(born && first ? [{ reason: 'born' as const, value: `${born} ${last} ${first}` }] : []),
  ];
}

/** Returns the person of a case; '' for unknown values. */
export function personOfCase({ deceased = {} }: SectionValues): PersonOfCase {
  const text = (name: string): string => stringAt(deceased, name);
  return {
    first_name: text('deceased_first_name'),
    last_name: text('deceased_last_name'),
    date_of_birth: text('date_of_birth'),
    date_of_death: text('date_of_death'),
  };
}

export interface Likeness {
  readonly reason: 'died' | 'born' | 'person' | 'caller';
  readonly value: string;
}

/** A case can list fifty next of kin. */
const comparedPhones = 5;

/**
 * Returns keys that a report, a first call and a case about one death share: those of two cases, the same name, or the
 * same number of a caller with the same last name.
 */
export function likenessKeys(person: PersonOfCase, phones: readonly string[]): Likeness[] {
  const [first, last] = [letters(person.first_name), letters(person.last_name)];
  if (last.length < 2) return [];
  const callers = new Set(phones.filter((phone) => phone !== '').map(comparablePhone));
  return [
    ...caseDuplicateKeys(person),
    { reason: 'person', value: `${last} ${first}` },
    ...[...callers].slice(0, comparedPhones).map((phone) => ({ reason: 'caller' as const, value: `${phone} ${last}` })),
  ];
}

/** Returns the keys of a case, whose callers are its contact and its next of kin. */
export function likenessOfCase(sections: SectionValues): Likeness[] {
  const { informant = {} } = sections;
  const entries: Values[] = Array.isArray(informant.next_of_kins) ? informant.next_of_kins : [];
  const phones = [stringAt(informant, 'customer_phone'), ...entries.map((nextOfKin) => stringAt(nextOfKin, 'phone'))];
  return likenessKeys(personOfCase(sections), phones);
}
