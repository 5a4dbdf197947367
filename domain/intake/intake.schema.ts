import * as z from 'zod';
import { idOf } from '#domain/contract/ids.ts';
import { sentValues } from '#domain/forms/wire.ts';
import { sentServiceType } from '#domain/reference-data/sent-service-type.ts';
import { defaultServiceType, type ServiceType } from '#domain/reference-data/service-types.ts';
import { latestToday } from '#domain/values/calendar-date.ts';
import { slug } from '#domain/values/slug.ts';
import { canonicalAnswers } from './intake.rules.ts';
import { intakeFieldData } from './intake.sections.ts';
import { type IntakeAnswers, type IntakeAnswersInput, wireDefaults } from './intake-answers.ts';
import { fillRequiredFields, type IntakeRouting, missing, validateIntake } from './intake-form.ts';

const botCheckMissing = 'Please complete the bot check';

/** Which version of a home's form a family answered, and its answers to the home's own questions, by their ids. */
const answeredForm = {
  form_id: idOf('managed-form', 'This form is not known here').nullish(),
  form_version: z.number('This form is not known here').int().min(1).max(99_999).nullish(),
  extra_answers: z.record(z.string().max(40), z.string().max(2000)).nullish(),
};
export type AnsweredForm = {
  form_id?: string | undefined;
  form_version?: number | undefined;
  extra_answers?: Record<string, string> | undefined;
};

/** A report of a death as it is accepted: the answers with their routing (D1 §3). */
export type IntakeSubmission = IntakeAnswers & IntakeRouting & AnsweredForm & { service_type: ServiceType };

/** A report of a death as it may be sent. */
export type IntakeSubmissionInput = IntakeAnswersInput &
  IntakeRouting & {
    service_type?: ServiceType | null;
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
      recaptcha_token: z
        .string({ error: ({ input }) => (input === undefined ? 'This field is required.' : botCheckMissing) })
        .min(1, botCheckMissing)
        .max(4096, botCheckMissing),
      service_type: sentServiceType,
      ...answeredForm,
      ...sentValues(intakeFieldData).shape,
    })
    .overwrite((sent) => ({
      ...canonicalAnswers(sent, latestToday(new Date()), wireDefaults),
      funeral_home_slug: sent.funeral_home_slug,
      recaptcha_token: sent.recaptcha_token,
      service_type: sent.service_type ?? defaultServiceType,
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
