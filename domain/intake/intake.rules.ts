import { findCemetery, otherCemetery } from '#domain/reference-data/cemeteries.ts';
import { isUnitedStates } from '#domain/reference-data/countries.ts';
import { type CalendarDate, isCalendarDate } from '#domain/values/calendar-date.ts';
import { isAnswered, isBlank, requiredMessageOf } from '#domain/values/form-field.ts';
import { isMaskedSsn } from '#domain/values/ssn.ts';
import { invalidZip, isUsZip } from '#domain/values/zip.ts';
import { type IntakeCondition, type IntakeValues, intakeConditions, isYes } from './intake.conditions.ts';
import { type IntakeFieldName, intakeFields, zipCountries } from './intake.sections.ts';
import type { IntakeField } from './intake-field.ts';

/** A required field that is still empty. */
export interface MissingField {
  /** Id of its section. */
  section: string;
  field: IntakeFieldName;
  label: string;
  message: string;
}

/** Messages by field name; a field without fault has no entry. */
export type IntakeErrors = Partial<Record<IntakeFieldName, string[]>>;

/** Whether the field is on the page now. */
export function isShown(field: IntakeField, values: IntakeValues, today: CalendarDate): boolean {
  return field.showIf === undefined || holds(field.showIf, values, today);
}

/** Whether the field must be filled now; a hidden one never must. */
export function isRequired(field: IntakeField, values: IntakeValues, today: CalendarDate): boolean {
  if (field.requiredIf === undefined || !isShown(field, values, today)) return false;
  return field.requiredIf === true || holds(field.requiredIf, values, today);
}

/** The required fields that are empty, in the form's order (D1 §5). */
export function missingFields(values: IntakeValues, today: CalendarDate): MissingField[] {
  return intakeFields
    .filter(({ field }) => !isAnswered(field, values[field.name]) && isRequired(field, values, today))
    .map(({ section, field }) => ({
      section: section.id,
      field: field.name,
      label: field.label,
      message: requiredMessageOf(field),
    }));
}

/** Every fault of the values: what is missing, what is malformed, and what does not fit together (D1 and D2 §5). */
export function intakeErrors(values: IntakeValues, today: CalendarDate): IntakeErrors {
  const errors: IntakeErrors = {};
  for (const { field, message } of missingFields(values, today)) errors[field] = [message];
  for (const { field } of intakeFields) {
    const messages = malformed(field, values, today);
    if (messages.length > 0) errors[field.name] = messages;
  }
  for (const [field, message] of misfits(values, today)) {
    // A field that is malformed or hidden has nothing more to say.
    errors[field] ??= [message];
  }
  return errors;
}

/**
 * The values as they are kept: names of other clients resolved, texts normalized, yes/no as booleans, defaults filled
 * in, blank and hidden fields left out. Malformed values stay as they are, for `intakeErrors` to name.
 */
export function canonicalAnswers(
  sent: IntakeValues,
  today: CalendarDate,
  defaults: Partial<Record<IntakeFieldName, string>>,
): Record<string, unknown> {
  const named = withKnownNames(sent);
  const kept: Record<string, unknown> = {};
  for (const { field } of intakeFields) {
    const value = isBlank(named[field.name]) ? defaults[field.name] : named[field.name];
    if (field.kind === 'checkbox') kept[field.name] = value ?? false;
    else if (value !== undefined) kept[field.name] = canonical(field, value);
  }
  for (const { field } of intakeFields) if (!isShown(field, kept, today)) delete kept[field.name];
  return kept;
}

function holds(condition: IntakeCondition, values: IntakeValues, today: CalendarDate): boolean {
  return intakeConditions[condition](values, today);
}

function malformed(field: IntakeField, values: IntakeValues, today: CalendarDate): string[] {
  const value = values[field.name];
  if (isBlank(value) || (field.kind === 'checkbox' && value === false)) return [];
  if (!isShown(field, values, today)) return [];
  // The masked number of a stored submission stands for the one that is kept elsewhere.
  if (field.kind === 'ssn' && values.ssn_last4 && typeof value === 'string' && isMaskedSsn(value)) return [];
  const parsed = field.schema.safeParse(asFormValue(field, value));
  return parsed.success ? [] : [...new Set(parsed.error.issues.map(({ message }) => message))];
}

function* misfits(values: IntakeValues, today: CalendarDate): Generator<[IntakeFieldName, string]> {
  const { date_of_birth: birth, date_of_death: death } = values;
  const born = isDate(birth) ? birth : undefined;
  const died = isDate(death) ? death : undefined;
  if (born && born > today) yield ['date_of_birth', 'Date of birth cannot be in the future'];
  if (died && died > today) yield ['date_of_death', 'Date of death cannot be in the future'];
  if (born && died && died < born) yield ['date_of_death', 'Date of death must be on or after date of birth'];
  for (const { field } of intakeFields) {
    const zip = values[field.name];
    if (field.kind !== 'zip' || typeof zip !== 'string' || isBlank(zip) || isUsZip(zip.trim())) continue;
    const country = values[zipCountries[field.name as keyof typeof zipCountries]] ?? '';
    if (typeof country === 'string' && isUnitedStates(country) && isShown(field, values, today)) {
      yield [field.name, invalidZip];
    }
  }
}

function isDate(value: unknown): value is CalendarDate {
  return typeof value === 'string' && isCalendarDate(value);
}

function asFormValue(field: IntakeField, value: unknown): unknown {
  if (field.yesNo && typeof value === 'boolean') return value ? 'yes' : 'no';
  return value;
}

function canonical(field: IntakeField, value: unknown): unknown {
  const parsed = field.schema.safeParse(asFormValue(field, value));
  if (!parsed.success) return value;
  return field.yesNo ? isYes(parsed.data) : parsed.data;
}

/** Other names that a client may send: `additional_notes` (D1 §3), and a cemetery by its name alone. */
function withKnownNames(sent: IntakeValues): IntakeValues {
  const requests = isBlank(sent.special_requests) ? sent.additional_notes : sent.special_requests;
  const named = { ...sent, special_requests: requests };
  if (sent.cemetery_choice !== undefined && sent.cemetery_choice !== null) return named;
  const listed = typeof sent.cemetery_name === 'string' ? findCemetery(sent.cemetery_name) : undefined;
  return { ...named, cemetery_choice: listed?.value ?? otherCemetery };
}
