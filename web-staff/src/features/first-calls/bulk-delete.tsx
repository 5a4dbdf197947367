import { Button, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { FirstCallRow } from '#domain/first-calls/first-call.schema.ts';
import { firstCallMessages } from '#domain/first-calls/first-call.status.ts';
import { useDeleteFirstCalls } from '../../entities/first-calls/mutations.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { GatedButton } from '../../ui/gated-button.tsx';
import type { RowSelection } from '../../ui/row-selection.ts';
import { toastFailure, toastSuccess } from '../../ui/toasts.tsx';
import classes from './first-calls-page.module.css';

/** What can be done with the ticked sheets. */
export const BulkDelete = ({ rows, selection }: { rows: readonly FirstCallRow[]; selection: RowSelection }) => {
  const [asking, setAsking] = useState(false);
  const removal = useDeleteFirstCalls();
  const chosen = rows.filter(({ id }) => selection.ids.has(id));
  if (chosen.length === 0) return null;
  const areKept = chosen.some(({ status }) => status === 'converted');

  const remove = () =>
    removal.mutate([...selection.ids], {
      onSuccess: ({ message }) => {
        toastSuccess(message);
        selection.clear();
      },
      onError: toastFailure,
      onSettled: () => setAsking(false),
    });

  return (
    <div className={classes.bar}>
      <span role="status">{chosen.length} selected</span>
      <div className={classes.barActions}>
        <Button variant="subtle" aria-label="Clear selection" onClick={selection.clear}>
          Clear
        </Button>
        <GatedButton
          variant="default"
          c="red"
          reason={areKept ? firstCallMessages.someAreKept : undefined}
          leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          Delete
        </GatedButton>
      </div>
      <ConfirmModal
        opened={asking}
        title="Delete first calls"
        confirmLabel="Delete Permanently"
        danger
        busy={removal.isPending}
        onClose={() => setAsking(false)}
        onConfirm={remove}
      >
        <Text>
          Are you sure you want to permanently delete {chosen.length} first {chosen.length === 1 ? 'call' : 'calls'}?
          This action cannot be undone.
        </Text>
      </ConfirmModal>
    </div>
  );
};
