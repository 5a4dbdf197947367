import * as z from 'zod';
import { type InquiryKind, inquiryFieldData, leftByKind } from '#domain/managed-forms/form-kinds.ts';
import { PublicForm } from '#domain/managed-forms/public-form.ts';
import { idSchema } from '#domain/shared/contract/ids.ts';
import { sentValues } from '#domain/shared/forms/wire.ts';
import { type ServiceType, sentServiceType } from '#domain/shared/reference-data/service-types.ts';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import { emailAddress } from '#domain/shared/values/email.ts';
import { type Language, languages } from '#domain/shared/values/language.ts';
import { slug } from '#domain/shared/values/slug.ts';
import {
  canonicalAnswers,
  fillRequiredFields,
  type IntakeAnswers,
  type IntakeAnswersInput,
  type IntakeErrors,
  type IntakeRouting,
  intakeErrors,
  missingFields,
  wireDefaults,
} from './intake.rules.ts';
import { intakeFieldData } from './intake.sections.ts';
import type { IntakeValues } from './intake-field.ts';

/** A family's draft is stored for a week, in seconds, as on its own device. */
export const draftSeconds = 7 * 24 * 3600;
export const draftCodeMinutes = 30;

const answer = z.union([z.string().max(2000), z.boolean(), z.array(z.string().max(200)).max(40)]);

export const ReportDraft = z.object({
  values: z.record(z.string().max(60), answer),
  not_known: z.array(z.string().max(60)).max(200),
  /** The checked shortcuts of the page. */
  ticked: z.array(z.string().max(120)).max(50).optional(),
  step: z.string().max(40),
  /** The attempt's id makes a report sent from two devices arrive once. */
  attempt: z.string().min(1).max(100),
});
export type ReportDraft = z.output<typeof ReportDraft>;

/** Null for the standard form. */
export const OpenedReportDraft = ReportDraft.extend({ form: PublicForm.nullable() });
export type OpenedReportDraft = z.output<typeof OpenedReportDraft>;

const key = z.string().min(1).max(100);

export const DraftLink = z.object({ draft: z.string().max(60), key });

export const SentReportDraft = z.object({
  funeral_home_slug: slug,
  /** A further form of the home; its main one by default. */
  form: slug.nullish(),
  email: emailAddress,
  language: z.enum(languages).nullish(),
  recaptcha_token: key.max(4096),
  report: ReportDraft,
});

export const StoredReportDraft = z.object({ draft: z.string(), key: z.string() });
export const DraftCode = DraftLink.extend({ code: key });

const botCheckMissing = 'Please complete the security check';
const unknownForm = 'This form does not exist';

const botToken = z
  .string({ error: ({ input }) => (input === undefined ? 'This field is required.' : botCheckMissing) })
  .min(1, botCheckMissing)
  .max(4096, botCheckMissing);

const formLanguage = z.enum(languages, 'Choose English or Spanish').nullish();

const formVersion = {
  form_id: idSchema('managed-form', unknownForm),
  form_version: z.number(unknownForm).int().min(1).max(99_999),
};

const extraAnswers = z.record(z.string().max(40), z.string().max(2000)).nullish();

/** Absent for the standard form. */
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
 * An inquiry's form version, contact and answers. The kind of its form decides what is required, so the handler
 * validates it.
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

/** Returns the errors of the fields that a form of this kind asks for. */
export const inquiryErrors = (kind: InquiryKind, values: IntakeValues, today: CalendarDate): IntakeErrors =>
  askedOf(kind, intakeErrors(values, today));

/** Returns the answers to store, without any that a form of this kind does not ask for. */
export const canonicalInquiry = (
  kind: InquiryKind,
  values: IntakeValues,
  today: CalendarDate,
): Record<string, unknown> => askedOf(kind, canonicalAnswers(values, today));

/** D1 §3. */
export type IntakeSubmission = IntakeAnswers &
  IntakeRouting &
  AnsweredForm & { service_type?: ServiceType | undefined; language?: Language | undefined };

export type IntakeSubmissionInput = IntakeAnswersInput &
  IntakeRouting & {
    service_type?: ServiceType | null;
    language?: Language | null;
    form_id?: string | null;
    form_version?: number | null;
    extra_answers?: Record<string, string> | null;
  };

/**
 * The payload of the public submit, built from the sections on first use. Unknown keys and hidden fields are dropped;
 * issues have the specification's messages per field, and one without a path reports missing fields. No type is
 * transformed, so that OpenAPI can be derived.
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
      ...canonicalAnswers(sent),
      funeral_home_slug: sent.funeral_home_slug,
      recaptcha_token: sent.recaptcha_token,
      service_type: sent.service_type ?? undefined,
      language: sent.language ?? undefined,
      form_id: sent.form_id ?? undefined,
      form_version: sent.form_version ?? undefined,
      extra_answers: sent.extra_answers ?? undefined,
    }))
    .superRefine((answers, context) => {
      for (const [field, messages] of Object.entries(intakeErrors(answers))) {
        for (const message of messages) context.addIssue({ code: 'custom', message, path: [field] });
      }
      if (missingFields(answers).length > 0) context.addIssue({ code: 'custom', message: fillRequiredFields });
    })
    .meta({
      required: ['funeral_home_slug', 'recaptcha_token', ...mustBeSent()],
    }),
) as unknown as z.ZodType<IntakeSubmission, IntakeSubmissionInput>;

/** The server has no default for these fields and derives them from no other. */
function mustBeSent(): string[] {
  return intakeFieldData
    .filter(({ showIf, requiredIf, name }) => showIf === undefined && requiredIf === true && !(name in wireDefaults))
    .map(({ name }) => name)
    .filter((name) => name !== 'cemetery_choice');
}
