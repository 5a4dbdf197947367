import { type CalendarDate, latestToday } from '#domain/shared/values/calendar-date.ts';
import type { HomeClock } from '#domain/shared/values/date-time.ts';
import { canonicalAnswers, type IntakeErrors, intakeErrors, type MissingField, missingFields } from './intake.rules.ts';
import { intakeFields } from './intake.sections.ts';
import { type IntakeAnswers, type IntakeAnswersInput, type IntakeFormValues, wireDefaults } from './intake-answers.ts';
import type { IntakeValues } from './intake-field.ts';

export type { IntakeErrors, MissingField } from './intake.rules.ts';

/** D1 §5. */
export const fillRequiredFields = 'Please fill in all required fields';

export type IntakeRouting = {
  funeral_home_slug: string;
  recaptcha_token: string;
};

/** The family's latest possible day; a handler validates again in the home's time zone. */
const anywhere = () => latestToday(new Date());

/** Returns the required fields that are empty, in the form's order. Fast enough for every keystroke. */
export function missing(values: IntakeValues, today: CalendarDate = anywhere()): MissingField[] {
  return missingFields(values, today);
}

/** Returns every error of the form's or a stored submission's values, by field. Fast enough for every keystroke. */
export function validateIntake(
  values: IntakeValues,
  today: CalendarDate = anywhere(),
  clock?: HomeClock,
): IntakeErrors {
  return intakeErrors(values, today, clock);
}

/** Returns the answers to store: normalized, with defaults, without blank and hidden fields. */
export function canonicalIntake(values: IntakeValues, today: CalendarDate = anywhere()): IntakeAnswers {
  return canonicalAnswers(values, today, wireDefaults) as unknown as IntakeAnswers;
}

/** Returns the values of an untouched form. */
export function intakeDefaults(): IntakeFormValues {
  return Object.fromEntries(
    intakeFields.map(({ field: { name, defaultValue } }) => [
      name,
      Array.isArray(defaultValue) ? [...defaultValue] : defaultValue,
    ]),
  ) as unknown as IntakeFormValues;
}

/** Returns what the form sends: only shown and filled fields, special requests under their wire name (D1 §3). */
export function intakePayload(values: IntakeFormValues, routing: IntakeRouting): IntakeAnswersInput & IntakeRouting {
  const { special_requests, ...answers } = canonicalAnswers(values, anywhere(), {});
  const notes = special_requests === undefined ? {} : { additional_notes: special_requests };
  return { ...answers, ...notes, ...routing } as unknown as IntakeAnswersInput & IntakeRouting;
}
