import * as z from 'zod';
import { sentValues } from '#domain/shared/forms/wire.ts';
import { sentServiceType } from '#domain/shared/reference-data/sent-service-type.ts';
import type { ServiceType } from '#domain/shared/reference-data/service-types.ts';
import { latestToday } from '#domain/shared/values/calendar-date.ts';
import type { Language } from '#domain/shared/values/language.ts';
import { slug } from '#domain/shared/values/slug.ts';
import { canonicalAnswers } from './intake.rules.ts';
import { intakeFieldData } from './intake.sections.ts';
import { type IntakeAnswers, type IntakeAnswersInput, wireDefaults } from './intake-answers.ts';
import { fillRequiredFields, type IntakeRouting, missing, validateIntake } from './intake-form.ts';
import { type AnsweredForm, answeredForm, botToken, formLanguage } from './routing.schema.ts';

/** A report of a death as it is accepted: the answers with their routing (D1 §3). */
export type IntakeSubmission = IntakeAnswers &
  IntakeRouting &
  AnsweredForm & { service_type?: ServiceType | undefined; language?: Language | undefined };

/** A report of a death as it may be sent. */
export type IntakeSubmissionInput = IntakeAnswersInput &
  IntakeRouting & {
    service_type?: ServiceType | null;
    language?: Language | null;
    form_id?: string | null;
    form_version?: number | null;
    extra_answers?: Record<string, string> | null;
  };

/**
 * The payload of the public submit, built from the sections. Unknown keys and the values of hidden fields are dropped;
 * issues carry the spec's messages per field, and one without a path says that required fields are missing. Nothing is
 * transformed in type, so that OpenAPI can be derived. Built when it is first asked for.
 */
export const IntakeSubmission = z.lazy(() =>
  z
    .object({
      funeral_home_slug: slug,
      recaptcha_token: botToken,
      service_type: sentServiceType,
      language: formLanguage,
      ...answeredForm,
      ...sentValues(intakeFieldData).shape,
    })
    .overwrite((sent) => ({
      ...canonicalAnswers(sent, latestToday(new Date()), wireDefaults),
      funeral_home_slug: sent.funeral_home_slug,
      recaptcha_token: sent.recaptcha_token,
      service_type: sent.service_type ?? undefined,
      language: sent.language ?? undefined,
      form_id: sent.form_id ?? undefined,
      form_version: sent.form_version ?? undefined,
      extra_answers: sent.extra_answers ?? undefined,
    }))
    .superRefine((answers, context) => {
      for (const [field, messages] of Object.entries(validateIntake(answers))) {
        for (const message of messages) context.addIssue({ code: 'custom', message, path: [field] });
      }
      if (missing(answers).length > 0) context.addIssue({ code: 'custom', message: fillRequiredFields });
    })
    .meta({
      required: ['funeral_home_slug', 'recaptcha_token', ...mustBeSent()],
    }),
) as unknown as z.ZodType<IntakeSubmission, IntakeSubmissionInput>;

/** The fields without which no report is accepted: the server has no default for them and reads them from no other. */
function mustBeSent(): string[] {
  return intakeFieldData
    .filter(({ showIf, requiredIf, name }) => showIf === undefined && requiredIf === true && !(name in wireDefaults))
    .map(({ name }) => name)
    .filter((name) => name !== 'cemetery_choice');
}
