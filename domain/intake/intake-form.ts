import { undecidedCemetery } from '#domain/shared/reference-data/cemeteries.ts';
import { canonicalAnswers, type IntakeAnswersInput, type IntakeFormValues } from './intake.rules.ts';
import { intakeFields } from './intake.sections.ts';

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
