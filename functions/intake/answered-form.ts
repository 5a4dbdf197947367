import type { AnsweredForm } from '#domain/intake/routing.schema.ts';
import { keptAnswers, questionErrors, questionFields } from '#domain/managed-forms/form-questions.ts';
import { managedFormMessages } from '#domain/managed-forms/managed-form-messages.ts';
import type { FieldErrors } from '#domain/shared/contract/errors.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { otherCemetery } from '#domain/shared/reference-data/cemeteries.ts';
import type { SubmissionRecord } from '#functions/intake/repository/submissions.ts';
import type { PublishedForm, StoredSettings } from '#functions/managed-forms/repository.ts';
import type { PublicHomeProfile } from '#functions/organizations/repository/homes.ts';

interface PublicForms {
  version: (homeId: string, formId: string, number: number) => Promise<PublishedForm | undefined>;
}

/** A form that is not this home's, or takes another call. */
export const unknownForm = { form_id: [managedFormMessages.unknownForm] };

interface Found {
  answered: Pick<SubmissionRecord, 'kind' | 'managed_form' | 'extra_answers' | 'quoted_cemetery'>;
  faults: FieldErrors;
}

/** The cost that the form shows beside one of its own cemeteries, which a family's choice sends by name and address. */
const quotedCemetery = ({ cemeteries }: StoredSettings, sent: Values): SubmissionRecord['quoted_cemetery'] => {
  if (sent.cemetery_choice !== otherCemetery) return null;
  const chosen = cemeteries?.find((one) =>
    (['name', 'street', 'city', 'state', 'zip'] as const).every((part) => sent[`cemetery_${part}`] === one[part]),
  );
  if (!chosen || chosen.cost_cents === null) return null;
  return { name: chosen.name, cost_cents: chosen.cost_cents };
};

/**
 * What of a report belongs to the home's own form. It is judged by the version that the family answered, also when
 * another one has been published since, or the form was closed.
 */
export const answeredForm = async (
  forms: PublicForms,
  { funeral_home_id }: PublicHomeProfile,
  { form_id, form_version, extra_answers, ...sent }: AnsweredForm & Values,
): Promise<Found> => {
  const none = { kind: 'at_need' as const, managed_form: null, extra_answers: [], quoted_cemetery: null };
  if (!form_id) return { answered: none, faults: {} };
  const found = form_version ? await forms.version(funeral_home_id, form_id, form_version) : undefined;
  if (!found) return { answered: none, faults: unknownForm };
  const fields = questionFields(found.settings);
  const { emergency_phone } = found.settings;
  const managed_form = { id: form_id, name: found.name, slug: found.slug, version: found.number, emergency_phone };
  return {
    answered: {
      ...{ kind: found.kind, managed_form, extra_answers: keptAnswers(fields, extra_answers ?? {}) },
      quoted_cemetery: quotedCemetery(found.settings, sent),
    },
    faults: questionErrors(fields, extra_answers ?? {}),
  };
};
