import * as z from 'zod';
import { type InquiryKind, inquiryFieldData, leftByKind } from '#domain/managed-forms/form-kinds.ts';
import { PublicForm } from '#domain/managed-forms/public-form.ts';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { sentValues } from '#domain/shared/forms/wire.ts';
import { type ServiceType, sentServiceType } from '#domain/shared/reference-data/service-types.ts';
import { type CalendarDate, latestToday } from '#domain/shared/values/calendar-date.ts';
import { emailAddress } from '#domain/shared/values/email.ts';
import { type Language, languages } from '#domain/shared/values/language.ts';
import { slug } from '#domain/shared/values/slug.ts';
import { canonicalAnswers, type IntakeErrors, intakeErrors } from './intake.rules.ts';
import { intakeFieldData } from './intake.sections.ts';
import { type IntakeAnswers, type IntakeAnswersInput, wireDefaults } from './intake-answers.ts';
import type { IntakeValues } from './intake-field.ts';
import { fillRequiredFields, type IntakeRouting, missing, validateIntake } from './intake-form.ts';

/** So long a draft is kept for its family, as on its own device: a week, in seconds. */
export const draftSeconds = 7 * 24 * 3600;
/** So long a mailed code opens a draft, in minutes. */
export const draftCodeMinutes = 30;

const answer = z.union([z.string().max(2000), z.boolean(), z.array(z.string().max(200)).max(40)]);

/** A report on its way, as the page holds it: answers by field, what is not known, and where the family was. */
export const ReportDraft = z.object({
  values: z.record(z.string().max(60), answer),
  not_known: z.array(z.string().max(60)).max(200),
  step: z.string().max(40),
  /** Of the next attempt to send it: sent from two devices it arrives once. */
  attempt: z.string().min(1).max(100),
});
export type ReportDraft = z.output<typeof ReportDraft>;

/** What the right code gives: the draft, with the home's form that it answers; null for the one that every home has. */
export const OpenedReportDraft = ReportDraft.extend({ form: PublicForm.nullable() });
export type OpenedReportDraft = z.output<typeof OpenedReportDraft>;

const key = z.string().min(1).max(100);

/** Which draft is meant, by what its link or its own page knows. */
export const DraftLink = z.object({ draft: z.string().max(60), key });

export const SentReportDraft = z.object({
  funeral_home_slug: slug,
  /** One of the home's further forms; its main one without. */
  form: slug.nullish(),
  email: emailAddress,
  language: z.enum(languages).nullish(),
  recaptcha_token: key.max(4096),
  report: ReportDraft,
});

/** What the page needs to have the copy taken away again. */
export const KeptReportDraft = z.object({ draft: z.string(), key: z.string() });
export const DraftCode = DraftLink.extend({ code: key });

const botCheckMissing = 'Please complete the security check';
const unknownForm = 'This form does not exist';

/** The proof that a person sends it. */
const botToken = z
  .string({ error: ({ input }) => (input === undefined ? 'This field is required.' : botCheckMissing) })
  .min(1, botCheckMissing)
  .max(4096, botCheckMissing);

/** In which the family read the form, and is written to. */
const formLanguage = z.enum(languages, 'Choose English or Spanish').nullish();

/** Which version of a home's form was answered. */
const formVersion = {
  form_id: idSchema('managed-form', unknownForm),
  form_version: z.number(unknownForm).int().min(1).max(99_999),
};

/** Answers to the home's own questions, by their ids. */
const extraAnswers = z.record(z.string().max(40), z.string().max(2000)).nullish();

/** What a report says of the home's form; nothing of the one that every home has. */
const answeredForm = {
  form_id: formVersion.form_id.nullish(),
  form_version: formVersion.form_version.nullish(),
  extra_answers: extraAnswers,
};
export type AnsweredForm = {
  form_id?: string | undefined;
  form_version?: number | undefined;
  extra_answers?: Record<string, string> | undefined;
};

/**
 * What a form that reports no death sends: whose version it answers, who asks and how to reach them, and its questions.
 * What of it is asked and needed depends on the form, so that whoever reads the form judges it.
 */
export const Inquiry = z.lazy(() =>
  z.object({
    funeral_home_slug: slug,
    recaptcha_token: botToken,
    language: formLanguage,
    ...formVersion,
    extra_answers: extraAnswers,
    ...sentValues(inquiryFieldData()).shape,
  }),
);

const askedOf = <T>(kind: InquiryKind, named: Readonly<Record<string, T>>): Record<string, T> => {
  const left = leftByKind(kind);
  return Object.fromEntries(Object.entries(named).filter(([name]) => !left.has(name)));
};

/** What is missing or malformed of the fields that a form of this kind asks. */
export const inquiryErrors = (kind: InquiryKind, values: IntakeValues, today: CalendarDate): IntakeErrors =>
  askedOf(kind, intakeErrors(values, today));

/** The answers as they are kept; of nothing that a form of this kind does not ask. */
export const canonicalInquiry = (
  kind: InquiryKind,
  values: IntakeValues,
  today: CalendarDate,
): Record<string, unknown> => askedOf(kind, canonicalAnswers(values, today, wireDefaults));

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
