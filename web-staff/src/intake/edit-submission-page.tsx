import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { startTransition, useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { intakeSections } from '#domain/intake/intake.sections.ts';
import type { Submission } from '#domain/intake/submission.schema.ts';
import { actorOf } from '#domain/registry/policies.ts';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { RecordLoadState } from '../ui/feedback/states.tsx';
import type { FormValues } from '../ui/fields/field-grid.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { EditSection } from './edit-section.tsx';
import classes from './edit-submission-form.module.css';
import { submissionQuery } from './queries.ts';
import { actionsFor, deceasedName } from './submission-text.ts';
import { useSubmissionForm } from './use-submission-form.ts';

const sectionOf = (name: string): string | undefined =>
  intakeSections.find(({ fields }) => fields.some((field) => field.name === name))?.id;

const nameOf = (values: FormValues): string =>
  [values.deceased_first_name, values.deceased_last_name].filter((part) => typeof part === 'string').join(' ');

const EditSubmissionForm = ({ submission }: { submission: Submission }) => {
  const { id } = submission;
  const navigate = useNavigate();
  const [open, setOpen] = useState<string | undefined>(intakeSections[0]?.id);
  const leave = () => void navigate(paths.submission(id));
  const { form, today } = useSubmissionForm(submission, {
    onDone: leave,
    reveal: (name) => setOpen(sectionOf(name)),
  });

  return (
    <form noValidate onSubmit={form.submit}>
      <PageHeader
        back={{ to: paths.submission(id), label: 'Submission' }}
        title={`Edit ${deceasedName(nameOf(form.stored().values))}`}
        lead={`Reference ${submission.reference} · ${submission.funeral_home_name}`}
      />
      {intakeSections.map((section) => (
        <EditSection
          key={section.id}
          section={section}
          form={form}
          today={today}
          open={open === section.id}
          // A long section renders slowly; the page stays responsive.
          onToggle={() => startTransition(() => setOpen(open === section.id ? undefined : section.id))}
        />
      ))}
      <div className={classes.bar}>
        <Button variant="default" onClick={leave}>
          Cancel
        </Button>
        <Button type="submit" disabled={!form.dirty} loading={form.saving}>
          Save Changes
        </Button>
      </div>
      {form.dialogs}
    </form>
  );
};

/** Editing starts from the server's current record, not from an older list. */
export const EditSubmissionPage = () => {
  const { id = '' } = useParams();
  const call = useApi();
  const viewer = actorOf(useCurrentUser());
  const query = useQuery({ ...submissionQuery(call, id), refetchOnMount: 'always' });
  useDocumentTitle('Edit submission');
  if (!query.data || !query.isFetchedAfterMount) {
    return <RecordLoadState query={query} noun="Submission" back={{ to: paths.submissions, label: 'Submissions' }} />;
  }
  const { edit } = actionsFor(query.data, viewer);
  if (!edit.shown || edit.reason) return <Navigate to={paths.submission(id)} replace />;
  return <EditSubmissionForm key={id} submission={query.data} />;
};
