import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useMemo, useState } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { ApiError, fieldErrors } from '#domain/contract/client.ts';
import { intakeSections } from '#domain/intake/intake.sections.ts';
import { Submission } from '#domain/submissions/submission.schema.ts';
import { todayIn } from '#domain/values/calendar-date.ts';
import { useApi } from '../../api/api-context.ts';
import { useLocations } from '../../entities/funeral-homes/queries.ts';
import { useCurrentUser } from '../../entities/profile/current-user.ts';
import { useUpdateSubmission } from '../../entities/submissions/mutations.ts';
import { submissionQuery } from '../../entities/submissions/queries.ts';
import { paths } from '../../paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { merged, type Side } from '../../ui/record-form/collision.ts';
import { ConflictDialog } from '../../ui/record-form/conflict-dialog.tsx';
import { useUnsavedChanges } from '../../ui/record-form/unsaved-changes.tsx';
import { toastError, toastFailure, toastSuccess } from '../../ui/toasts.tsx';
import { EditSection } from './edit-section.tsx';
import classes from './edit-submission-form.module.css';
import {
  changedFields,
  collisions,
  type EditValues,
  editFields,
  editValuesOf,
  errorsOf,
  newErrors,
  patchOf,
} from './edit-values.ts';
import { deceasedName } from './submission-text.ts';

const sectionOf = (name: string): string | undefined =>
  intakeSections.find(({ fields }) => fields.some((field) => field.name === name))?.id;

/** The record that another person's save answered with; undefined when the answer does not carry one. */
const currentOf = (error: ApiError): Submission | undefined => Submission.safeParse(error.body.current).data;

const nameOf = (values: EditValues): string =>
  [values.deceased_first_name, values.deceased_last_name].filter((part) => typeof part === 'string').join(' ');

const useToday = (homeId: string): string => {
  const own = useCurrentUser().funeral_home_details;
  const home = useLocations().find(({ id }) => id === homeId) ?? own;
  return todayIn(home.time_zone, new Date());
};

interface Conflict {
  current: Submission;
  mine: EditValues;
}

export const EditSubmissionForm = ({ submission }: { submission: Submission }) => {
  const { id } = submission;
  const call = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const today = useToday(submission.funeral_home_id);
  const [base, setBase] = useState(() => ({ values: editValuesOf(submission), version: submission.version }));
  const [open, setOpen] = useState<string | undefined>(intakeSections[0]?.id);
  const [conflict, setConflict] = useState<Conflict>();
  const update = useUpdateSubmission(id);
  const oldErrors = useMemo(() => errorsOf(base.values, base.values, today), [base, today]);

  const form = useForm<EditValues>({
    defaultValues: base.values,
    mode: 'onTouched',
    resolver: (values) => {
      const found = Object.entries(newErrors(oldErrors, errorsOf(values, base.values, today)));
      const errors = Object.fromEntries(
        found.map(([name, messages]) => [name, { type: 'rule', message: messages?.[0] }]),
      );
      return found.length > 0 ? { values: {}, errors } : { values, errors: {} };
    },
  });
  const { isDirty } = form.formState;
  const guard = useUnsavedChanges(isDirty);

  const leave = () => {
    guard.letGo();
    void navigate(paths.submission(id));
  };
  const showFirst = (errors: FieldErrors<EditValues>) => {
    const first = editFields.find(({ name }) => errors[name]);
    if (!first) return;
    setOpen(sectionOf(first.name));
    // The field is there only once its section has been drawn.
    setTimeout(() => form.setFocus(first.name));
  };

  const refused = async (error: unknown, mine: EditValues) => {
    if (!(error instanceof ApiError)) return toastFailure(error);
    if (error.status === 409) {
      const current = currentOf(error) ?? (await client.fetchQuery({ ...submissionQuery(call, id), staleTime: 0 }));
      if (current.status === 'converted') return toastFailure(error);
      return setConflict({ current, mine });
    }
    const fields = Object.entries(fieldErrors(error.body)).filter(([name]) => sectionOf(name));
    if (fields.length === 0) return toastFailure(error);
    for (const [name, messages] of fields) form.setError(name, { type: 'server', message: messages[0] });
    showFirst(Object.fromEntries(fields.map(([name]) => [name, { type: 'server' }])));
    toastError('Please check the marked fields');
  };

  const save = async (values: EditValues, from: typeof base) => {
    if (changedFields(from.values, values).length === 0) return leave();
    try {
      await update.mutateAsync({ version: from.version, patch: patchOf(from.values, values) });
      toastSuccess('Submission saved');
      leave();
    } catch (error) {
      await refused(error, values).catch(toastFailure);
    }
  };

  const resolve = async ({ current, mine }: Conflict, choices: Record<string, Side>) => {
    const theirs = { values: editValuesOf(current), version: current.version };
    const values = merged(mine, collisions(base.values, mine, theirs.values), choices);
    setBase(theirs);
    form.reset(theirs.values);
    for (const { name } of changedFields(theirs.values, values)) {
      form.setValue(name, values[name] ?? '', { shouldDirty: true });
    }
    setConflict(undefined);
    const wrong = Object.entries(
      newErrors(errorsOf(theirs.values, theirs.values, today), errorsOf(values, theirs.values, today)),
    );
    if (wrong.length === 0) return save(values, theirs);
    for (const [name, messages] of wrong) form.setError(name, { type: 'rule', message: messages?.[0] });
    showFirst(Object.fromEntries(wrong.map(([name]) => [name, { type: 'rule' }])));
  };

  return (
    <form noValidate onSubmit={form.handleSubmit((values) => save(values, base), showFirst)}>
      <PageHeader
        back={{ to: paths.submission(id), label: 'Submission' }}
        title={`Edit ${deceasedName(nameOf(base.values))}`}
        lead={`Reference ${submission.reference} · ${submission.funeral_home_name}`}
      />
      {intakeSections.map((section) => (
        <EditSection
          key={section.id}
          section={section}
          control={form.control}
          stored={base.values}
          today={today}
          open={open === section.id}
          // A long section takes its time to draw; the page stays at hand meanwhile.
          onToggle={() => startTransition(() => setOpen(open === section.id ? undefined : section.id))}
        />
      ))}
      <div className={classes.bar}>
        <Button variant="default" onClick={() => void navigate(paths.submission(id))}>
          Cancel
        </Button>
        <Button type="submit" disabled={!isDirty} loading={update.isPending}>
          Save Changes
        </Button>
      </div>
      {guard.dialog}
      {conflict && (
        <ConflictDialog
          collisions={collisions(base.values, conflict.mine, editValuesOf(conflict.current))}
          busy={update.isPending}
          onResolve={(choices) => void resolve(conflict, choices)}
          onClose={() => setConflict(undefined)}
        />
      )}
    </form>
  );
};
