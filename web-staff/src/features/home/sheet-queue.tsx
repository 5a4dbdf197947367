import { Anchor, Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { FirstCallRow } from '#domain/first-calls/first-call.schema.ts';
import { useApi } from '../../api/api-context.ts';
import { sheetQueries } from '../../entities/first-calls/queries.ts';
import { useCan } from '../../entities/profile/current-user.ts';
import { paths } from '../../paths.ts';
import { Chip } from '../../ui/chip.tsx';
import { Queue, QueueRow, QueueRows } from '../../ui/queue.tsx';
import { ErrorState, RowsSkeleton } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import classes from './home-page.module.css';

const shown = 5;

/** First calls that are no cases yet: whole ones first, which can be converted, then those with gaps. */
export const SheetQueue = () => {
  const call = useApi();
  const mayConvert = useCan()('first-call:convert');
  const queries = useQueries({ queries: sheetQueries(call) });
  const rows = queries.flatMap(({ data }) => data?.results ?? []).slice(0, shown);
  const isReady = queries.every(({ data }) => data);
  const failed = queries.find(({ isError }) => isError);
  const body = () => {
    if (!isReady) {
      if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
      return <RowsSkeleton rows={2} height={64} />;
    }
    if (rows.length === 0) return <p className={classes.quiet}>Every first call has become a case.</p>;
    return (
      <QueueRows label="First-call sheets">
        {rows.map((row) => (
          <Sheet key={row.id} row={row} mayConvert={mayConvert} />
        ))}
      </QueueRows>
    );
  };
  return (
    <Queue
      title="First-call sheets"
      count={isReady ? queries.reduce((sum, { data }) => sum + (data?.count ?? 0), 0) : undefined}
      aside={
        <Anchor component={Link} to={paths.firstCalls} aria-label="See all first calls" inherit>
          See all
        </Anchor>
      }
    >
      {body()}
    </Queue>
  );
};

const Sheet = ({ row, mayConvert }: { row: FirstCallRow; mayConvert: boolean }) => {
  const name = row.deceased_full_name.trim() || 'Name not known yet';
  const isWhole = row.status === 'active';
  const next = isWhole && mayConvert ? 'Convert to case' : isWhole ? 'Open' : 'Continue';
  return (
    <QueueRow
      state={<Chip tone={isWhole ? 'ok' : 'neutral'}>{isWhole ? 'Complete' : 'Draft'}</Chip>}
      to={paths.firstCall(row.id)}
      name={name}
      lines={[
        <>
          Taken <TimeAgo at={row.created_at} />
          {row.call_taken_by && ` by ${row.call_taken_by}`}
        </>,
      ]}
      actions={
        <Button
          component={Link}
          to={isWhole && mayConvert ? paths.firstCallConvert(row.id) : paths.firstCall(row.id)}
          variant="default"
          aria-label={`${next}: ${name}`}
        >
          {next}
        </Button>
      }
    />
  );
};
