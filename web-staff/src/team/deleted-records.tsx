import { Button } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeletedRecord } from '#domain/privacy/erasure.endpoints.ts';
import type { Forgettable } from '#domain/privacy/erasure.ts';
import { useApi } from '../api/api-context.ts';
import { deletedRecordsQuery } from '../privacy/parts/deleted-records.ts';
import { EmptyState } from '../ui/feedback/states.tsx';
import { SecondaryLine } from '../ui/lists/cells.tsx';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import { ForgetDialog } from './forget-dialog.tsx';
import classes from './row-list.module.css';
import { RowList } from './row-list.tsx';

const kinds: Record<Forgettable, string> = {
  customer: 'Customer',
  submission: 'Submission',
  'first-call': 'First call',
  case: 'Case',
};

const namedBy = ({ name, case_number, kind }: DeletedRecord): string =>
  name || case_number || `${kinds[kind]}, no name`;

/** Whom a deleted record was about, and what it was. */
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

/** Deleted records that their histories still speak of; an owner has that forgotten when somebody asks for it. */
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
        aria-label={`Forget ${namedBy(record)}`}
        onClick={() => setForgetting(record)}
      >
        Forget
      </Button>
    );
  return (
    <>
      <p className={classes.lead}>
        The history of a deleted record still says what was entered and changed. When somebody asks you in writing to be
        forgotten, delete their records first; then have their histories forgotten here.
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
            title={query.hasNextPage ? 'Nothing among what was recorded lately' : 'No deleted record is spoken of'}
            text="Deleted customers, submissions, first calls and cases stand here until their histories are forgotten."
          />
        }
      />
      {query.hasNextPage && (
        <div className={classes.earlier}>
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Look further back
          </Button>
        </div>
      )}
      {forgetting && (
        <ForgetDialog record={forgetting} named={namedBy(forgetting)} onClose={() => setForgetting(undefined)} />
      )}
    </>
  );
};
