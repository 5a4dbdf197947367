import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { Customer } from '#domain/customers/customer.schema.ts';
import { undoDays } from '#domain/customers/merge.rules.ts';
import type { CallOutput } from '#domain/shared/contract/endpoint.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { useApi } from '../api/api-context.ts';
import { ComparisonTable } from '../ui/comparison-table.tsx';
import { QueryState } from '../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { useRestoreFocus } from '../ui/preserve-focus.ts';
import classes from './merge-dialog.module.css';
import { useMergeCustomers } from './mutations.ts';
import { CustomerCombobox } from './parts/customer-combobox.tsx';
import { mergePreviewQuery } from './queries.ts';
import { labelOf } from './use-customer-form.ts';

type Preview = CallOutput<typeof customerEndpoints.mergePreview>;

const shown = (field: string, value: string) => {
  if (value === '') return <span className={classes.none}>—</span>;
  if (field === 'phone') return formatPhone(value);
  const at = value.lastIndexOf('@');
  if (field !== 'email' || at < 0) return value;
  // A long email breaks before its host.
  return (
    <>
      {value.slice(0, at)}
      <wbr />
      {value.slice(at)}
    </>
  );
};

const MergePreviewTable = ({ preview }: { preview: Preview }) => (
  <ComparisonTable
    label="Comparison"
    columns={['Record to keep', 'Other record', 'After the merge']}
    rows={preview.fields
      .filter(({ survivor, duplicate }) => survivor !== '' || duplicate !== '')
      .map(({ field, survivor, duplicate, result }) => ({
        id: field,
        label: labelOf(field),
        state: survivor === duplicate ? 'same' : 'differs',
        cells: [shown(field, survivor), shown(field, duplicate), <strong key="result">{shown(field, result)}</strong>],
      }))}
  />
);

type Named = Pick<Customer, 'id' | 'full_name'>;

interface MergeDialogProps {
  customer: Named;
  duplicate?: Named;
  onMerged: (survivor: Customer, duplicate: Named, mergeId: string) => void;
  onClose: () => void;
}

export const MergeDialog = ({ customer, duplicate, onMerged, onClose }: MergeDialogProps) => {
  useRestoreFocus();
  const [pair, setPair] = useState(() => duplicate && { keep: customer, drop: duplicate });
  return (
    <Modal opened onClose={onClose} title="Merge customers" size={pair ? 'xl' : 'lg'} centered>
      {pair ? (
        <Comparison
          keep={pair.keep}
          drop={pair.drop}
          onSwap={() => setPair({ keep: pair.drop, drop: pair.keep })}
          onMerged={onMerged}
          onClose={onClose}
        />
      ) : (
        <div className={classes.picking}>
          <CustomerCombobox
            label={`Which customer is the same person as ${customer.full_name}?`}
            placeholder="Search by name, phone, email..."
            exclude={[customer.id]}
            autoFocus
            onPick={(other) => setPair({ keep: customer, drop: other })}
          />
        </div>
      )}
    </Modal>
  );
};

interface ComparisonProps extends Pick<MergeDialogProps, 'onMerged' | 'onClose'> {
  keep: Named;
  drop: Named;
  onSwap: () => void;
}

const Comparison = ({ keep, drop, onSwap, onMerged, onClose }: ComparisonProps) => {
  const call = useApi();
  const preview = useQuery(mergePreviewQuery(call, keep.id, drop.id));
  const merging = useMergeCustomers();
  const merge = () =>
    merging.mutate(
      { survivorId: keep.id, duplicateId: drop.id },
      {
        onSuccess: ({ customer, merge_id }) => {
          toastSuccess(`${drop.full_name} was merged into ${customer.full_name}`);
          onMerged(customer, drop, merge_id);
        },
        onError: toastFailure,
      },
    );
  const { data } = preview;
  // The search that had the focus is removed.
  const safeChoice = useRef<HTMLButtonElement>(null);
  useEffect(() => safeChoice.current?.focus(), []);
  return (
    <Stack gap="md">
      {!data && <QueryState query={preview} rows={6} />}
      {data && (
        <>
          <Text>
            <strong>{data.survivor.full_name}</strong> is kept, plus any details found only in the other record.{' '}
            {casesText(data.cases_to_move)} The other record is removed. You can undo this for {undoDays} days.
          </Text>
          <MergePreviewTable preview={data} />
        </>
      )}
      <Group justify="space-between" gap="xs" data-dialog-foot>
        <Button variant="subtle" disabled={!data || merging.isPending} onClick={onSwap}>
          Keep the other record instead
        </Button>
        <Group gap="xs">
          <Button ref={safeChoice} variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button disabled={!data} loading={merging.isPending} onClick={merge}>
            Merge customers
          </Button>
        </Group>
      </Group>
    </Stack>
  );
};

const casesText = (count: number): string => {
  if (count === 0) return 'No cases move.';
  return count === 1 ? '1 case moves to it.' : `${count.toLocaleString('en-US')} cases move to it.`;
};
