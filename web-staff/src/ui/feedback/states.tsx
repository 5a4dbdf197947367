import { Button, Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { ApiError, messageOf } from '#domain/shared/contract/client.ts';
import classes from './states.module.css';

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  text?: string;
  action?: ReactNode;
  /** True if it is the whole page: its title is the page's heading. */
  page?: true;
}

export const EmptyState = ({ icon, title, text, action, page }: EmptyStateProps) => (
  <div className={classes.box}>
    {icon && <span className={classes.icon}>{icon}</span>}
    {page ? <h1 className={classes.title}>{title}</h1> : <p className={classes.title}>{title}</p>}
    {text && <p className={classes.text}>{text}</p>}
    {action}
  </div>
);

interface ErrorStateProps {
  error: unknown;
  onRetry: () => void;
  title?: string;
  page?: true;
  action?: ReactNode;
}

/** Without permission it names the administrator to ask instead of offering a retry. */
export const ErrorState = ({ error, onRetry, title, page, action }: ErrorStateProps) => {
  const forbidden = error instanceof ApiError && error.status === 403 && !/second_factor/.test(`${error.body.code}`);
  const heading = title ?? (forbidden ? 'You don’t have access' : 'Could not load');
  return (
    <div className={classes.box} role="alert">
      {page ? <h1 className={classes.title}>{heading}</h1> : <p className={classes.title}>{heading}</p>}
      <p className={classes.text}>
        {messageOf(error)}
        {forbidden && ' Ask an administrator for access.'}
      </p>
      {!forbidden && (
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
      {action}
    </div>
  );
};

/** Shown after a delay, so that quick responses do not flicker. */
export const RowsSkeleton = ({ rows, height = 48, lines = 1 }: { rows: number; height?: number; lines?: 1 | 2 }) => {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Stack gap={0} role="status" aria-label="Loading" style={{ minHeight: rows * height }}>
      {visible &&
        Array.from({ length: rows }, (_, row) => `row-${row}`).map((key) => (
          <div key={key} className={classes.bars} style={{ height }}>
            <Skeleton height={12} width="38%" className={classes.bar} />
            {lines === 2 && <Skeleton height={10} width="24%" mt={8} className={classes.bar} />}
          </div>
        ))}
    </Stack>
  );
};

type RowsSkeletonProps = Parameters<typeof RowsSkeleton>[0];
interface QueryStateProps extends RowsSkeletonProps {
  query: { isError: boolean; error: unknown; refetch: () => unknown };
  title?: string;
}

/** Shown while a query has no data: placeholder rows, or its error. */
export const QueryState = ({ query, title, ...rows }: QueryStateProps) =>
  query.isError ? (
    <ErrorState {...(title && { title })} error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    <RowsSkeleton {...rows} />
  );

interface RecordStateProps {
  query: UseQueryResult<unknown>;
  noun: string;
  back: { to: string; label: string };
}

export const RecordLoadState = ({ query, noun, back }: RecordStateProps) => {
  const way = (
    <Button component={Link} to={back.to} variant="default">
      Back to {back.label.toLowerCase()}
    </Button>
  );
  const isMissing = query.error instanceof ApiError && [400, 404].includes(query.error.status);
  if (isMissing) {
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
