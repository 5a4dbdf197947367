import * as z from 'zod';
import { PublicForm } from '#domain/managed-forms/public-form.ts';
import { emailAddress } from '#domain/shared/values/email.ts';
import { languages } from '#domain/shared/values/language.ts';
import { slug } from '#domain/shared/values/slug.ts';

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
