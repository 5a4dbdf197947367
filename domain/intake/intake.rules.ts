import { canonicalValues } from '#domain/shared/forms/canonical.ts';
import { type MissingField as Missing, missingIn } from '#domain/shared/forms/completeness.ts';
import { type FormField, isBlank } from '#domain/shared/forms/field.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import * as rules from '#domain/shared/forms/rules.ts';
import { validateFields } from '#domain/shared/forms/validate.ts';
import type { AlwaysAnswered, FormValuesOf, SentValuesOf, ValuesOf } from '#domain/shared/forms/wire.ts';
import {
  cemeteryOfChoice,
  findCemetery,
  otherCemetery,
  undecidedCemetery,
} from '#domain/shared/reference-data/cemeteries.ts';
import { defaultCountry, findCountry } from '#domain/shared/reference-data/countries-and-states.ts';
import { type CalendarDate, latestToday, lifeDateErrors } from '#domain/shared/values/calendar-date.ts';
import { clockErrors, deathTimeErrors, type HomeClock } from '#domain/shared/values/date-time.ts';
import { isMaskedSsn } from '#domain/shared/values/ssn.ts';
import {
  type AnyIntakeField,
  type IntakeFieldName,
  intakeFieldData,
  intakeFields,
  intakeSections,
} from './intake.sections.ts';
import { type IntakeCondition, type IntakeField, type IntakeValues, intakeConditions } from './intake-field.ts';

const parts = ['street', 'apt', 'city', 'state', 'zip', 'country'] as const;
const nameOf = (part: (typeof parts)[number]): string => `cemetery_${part}`;

const detailNames: readonly string[] = ['cemetery_name', ...parts.map(nameOf)];

const without = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

const comparable = (part: string, value: unknown): string => {
  const text = String(value).trim().replace(/\s+/g, ' ').toLowerCase();
  return part === 'country' ? (findCountry(text)?.code3 ?? text) : text;
};

/** Returns the listed name and address of a cemetery; {} for one that the family describes. */
export function listedCemeteryDetails(choice: unknown): Readonly<Record<string, string>> {
  const listed = cemeteryOfChoice(choice);
  if (!listed?.address) return {};
  const address = { ...listed.address, country: defaultCountry };
  const named = Object.entries(address).map(([part, value]) => [`cemetery_${part}`, value]);
  return { cemetery_name: listed.name, ...Object.fromEntries(named) };
}

const agrees = (sent: Values, listed: Readonly<Record<string, string>>): boolean =>
  parts.every((part) => {
    const value = sent[nameOf(part)];
    return isBlank(value) || comparable(part, value) === comparable(part, listed[nameOf(part)] ?? '');
  });

/**
 * Returns the answers with the cemetery that `sent` names (docs/spec-interpretations.md). Without a choice, the full
 * name of a listed cemetery counts unless another address was sent with it. Nothing of a former cemetery stays.
 */
export function withCemetery(known: Values, sent: Values): Values {
  const merged = { ...known, ...sent };
  if (!isBlank(sent.cemetery_choice)) {
    if (sent.cemetery_choice === (known.cemetery_choice ?? sent.cemetery_choice)) return merged;
    return { ...without(known, detailNames), ...sent };
  }
  // A choice left empty is reported as missing.
  if ('cemetery_choice' in sent && sent.cemetery_choice !== null && sent.cemetery_choice !== undefined) return merged;
  const isNamed = detailNames.some((name) => name in sent);
  if (!isNamed) return { ...merged, cemetery_choice: known.cemetery_choice ?? otherCemetery };
  const listed = typeof merged.cemetery_name === 'string' ? findCemetery(merged.cemetery_name) : undefined;
  if (listed && agrees(sent, listedCemeteryDetails(listed.value))) return { ...merged, cemetery_choice: listed.value };
  const isRenamed =
    known.cemetery_choice !== otherCemetery &&
    !isBlank(sent.cemetery_name) &&
    comparable('name', sent.cemetery_name) !== comparable('name', known.cemetery_name ?? '');
  return { ...(isRenamed ? without(known, detailNames) : known), ...sent, cemetery_choice: otherCemetery };
}

type AlwaysName = AlwaysAnswered<AnyIntakeField>['name'];

/** The stored answers of a family; blank and hidden fields are absent. */
export type IntakeAnswers = Required<Pick<ValuesOf<AnyIntakeField>, AlwaysName>> &
  Omit<ValuesOf<AnyIntakeField>, AlwaysName>;

/** The form's values: text, booleans of checkboxes, 'yes' or 'no', '' for none. */
export type IntakeFormValues = FormValuesOf<AnyIntakeField>;

/** The fields that a client may send, also under their second names; null is blank. */
export type IntakeAnswersInput = SentValuesOf<AnyIntakeField>;

export const wireDefaults: Partial<Record<IntakeFieldName, string>> = Object.fromEntries(
  intakeFieldData.flatMap(({ name, defaultValue }) =>
    typeof defaultValue === 'string' && !isBlank(defaultValue) ? [[name, defaultValue]] : [],
  ),
);

export const uncheckedDefaults: Partial<Record<IntakeFieldName, false>> = Object.fromEntries(
  intakeFieldData.flatMap(({ name, kind }) => (kind === 'checkbox' ? [[name, false]] : [])),
);

/** Fields that every accepted submission has: always shown, and required, defaulted or checkboxes. */
export const alwaysAnswered: readonly AlwaysName[] = intakeFieldData.filter(isAlwaysAnswered).map(({ name }) => name);

function isAlwaysAnswered(field: AnyIntakeField): field is AlwaysAnswered<AnyIntakeField> {
  if (field.showIf !== undefined) return false;
  return field.requiredIf === true || field.name in uncheckedDefaults || field.name in wireDefaults;
}

export type MissingField = Missing<IntakeFieldName>;

export type IntakeErrors = Partial<Record<IntakeFieldName, string[]>>;

/** The family's latest possible day; a handler validates again in the home's time zone. */
const anywhere = () => latestToday(new Date());

/** D1 §5. */
const intakeRules: rules.FormRules<IntakeCondition, CalendarDate> = {
  conditions: intakeConditions,
  crossFieldErrors: lifeDateErrors,
  // A masked number keeps the stored one.
  isStoredPlaceholder: ({ kind }: FormField, value, { ssn_last4 }) =>
    kind === 'ssn' && Boolean(ssn_last4) && typeof value === 'string' && isMaskedSsn(value),
};

/** Returns whether the field is on the page now. */
export function isShown(field: IntakeField, values: IntakeValues, today: CalendarDate): boolean {
  return rules.isShown(intakeRules, field, values, today);
}

/** Returns whether the field must be filled now; a hidden one never must. */
export function isRequired(field: IntakeField, values: IntakeValues, today: CalendarDate): boolean {
  return rules.isRequired(intakeRules, field, values, today);
}

/** Returns the required fields that are empty, in the form's order (D1 §5). */
export function missingFields(values: IntakeValues, today: CalendarDate = anywhere()): MissingField[] {
  return intakeSections.flatMap((section) => missingIn(intakeRules, section, values, today));
}

/** Returns every error of the values (D1 and D2 §5). The home's clock validates the time of death. */
export function intakeErrors(values: IntakeValues, today: CalendarDate = anywhere(), clock?: HomeClock): IntakeErrors {
  const errors: IntakeErrors = validateFields(intakeRules, intakeFieldData, values, today);
  for (const [name, message] of clock ? timeErrors(values, clock) : []) errors[name] ??= [message];
  return errors;
}

function* timeErrors(values: IntakeValues, clock: HomeClock): Generator<['time_of_death', string]> {
  const place = { state: 'death_state', country: 'death_country' };
  for (const [, message] of clockErrors(values, { time_of_death: 'date_of_death' }, clock, place))
    yield ['time_of_death', message];
  yield* deathTimeErrors(values, place, clock);
}

/**
 * Returns the values to store: aliases resolved, texts normalized, yes/no as booleans, with defaults, without blank
 * and hidden fields. Malformed values stay for `intakeErrors`.
 */
export function canonicalAnswers(
  sent: IntakeValues,
  today: CalendarDate = anywhere(),
  defaults: Partial<Record<IntakeFieldName, string>> = wireDefaults,
): Record<string, unknown> {
  const kept = canonicalValues(intakeRules, intakeFieldData, withCemetery({}, sent), today, {
    ...uncheckedDefaults,
    ...defaults,
  });
  // The form hides the details of a listed cemetery; the report stores them under their documented names.
  return { ...kept, ...listedCemeteryDetails(kept.cemetery_choice) };
}

/** D1 §5. */
export const fillRequiredFields = 'Please fill in all required fields';

export type IntakeRouting = {
  funeral_home_slug: string;
  recaptcha_token: string;
};

/** Returns the values of an untouched form. Most families decide about a cemetery with the home. */
export function intakeDefaults(): IntakeFormValues {
  const entries = intakeFields.map(({ field: { name, defaultValue } }) => [
    name,
    Array.isArray(defaultValue) ? [...defaultValue] : defaultValue,
  ]);
  return { ...Object.fromEntries(entries), cemetery_choice: undecidedCemetery } as unknown as IntakeFormValues;
}

/** Returns what the form sends: only shown and filled fields, special requests under their wire name (D1 §3). */
export function intakePayload(values: IntakeFormValues, routing: IntakeRouting): IntakeAnswersInput & IntakeRouting {
  const { special_requests, ...answers } = canonicalAnswers(values, undefined, {});
  const notes = special_requests === undefined ? {} : { additional_notes: special_requests };
  return { ...answers, ...notes, ...routing } as unknown as IntakeAnswersInput & IntakeRouting;
}
