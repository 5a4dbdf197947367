import type { FieldErrors } from '#domain/contract/errors.ts';
import type { AnsweredForm } from '#domain/intake/intake.schema.ts';
import { keptAnswers, questionFaults, questionFields } from '#domain/managed-forms/form-questions.ts';
import { managedFormMessages } from '#domain/managed-forms/managed-form-messages.ts';
import type { HomeCard } from '#functions/records/homes.ts';
import type { PublishedForm } from '#functions/records/managed-forms.ts';
import type { SubmissionRecord } from '#functions/records/submissions.ts';

interface PublicForms {
  version: (homeId: string, formId: string, number: number) => Promise<PublishedForm | undefined>;
}

interface Found {
  answered: Pick<SubmissionRecord, 'managed_form' | 'extra_answers'>;
  faults: FieldErrors;
}

/**
 * What of a report belongs to the home's own form. It is judged by the version that the family answered, also when
 * another one has been published since, or the form was closed.
 */
export const answeredForm = async (
  forms: PublicForms,
  { funeral_home_id }: HomeCard,
  { form_id, form_version, extra_answers = {} }: AnsweredForm,
): Promise<Found> => {
  const none = { managed_form: null, extra_answers: [] };
  if (!form_id) return { answered: none, faults: {} };
  const form = form_version ? await forms.version(funeral_home_id, form_id, form_version) : undefined;
  if (!form) return { answered: none, faults: { form_id: [managedFormMessages.unknownForm] } };
  const fields = questionFields(form.settings);
  const managed_form = { id: form_id, name: form.name, slug: form.slug, version: form.number };
  return {
    answered: { managed_form, extra_answers: keptAnswers(fields, extra_answers) },
    faults: questionFaults(fields, extra_answers),
  };
};
