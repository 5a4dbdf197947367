import { Button } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { funeralHomeEndpoints } from '#domain/organizations/funeral-home.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { caseKeys } from '../../cases/keys.ts';
import { profileKeys } from '../../team/profile/keys.ts';
import { ConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { showFieldErrors } from '../../ui/feedback/field-errors.ts';
import { ErrorState, RowsSkeleton } from '../../ui/feedback/states.tsx';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { useUnsavedChanges } from '../../ui/record-form/unsaved-changes.tsx';
import { funeralHomeKeys } from '../homes/keys.ts';
import formClasses from '../parts/home-form.module.css';
import { NumberingFields } from './case-numbering-fields.tsx';
import classes from './case-numbering-form.module.css';
import { NumberingPreview, useNumberingPreview } from './case-numbering-preview.tsx';
import {
  type Numbering,
  type NumberingValues,
  readNumbering,
  sameNumbering,
  valuesOfNumbering,
} from './case-numbering-values.ts';
import { caseNumberingQuery } from './queries.ts';

interface CaseNumberingFormProps {
  homeId: string;
  submitLabel?: string;
  /** Whether it can be submitted as it stands, to say that everything is right. */
  submitsUnchanged?: boolean;
  /** Buttons in front of the submit button. */
  aside?: ReactNode;
  onSaved?: () => void;
}

/** How a home numbers its cases, with the next numbers as they would be. */
export const CaseNumberingForm = (props: CaseNumberingFormProps) => {
  const { homeId } = props;
  const call = useApi();
  const query = useQuery({
    ...caseNumberingQuery(call, homeId),
    placeholderData: keepPreviousData,
    // Cases that are opened meanwhile move the count, but not what is being typed.
    refetchOnWindowFocus: false,
  });
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <RowsSkeleton rows={5} height={61} />;
  return <Form key={homeId} {...props} stored={query.data} />;
};

const Form = (props: CaseNumberingFormProps & { stored: Numbering }) => {
  const { homeId, stored, submitLabel = 'Save Changes', submitsUnchanged = false, aside, onSaved } = props;
  const call = useApi();
  const client = useQueryClient();
  const [base, setBase] = useState(() => valuesOfNumbering(stored));
  const [values, setValues] = useState(base);
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState(false);
  const [refused, setRefused] = useState<Record<string, string[]>>({});
  const { settings, problems } = readNumbering(values);
  const dirty = !sameNumbering(base, values);
  const guard = useUnsavedChanges(dirty);
  const preview = useNumberingPreview(homeId, settings);
  const [first] = preview.current?.examples ?? [];
  const takenStart =
    values.next_value !== null && first?.taken ? `Case number ${first.case_number} is already in use` : undefined;

  const startFrom = (next: NumberingValues) => {
    setBase(next);
    setValues(next);
    setRefused({});
    setTried(false);
  };
  const update = useMutation({
    mutationFn: (body: NonNullable<typeof settings>) =>
      call(funeralHomeEndpoints.updateCaseNumbering, { params: { id: homeId }, body }),
    onSuccess: async (numbering) => {
      startFrom(valuesOfNumbering(numbering));
      client.setQueryData(caseNumberingQuery(call, homeId).queryKey, numbering);
      toastSuccess('Case numbering saved');
      // The home's version has moved with it.
      await Promise.all([
        client.invalidateQueries({ queryKey: funeralHomeKeys.all }),
        client.invalidateQueries({ queryKey: profileKeys.currentUser }),
        client.invalidateQueries({ queryKey: caseKeys.nextNumbers }),
      ]);
      guard.letGo();
      onSaved?.();
    },
    onError: (error) => showFieldErrors(error, setRefused),
    onSettled: () => setAsking(false),
  });

  const set = (change: Partial<NumberingValues>) => {
    setValues((now) => ({ ...now, ...change }));
    setRefused({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (update.isPending || !settings || takenStart) return;
    if (dirty) setAsking(true);
    else onSaved?.();
  };
  /** What is wrong with a field that was touched, or with any after a try. */
  const errorOf = (name: keyof NumberingValues): string | undefined =>
    refused[name]?.[0] ??
    (tried || values[name] !== base[name] ? problems[name] : undefined) ??
    (name === 'next_value' ? takenStart : undefined);

  return (
    <form noValidate onSubmit={submit}>
      <div className={classes.columns}>
        <NumberingFields
          values={values}
          counting={preview.shown?.next_value ?? stored.next_value}
          onChange={set}
          errorOf={errorOf}
        />
        <NumberingPreview preview={preview} wrong={!settings} />
      </div>
      <div className={formClasses.foot} data-dirty={dirty}>
        {aside}
        {dirty && !submitsUnchanged && (
          <Button variant="default" onClick={() => startFrom(base)}>
            Discard changes
          </Button>
        )}
        <Button type="submit" disabled={!dirty && !submitsUnchanged} loading={update.isPending}>
          {submitLabel}
        </Button>
      </div>
      {guard.dialog}
      <ConfirmModal
        opened={asking}
        title="Change the case numbering?"
        confirmLabel="Change numbering"
        busy={update.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => settings && update.mutate(settings)}
      >
        {preview.current?.preview ? (
          <>
            The next case gets <strong>{preview.current.preview}</strong>.{' '}
          </>
        ) : null}
        Cases that have a number keep it.
      </ConfirmModal>
    </form>
  );
};
