import { Button, List, Text } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { undoDays, waitingDays } from '#domain/imports/import.schema.ts';
import type { DeletedRecord } from '#domain/privacy/erasure.endpoints.ts';
import { eraseConfirmation, type Forgettable } from '#domain/privacy/erasure.ts';
import type { FieldErrors } from '#domain/shared/forms/rules.ts';
import { useApi } from '../api/api-context.ts';
import { deletedRecordsQuery, useForget } from '../privacy/parts/deleted-records.ts';
import { FormDialog } from '../ui/feedback/form-dialog.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { EmptyState } from '../ui/feedback/states.tsx';
import { FormFields } from '../ui/fields/field-input.tsx';
import { useSentForm } from '../ui/fields/use-values-form.ts';
import { SecondaryLine } from '../ui/lists/cells.tsx';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import classes from './row-list.module.css';
import { RowList } from './row-list.tsx';

const confirmationField = {
  name: 'confirmation',
  label: `Type ${eraseConfirmation} to confirm`,
  kind: 'text',
  maxLength: 20,
  isFirst: true,
};

const ForgetDialog = ({ record, named, onClose }: { record: DeletedRecord; named: string; onClose: () => void }) => {
  const forget = useForget();
  const { form, ...sent } = useSentForm({
    start: { confirmation: '' },
    judge: ({ confirmation }): FieldErrors =>
      confirmation.trim().toUpperCase() === eraseConfirmation ? {} : { confirmation: [confirmationField.label] },
    send: ({ confirmation }) => forget.mutateAsync({ id: record.id, kind: record.kind, confirmation }),
    done: ({ in_clear }) =>
      in_clear
        ? `Erased. ${in_clear} older ${in_clear === 1 ? 'entry' : 'entries'} could not be erased.`
        : 'History erased.',
    onDone: onClose,
  });
  return (
    <FormDialog title={`Erase ${named}?`} submit="Erase permanently" danger {...sent} onClose={onClose}>
      <Notice tone="warning">This cannot be undone.</Notice>
      <div>
        <Text>Names, addresses, phone numbers and all other entered details will be erased from the history.</Text>
        <List mt="xs" spacing="xs">
          <List.Item>The record of who made changes and when is kept, including this erasure.</List.Item>
          <List.Item>
            If they were imported, the import shows their line for {undoDays + waitingDays} more days.
          </List.Item>
          <List.Item>Backups keep the data for 35 more days, and data exports for one day.</List.Item>
          <List.Item>Get the request in writing and keep it.</List.Item>
        </List>
      </div>
      <FormFields form={form} fields={[confirmationField]} />
    </FormDialog>
  );
};

const kinds: Record<Forgettable, string> = {
  customer: 'Customer',
  submission: 'Submission',
  'first-call': 'First call',
  case: 'Case',
};

const namedBy = ({ name, case_number, kind }: DeletedRecord): string =>
  name || case_number || `${kinds[kind]}, no name`;

const Title = ({ record }: { record: DeletedRecord }) => (
  <>
    {namedBy(record)}
    <SecondaryLine>
      {kinds[record.kind]}
      {record.name && record.case_number ? ` ${record.case_number}` : ''}
    </SecondaryLine>
  </>
);

const Deletion = ({ deleted_at, deleted_by_name }: DeletedRecord) => (
  <>
    <TimeAgo at={deleted_at} />
    <SecondaryLine>by {deleted_by_name}</SecondaryLine>
  </>
);

/** Deleted records whose histories still show personal data, which an owner can erase. */
export const DeletedRecords = () => {
  const query = useInfiniteQuery(deletedRecordsQuery(useApi()));
  const [forgetting, setForgetting] = useState<DeletedRecord>();
  const rows = query.data?.pages.flatMap(({ results }) => results) ?? [];
  const actions = (record: DeletedRecord) =>
    record.kept_because ? (
      <span className={classes.reason}>{record.kept_because}</span>
    ) : (
      <Button
        variant="subtle"
        size="compact-sm"
        color="red"
        aria-label={`Erase ${namedBy(record)}`}
        onClick={() => setForgetting(record)}
      >
        Erase
      </Button>
    );
  return (
    <>
      <p className={classes.lead}>
        Deleted records leave personal details in the audit log. If someone asks in writing to have their data erased,
        delete their records first, then erase the history here.
      </p>
      <RowList
        label="Deleted records"
        query={query}
        rows={rows}
        titleHeader="Record"
        title={(record) => <Title record={record} />}
        columns={[{ header: 'Deleted', cell: (record) => <Deletion {...record} /> }]}
        card={(record) => (
          <div>
            Deleted <Deletion {...record} />
          </div>
        )}
        actions={actions}
        empty={
          <EmptyState
            icon={<IconEraser size={40} stroke={1.2} />}
            title={query.hasNextPage ? 'Nothing in recent history' : 'No deleted records'}
            text="Deleted customers, submissions, first calls and cases appear here until their history is erased."
          />
        }
      />
      {query.hasNextPage && (
        <div className={classes.earlier}>
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show older
          </Button>
        </div>
      )}
      {forgetting && (
        <ForgetDialog record={forgetting} named={namedBy(forgetting)} onClose={() => setForgetting(undefined)} />
      )}
    </>
  );
};
