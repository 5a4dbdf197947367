import { Submission } from '#domain/intake/submission.schema.ts';
import { useTodayAt } from '../organizations/homes/queries.ts';
import { toastSuccess } from '../ui/feedback/toasts.tsx';
import { patchOf, unchangedAnswer } from '../ui/record-form/form-values.ts';
import { useRecordForm } from '../ui/record-form/use-record-form.tsx';
import { editFields, editRules, editValuesOf } from './edit-values.ts';
import { useUpdateSubmission } from './mutations.ts';

interface SubmissionFormOptions {
  /** When it is saved, or nothing was left to save. */
  onDone: () => void;
  /** Shows a field that is wrong. */
  reveal: (name: string) => void;
}

/** What the family entered as a form, the whole of it or a part; only what was changed is sent. */
export const useSubmissionForm = (submission: Submission, { onDone, reveal }: SubmissionFormOptions) => {
  const today = useTodayAt(submission.funeral_home_id);
  const update = useUpdateSubmission(submission.id);
  const form = useRecordForm<Submission>({
    fields: editFields,
    record: submission,
    recordSchema: Submission,
    versionOf: ({ version }) => version,
    valuesOf: editValuesOf,
    rules: (stored) => editRules(stored, today),
    unchanged: unchangedAnswer,
    save: ({ changed, values, version = 0 }) => update.mutateAsync({ version, patch: patchOf(changed, values) }),
    onSaved: (_, saved) => {
      if (saved) toastSuccess('Submission saved');
      onDone();
    },
    editable: ({ status }) => status !== 'converted',
    reveal,
  });
  return { form, today };
};
