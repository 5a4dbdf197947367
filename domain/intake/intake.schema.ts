import * as z from 'zod';
import { sentValues } from '#domain/forms/wire.ts';
import { defaultServiceType, type ServiceType, serviceTypes } from '#domain/reference-data/service-types.ts';
import { type CalendarDate, latestToday } from '#domain/values/calendar-date.ts';
import { slug } from '#domain/values/slug.ts';
import type { IntakeValues } from './intake.conditions.ts';
import { canonicalAnswers, type IntakeErrors, intakeErrors, type MissingField, missingFields } from './intake.rules.ts';
import { intakeFieldData, intakeFields } from './intake.sections.ts';
import { type IntakeAnswers, type IntakeAnswersInput, type IntakeFormValues, wireDefaults } from './intake-answers.ts';

export type { IntakeErrors, MissingField } from './intake.rules.ts';

/** Shown when any required field is empty (D1 §5). */
export const fillRequiredFields = 'Please fill in all required fields';

const botCheckMissing = 'Please complete the bot check';

type Routing = {
  funeral_home_slug: string;
  recaptcha_token: string;
};

/** A report of a death as it is accepted: the answers with their routing (D1 §3). */
export type IntakeSubmission = IntakeAnswers & Routing & { service_type: ServiceType };

/** A report of a death as it may be sent. */
export type IntakeSubmissionInput = IntakeAnswersInput & Routing & { service_type?: ServiceType | null };

/** The latest day it can be for the family; a handler that knows the home's time zone checks again with its own. */
const anywhere = () => latestToday(new Date());

/**
 * The payload of the public submit, built from the sections. Unknown keys and the values of hidden fields are dropped;
 * issues carry the spec's messages per field, and one without a path says that required fields are missing. Nothing is
 * transformed in type, so that OpenAPI can be derived.
 */
export const IntakeSubmission = z
  .object({
    funeral_home_slug: slug,
    recaptcha_token: z
      .string({ error: ({ input }) => (input === undefined ? 'This field is required.' : botCheckMissing) })
      .min(1, botCheckMissing)
      .max(4096, botCheckMissing),
    service_type: z
      .enum(
        serviceTypes.map(({ value }) => value),
        'Please select a valid service type',
      )
      .nullish(),
    ...sentValues(intakeFieldData).shape,
  })
  .overwrite((sent) => ({
    ...canonicalAnswers(sent, anywhere(), wireDefaults),
    funeral_home_slug: sent.funeral_home_slug,
    recaptcha_token: sent.recaptcha_token,
    service_type: sent.service_type ?? defaultServiceType,
  }))
  .superRefine((answers, context) => {
    for (const [field, messages] of Object.entries(validateIntake(answers))) {
      for (const message of messages) context.addIssue({ code: 'custom', message, path: [field] });
    }
    if (missing(answers).length > 0) context.addIssue({ code: 'custom', message: fillRequiredFields });
  })
  .meta({
    required: ['funeral_home_slug', 'recaptcha_token', ...mustBeSent()],
  }) as unknown as z.ZodType<IntakeSubmission, IntakeSubmissionInput>;

/** The required fields that are empty, in the form's order; cheap enough for every keystroke. */
export function missing(values: IntakeValues, today: CalendarDate = anywhere()): MissingField[] {
  return missingFields(values, today);
}

/** Every fault of the form's or a stored submission's values, by field; cheap enough for every keystroke. */
export function validateIntake(values: IntakeValues, today: CalendarDate = anywhere()): IntakeErrors {
  return intakeErrors(values, today);
}

/** A family's answers as they are kept: normalized, defaults filled in, without blank and hidden fields. */
export function canonicalIntake(values: IntakeValues, today: CalendarDate = anywhere()): IntakeAnswers {
  return canonicalAnswers(values, today, wireDefaults) as unknown as IntakeAnswers;
}

/** The values of a form that nobody has touched. */
export function intakeDefaults(): IntakeFormValues {
  return Object.fromEntries(
    intakeFields.map(({ field: { name, defaultValue } }) => [
      name,
      Array.isArray(defaultValue) ? [...defaultValue] : defaultValue,
    ]),
  ) as unknown as IntakeFormValues;
}

/** What the form sends for its values: shown and filled fields alone, special requests under their wire name (D1 §3). */
export function intakePayload(values: IntakeFormValues, routing: Routing): IntakeSubmissionInput {
  const { special_requests, ...answers } = canonicalAnswers(values, anywhere(), {});
  const notes = special_requests === undefined ? {} : { additional_notes: special_requests };
  return { ...answers, ...notes, ...routing } as unknown as IntakeSubmissionInput;
}

/** The fields without which no report is accepted: the server has no default for them and reads them from no other. */
function mustBeSent(): string[] {
  return intakeFieldData
    .filter(({ showIf, requiredIf, name }) => showIf === undefined && requiredIf === true && !(name in wireDefaults))
    .map(({ name }) => name)
    .filter((name) => name !== 'cemetery_choice');
}
