import { isValidForCustomer } from '#domain/customers/valid-for-customer.ts';
import { isBlank, isYes } from '#domain/shared/forms/field.ts';
import type { FieldError, FormRules, Values } from '#domain/shared/forms/rules.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { addDays, addMonths, ageOn, type CalendarDate } from '#domain/shared/values/calendar-date.ts';
import { lifeDateErrors, parseDate } from '#domain/shared/values/life-dates.ts';
import { isConfirmedName } from '#domain/shared/values/person-name.ts';
import { type CaseCondition, type CaseContext, caseConditions } from './case-conditions.ts';
import { toFlatCase } from './flat-case.ts';
import { type CaseSectionId, caseSections, fieldsOfSection } from './sections/case-sections.ts';
import { deathCertificateFields } from './sections/death-certificate.ts';
import { caseTimeErrors } from './time-faults.ts';

/** Military dates are not before 1900, nor before the age of 17 (D2 §9). */
const earliestService: CalendarDate = '1900-01-01';
const youngestInService = 17;

/** What does not fit together among the dates of a case (D2 §5, D3 §5). */
export function* caseDateErrors(values: Values, today: CalendarDate): Generator<FieldError> {
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
  // Where a time is not known, the next day is the first that can be 24 hours later.
  const next = died && addDays(died, 1);
  if (next && (cremation < next || (cremation === next && diedAt && at && at < diedAt)))
    yield ['cremation_date', 'Cremation must be at least 24 hours after death (regulatory requirement)'];
  if (died && cremation > addMonths(died, 12))
    yield ['cremation_date', 'Cremation date cannot be more than 1 year after death'];
  if (cremation > addDays(today, 90))
    yield ['cremation_date', 'Cremation date seems too far in the future (max 90 days). Please verify.'];
}

/** What happened to the certificate was after the death, and is not still to come. */
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

/** Somebody who never had a Social Security Number has none, and none is awaited (ADR 0046). */
function* ssnErrors(values: Values): Generator<FieldError> {
  if (!isYes(values.ssn_never_issued)) return;
  if (!isBlank(values.social_security_number)) yield ['ssn_never_issued', ssnRecorded];
  if (isYes(values.ssn_to_follow)) yield ['ssn_never_issued', ssnFollows];
}

/** The kept values of a case by section; a section that nobody wrote is absent. */
export type SectionValues = Readonly<Partial<Record<CaseSectionId, Values>>>;

const primaryContact = ({ next_of_kins: list }: Values): Values => (Array.isArray(list) ? (list[0] ?? {}) : {});

/** What the case form asks beyond its fields (D2 §5, D3 §5). */
export const caseRules: FormRules<CaseCondition, CaseContext> = {
  conditions: caseConditions,
  stageOf: ({ stage }) => stage,
  isStoredPlaceholder: ({ name }, value, values) =>
    isValidForCustomer(name, value, values) ||
    isValidForCustomer(name, value, values, 'customer_') ||
    isConfirmedName(name, value, values) ||
    // The fields for a contact repeat the primary contact.
    isConfirmedName(name.replace(/^customer_/, ''), value, primaryContact(values)),
  *crossFieldErrors(values, { today, clock }) {
    yield* caseDateErrors(values, today);
    if (clock) yield* caseTimeErrors(values, clock);
    yield* ssnErrors(values);
  },
};

/**
 * The values among which the fields of a section are judged: the section's own, and those of every other by their names
 * in the flat view. Of a name that several sections have, a section sees its own value alone.
 */
export function valuesVisibleToSection(id: CaseSectionId, sections: SectionValues): Values {
  const own = Object.fromEntries(fieldsOfSection(id).map(({ name }) => [name, sections[id]?.[name]]));
  return { ...toFlatCase(sections), ...own };
}

/** The ids of all sections, in the form's order. */
export const sectionIds: readonly CaseSectionId[] = caseSections.map(({ id }) => id);
