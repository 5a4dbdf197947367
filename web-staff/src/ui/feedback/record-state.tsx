import { Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ApiError } from '#domain/shared/contract/client.ts';
import classes from './states.module.css';
import { EmptyState, ErrorState } from './states.tsx';

interface RecordStateProps {
  query: UseQueryResult<unknown>;
  /** 'Submission', 'Case'. */
  noun: string;
  back: { to: string; label: string };
}

/** What stands in the place of a record that is not there yet, does not exist, or could not be read. */
export const RecordLoadState = ({ query, noun, back }: RecordStateProps) => {
  const way = (
    <Button component={Link} to={back.to} variant="default">
      Back to {back.label.toLowerCase()}
    </Button>
  );
  const gone = query.error instanceof ApiError && [400, 404].includes(query.error.status);
  if (gone) {
    return (
      <EmptyState
        page
        title={`${noun} not found`}
        text={`The ${noun.toLowerCase()} you're looking for doesn't exist.`}
        action={way}
      />
    );
  }
  if (query.isError) return <ErrorState page error={query.error} onRetry={() => void query.refetch()} action={way} />;
  return (
    <div role="status" aria-label={`Loading ${noun.toLowerCase()} details...`}>
      <Skeleton className={classes.bar} height={14} width={120} mb={16} />
      <Skeleton className={classes.bar} height={28} width={320} maw="100%" mb={12} />
      <Skeleton className={classes.bar} height={14} width={240} mb={32} />
      {['first', 'second'].map((card) => (
        <div key={card} className={classes.card}>
          <Skeleton className={classes.bar} height={14} width="30%" mb={20} />
          <Skeleton className={classes.bar} height={12} width="60%" mb={12} />
          <Skeleton className={classes.bar} height={12} width="45%" />
        </div>
      ))}
    </div>
  );
};
