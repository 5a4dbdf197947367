import * as z from 'zod';
import { Instant } from '#domain/shared/contract/wire.ts';
import { mailProblems } from '#domain/shared/email/mail-problem.ts';
import { formatDate, isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { clockTime, formatTime } from '#domain/shared/values/date-time.ts';
import { FamilyView, familyLine } from './family-page.schema.ts';

/** `words` are free text, from which staff enter the value. */
export const factKinds = ['text', 'date', 'time', 'choice', 'words'] as const;
export type FactKind = (typeof factKinds)[number];

export const CertificateFact = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.enum(factKinds),
  value: z.string(),
  text: z.string(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
});
export type CertificateFact = z.output<typeof CertificateFact>;

export const Correction = z.object({ id: z.string(), value: z.string() });
export type Correction = z.output<typeof Correction>;

export const FactsConfirmed = z.object({ name: z.string(), at: Instant, corrections: z.array(Correction) });

export const FamilyReview = z.object({
  revision: z.number().int(),
  informant: z.string(),
  facts: z.array(CertificateFact),
  /** Lines that differ from what was confirmed before. */
  changed: z.array(z.string()),
  confirmed: FactsConfirmed.nullable(),
});
export type FamilyReview = z.output<typeof FamilyReview>;

export const SentConfirmation = z.object({
  revision: z.number().int().min(1),
  name: familyLine(100).min(1, 'Please enter your name'),
  corrections: z.array(z.object({ id: z.string().max(60), value: familyLine(300) })).max(60),
  agreed: z.literal(true, 'Please check the box to confirm you reviewed each line'),
});
export type SentConfirmation = z.output<typeof SentConfirmation>;

export const lineStates = ['same', 'open', 'taken', 'changed'] as const;
export type LineState = (typeof lineStates)[number];

export const ReviewLine = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.enum(factKinds),
  sent: z.string(),
  corrected: z.object({ value: z.string(), text: z.string() }).nullable(),
  now: z.string(),
  state: z.enum(lineStates),
});
export type ReviewLine = z.output<typeof ReviewLine>;

export const reviewStates = ['none', 'waiting', 'confirmed', 'changed'] as const;

export const StaffReview = z.object({
  /** 0 before anything was sent. */
  revision: z.number().int().min(0),
  /** `changed`: the case differs from what was sent or confirmed, so another confirmation is needed. */
  state: z.enum(reviewStates),
  sent_at: Instant.nullable(),
  sent_by_name: z.string().nullable(),
  confirmed: z.object({ name: z.string(), at: Instant }).nullable(),
  /** The reason why its email did not arrive, if it is known. */
  mail_problem: z.enum(mailProblems).nullable(),
  lines: z.array(ReviewLine),
});
export type StaffReview = z.output<typeof StaffReview>;

/** The response for the two parts of a form's address: whether that form is open. */
export const FormReading = z.object({
  subject: z.literal('form'),
  slug: z.string(),
  form: z.string(),
  is_open: z.boolean(),
  title: z.string().nullable(),
  funeral_home_name: z.string(),
});
export type FormReading = z.output<typeof FormReading>;

/** The response for a reference and its code. Steps and days follow the home's calendar. */
export const ReportReading = FamilyView.extend({
  subject: z.literal('report'),
  reference: z.string(),
  status: z.enum(['received', 'contacted', 'in_progress']),
  funeral_home_name: z.string(),
  logo_url: z.string().nullable(),
  telephone: z.string().nullable(),
  submitted_at: Instant,
  review: FamilyReview.nullable(),
});
export type ReportReading = z.output<typeof ReportReading>;

export const reviewMessages = {
  pageClosed: 'Give the family a code first: it reads the facts on its page.',
  cancelled: 'The case is cancelled.',
  confirmedAlready: 'This information was already confirmed or has changed. Please review it again.',
  badDate: 'Enter a date as YYYY-MM-DD',
  badTime: 'Enter a time as HH:MM',
  badChoice: 'Choose one of the answers',
} as const;

/** Returns a value of a line as text. */
export const factText = ({ kind, options }: Pick<CertificateFact, 'kind' | 'options'>, value: string): string => {
  if (value === '') return '';
  if (kind === 'date') return formatDate(value);
  if (kind === 'time') return formatTime(value);
  return options.find((option) => option.value === value)?.label ?? value;
};

/** Returns the error of a correction, or undefined. */
export const correctionError = ({ kind, options }: CertificateFact, value: string): string | undefined => {
  if (value === '') return undefined;
  if (kind === 'date' && !isCalendarDate(value)) return reviewMessages.badDate;
  if (kind === 'time' && !clockTime.safeParse(value).success) return reviewMessages.badTime;
  if (kind === 'choice' && !options.some((option) => option.value === value)) return reviewMessages.badChoice;
  return undefined;
};
