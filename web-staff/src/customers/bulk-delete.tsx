import { Text } from '@mantine/core';
import * as z from 'zod';
import { activeCasesMessage } from '#domain/customers/customer.rules.ts';
import type { CustomerRow } from '#domain/customers/customer.schema.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { toastError } from '../ui/feedback/toasts.tsx';
import { BulkDeleteBar } from '../ui/lists/bulk-delete-bar.tsx';
import type { RowSelection } from '../ui/lists/row-selection.ts';
import { activeCasesText, messageOr } from './customer-text.ts';
import { useDeleteCustomers } from './mutations.ts';

const Blocked = z.array(z.object({ name: z.string(), active_cases: z.number() })).min(1);

/** Who stands in the way, each with their active cases; else the server's words (D1 §8). */
const refusalOf = (error: unknown): string => {
  const blocked = error instanceof ApiError ? Blocked.safeParse(error.body.customers_with_cases) : undefined;
  return blocked?.success ? activeCasesMessage(blocked.data) : messageOr(error, 'Failed to delete customers');
};

/** What can be done with the ticked customers. */
export const BulkDelete = ({ rows, selection }: { rows: readonly CustomerRow[]; selection: RowSelection }) => {
  const removal = useDeleteCustomers();
  const chosen = rows.filter(({ id }) => selection.ids.has(id));
  const kept = chosen.filter(({ active_cases_count }) => active_cases_count > 0);
  const going = chosen.filter((row) => !kept.includes(row));
  const blocked = kept.map((row) => ({ name: row.full_name, active_cases: row.active_cases_count }));
  return (
    <BulkDeleteBar
      selection={selection}
      count={chosen.length}
      title="Delete Customers"
      reason={going.length === 0 && kept.length > 0 ? activeCasesMessage(blocked) : undefined}
      onDelete={() => removal.mutateAsync(going.map(({ id }) => id))}
      onRefused={(error, close) => {
        close();
        if (!(error instanceof ApiError && error.status === 401)) toastError(refusalOf(error));
      }}
    >
      <Text>Are you sure you want to permanently delete {going.length} customer(s)? This action cannot be undone.</Text>
      <Text size="sm" c="dimmed" mt="xs">
        Note: customers with active cases cannot be deleted.
      </Text>
      {kept.length > 0 && (
        <Text size="sm" mt="xs">
          {kept.length === 1 ? 'One stays' : `${kept.length} stay`}:{' '}
          {kept.map((row) => `${row.full_name} (${activeCasesText(row.active_cases_count)})`).join(', ')}
        </Text>
      )}
    </BulkDeleteBar>
  );
};
