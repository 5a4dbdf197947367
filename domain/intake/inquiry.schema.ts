import * as z from 'zod';
import { type InquiryKind, inquiryFieldData, leftByKind } from '#domain/managed-forms/form-kinds.ts';
import { sentValues } from '#domain/shared/forms/wire.ts';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import { slug } from '#domain/shared/values/slug.ts';
import type { IntakeValues } from './intake.conditions.ts';
import { canonicalAnswers, type IntakeErrors, intakeErrors } from './intake.rules.ts';
import { wireDefaults } from './intake-answers.ts';
import { botToken, extraAnswers, formLanguage, formVersion } from './routing.schema.ts';

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
