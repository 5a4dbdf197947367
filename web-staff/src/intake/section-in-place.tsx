import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { IntakeSection } from '#domain/intake/intake-field.ts';
import type { Submission } from '#domain/intake/submission.schema.ts';
import { paths } from '../paths.ts';
import { SaveBar } from '../ui/page/save-bar.tsx';
import { SectionFields } from './edit-section.tsx';
import { useSubmissionForm } from './use-submission-form.ts';

interface SectionInPlaceProps {
  section: IntakeSection;
  submission: Submission;
  onDone: () => void;
}

/** Corrects a section where it is read; errors elsewhere are corrected in the whole form. */
export const SectionInPlace = ({ section, submission, onDone }: SectionInPlaceProps) => {
  const navigate = useNavigate();
  const isOwn = (name: string) => section.fields.some((field) => field.name === name);
  const { form, today } = useSubmissionForm(submission, {
    onDone,
    reveal: (name) => {
      if (!isOwn(name)) void navigate(paths.submissionEdit(submission.id));
    },
  });
  const { setFocus } = form.methods;
  const [first] = section.fields;
  useEffect(() => {
    if (first) requestAnimationFrame(() => setFocus(first.name));
  }, [first, setFocus]);
  return (
    <form noValidate onSubmit={form.submit} aria-label={`Edit ${section.title}`}>
      <SectionFields section={section} form={form} today={today} />
      <SaveBar changes={form.dirty ? form.changedIn(form.methods.getValues()).length : 0}>
        <Button
          variant="default"
          onClick={() => {
            form.letGo();
            onDone();
          }}
        >
          Cancel
        </Button>
        <Button type="submit" disabled={!form.dirty} loading={form.saving}>
          Save Changes
        </Button>
      </SaveBar>
      {form.dialogs}
    </form>
  );
};
