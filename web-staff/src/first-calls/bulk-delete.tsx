import { Text } from '@mantine/core';
import type { FirstCallRow } from '#domain/first-calls/first-call.schema.ts';
import { firstCallMessages } from '#domain/first-calls/first-call.status.ts';
import { BulkDeleteBar } from '../ui/lists/bulk-delete-bar.tsx';
import type { RowSelection } from '../ui/lists/row-selection.ts';
import { useDeleteFirstCalls } from './mutations.ts';

/** What can be done with the ticked sheets. */
export const BulkDelete = ({ rows, selection }: { rows: readonly FirstCallRow[]; selection: RowSelection }) => {
  const removal = useDeleteFirstCalls();
  const chosen = rows.filter(({ id }) => selection.ids.has(id));
  const areKept = chosen.some(({ status }) => status === 'converted');
  return (
    <BulkDeleteBar
      selection={selection}
      count={chosen.length}
      title="Delete first calls"
      reason={areKept ? firstCallMessages.someAreKept : undefined}
      onDelete={() => removal.mutateAsync([...selection.ids])}
    >
      <Text>
        Are you sure you want to permanently delete {chosen.length} first {chosen.length === 1 ? 'call' : 'calls'}? This
        action cannot be undone.
      </Text>
    </BulkDeleteBar>
  );
};
