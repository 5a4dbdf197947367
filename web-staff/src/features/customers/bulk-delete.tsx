import { Text } from '@mantine/core';
import * as z from 'zod';
import { ApiError } from '#domain/contract/client.ts';
import { activeCasesMessage } from '#domain/customers/customer.rules.ts';
import type { CustomerRow } from '#domain/customers/customer.schema.ts';
import { useDeleteCustomers } from '../../entities/customers/mutations.ts';
import { BulkDeleteBar } from '../../ui/bulk-delete-bar.tsx';
import type { RowSelection } from '../../ui/row-selection.ts';
import { toastError } from '../../ui/toasts.tsx';
import { activeCasesText, messageOr } from './customer-text.ts';

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
  const active = chosen.filter(({ active_cases_count }) => active_cases_count > 0);
  return (
    <BulkDeleteBar
      selection={selection}
      count={chosen.length}
      title="Delete Customers"
      onDelete={() => removal.mutateAsync([...selection.ids])}
      onRefused={(error, close) => {
        close();
        if (!(error instanceof ApiError && error.status === 401)) toastError(refusalOf(error));
      }}
    >
      <Text>
        Are you sure you want to permanently delete {chosen.length} customer(s)? This action cannot be undone.
      </Text>
      <Text size="sm" c="dimmed" mt="xs">
        Note: customers with active cases cannot be deleted.
      </Text>
      {active.length > 0 && (
        <Text size="sm" mt="xs" component="ul" pl="md">
          {active.map((row) => (
            <li key={row.id}>
              {row.full_name}: {activeCasesText(row.active_cases_count)}
            </li>
          ))}
        </Text>
      )}
    </BulkDeleteBar>
  );
};
