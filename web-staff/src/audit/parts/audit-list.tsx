import { Button } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { AuditEntry, AuditLogPage } from '#domain/shared/audit/audit-log.schema.ts';
import { EmptyState, ErrorState, QueryState } from '../../ui/feedback/states.tsx';
import { Timeline, type TimelineEntry } from '../../ui/timeline.tsx';
import classes from './audit-list.module.css';
import { type AuditText, actionText, actorText, changeText } from './case-audit-text.ts';

interface AuditListProps {
  query: UseInfiniteQueryResult<InfiniteData<AuditLogPage>>;
  text: AuditText;
  /** Shown if there is no entry. */
  empty?: string;
}

/** Newest first. */
export const AuditList = ({ query, text, empty = 'No activity yet' }: AuditListProps) => {
  // A failed page of earlier entries does not hide the shown ones.
  if (!query.data) return <QueryState query={query} rows={6} height={72} />;
  const entries = query.data.pages.flatMap(({ results }) => results);
  if (entries.length === 0) return <EmptyState title={empty} />;
  return (
    <>
      <Timeline label="Audit log" entries={entries.map((entry) => timelineEntry(entry, text))} />
      {query.isFetchNextPageError && <ErrorState error={query.error} onRetry={() => void query.fetchNextPage()} />}
      {query.hasNextPage && !query.isFetchNextPageError && (
        <Button
          className={classes.earlier}
          variant="default"
          fullWidth
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show earlier entries
        </Button>
      )}
    </>
  );
};

const timelineEntry = (entry: AuditEntry, text: AuditText): TimelineEntry => {
  const what = actionText(entry.action);
  // The action, such as 'Social Security Number shown', already names the field.
  const changes = entry.changes
    .map((change) => ({ field: change.field, ...changeText(text, change) }))
    .filter(({ label, to }) => to !== undefined || !what.startsWith(label));
  return {
    id: entry.id,
    at: entry.at,
    who: actorText(entry),
    what,
    note: entry.ip ? `from ${entry.ip}` : undefined,
    details: changes.length > 0 && (
      <ul className={classes.changes}>
        {changes.map(({ field, label, from, to }) => (
          <li key={field}>
            {label}
            {to !== undefined && (
              <>
                : {/* A value that stays only says what the entry is about. */}
                {from !== to && (
                  <>
                    <del className={classes.from}>{from}</del> →{' '}
                  </>
                )}
                {to}
              </>
            )}
          </li>
        ))}
      </ul>
    ),
  };
};
