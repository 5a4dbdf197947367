import { Button, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useApi } from '../api/api-context.ts';
import { DialogButtons } from '../ui/feedback/dialog-buttons.tsx';
import { ErrorState, RowsSkeleton } from '../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { mappedFields } from './mapped-fields.ts';
import { FieldRow } from './mapping.tsx';
import { useActivateTemplate } from './mutations.ts';
import { fieldPreviewQuery } from './queries.ts';
import classes from './signatures.module.css';

/** Activates a template after a person has checked what fills each of its fields. */
export const Activation = ({ id }: { id: string }) => {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>Activate</Button>
      {asking && <ConfirmFields id={id} onClose={() => setAsking(false)} />}
    </>
  );
};

const ConfirmFields = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const preview = useQuery(fieldPreviewQuery(useApi(), id));
  const activation = useActivateTemplate();
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const { roles = [], unmapped = [] } = preview.data ?? {};
  // A field that nothing in a case fits stays with the signer unless a source is chosen here.
  const fields = mappedFields({ fields: roles.flatMap((role) => role.fields), unmapped }, undefined).map((field) => ({
    ...field,
    isOpen: false,
    source: chosen[field.name] ?? field.source,
  }));
  const activate = (event: FormEvent) => {
    event.preventDefault();
    const mapping = Object.fromEntries(fields.map(({ name, source }) => [name, source]));
    activation.mutate(
      { id, mapping },
      {
        onSuccess: () => {
          toastSuccess('The template is active');
          onClose();
        },
        onError: toastFailure,
      },
    );
  };
  return (
    <Modal opened onClose={onClose} title="Activate template" size="xl" centered withCloseButton={false}>
      <form noValidate onSubmit={activate}>
        <Stack gap="md">
          {preview.isPending && <RowsSkeleton rows={4} height={56} lines={1} />}
          {preview.isError && <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />}
          {preview.data && (
            <Text>
              {fields.length > 0
                ? 'Check what each field is filled with. Signers cannot change what comes from the case.'
                : 'None of its fields can be filled from a case: people fill all of them in.'}
            </Text>
          )}
          <ul className={classes.rows}>
            {fields.map((field) => (
              <FieldRow
                key={field.name}
                field={field}
                isAllowed
                withValue={false}
                chosen={undefined}
                onChoose={(source) => setChosen({ ...chosen, [field.name]: source ?? '' })}
              />
            ))}
          </ul>
          <DialogButtons submit={preview.data && 'Activate'} busy={activation.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
};
