import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AuditEntry } from '#domain/cases/case.schema.ts';
import { useApi } from '#web-kit/api-context.ts';
import { EmptyState, ErrorState, RowsSkeleton } from '#web-kit/states.tsx';
import { exactTime } from '../../ui/time-text.ts';
import classes from './audit-drawer.module.css';
import { actionText, actorText, changeText } from './audit-words.ts';
import { auditQuery } from './case-queries.ts';

/** Who did what to the case, when, what changed field by field, and from where; newest first. */
export const AuditDrawer = ({ caseId, onClose }: { caseId: string; onClose: () => void }) => {
  const call = useApi();
  const query = useQuery(auditQuery(call, caseId));
  const body = () => {
    if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
    if (!query.data) return <RowsSkeleton rows={6} height={72} />;
    if (query.data.length === 0) return <EmptyState title="Nothing has been logged yet" />;
    return (
      <ol className={classes.list}>
        {query.data.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
    );
  };
  return (
    <Drawer
      opened
      onClose={onClose}
      title="Audit log"
      position="right"
      size={480}
      closeButtonProps={{ 'aria-label': 'Close the audit log' }}
    >
      {body()}
    </Drawer>
  );
};

const Entry = ({ entry }: { entry: AuditEntry }) => (
  <li className={classes.entry}>
    <div className={classes.action}>{actionText(entry.action)}</div>
    <div className={classes.who}>
      {actorText(entry)} · <time dateTime={entry.at}>{exactTime(entry.at)}</time>
      {entry.ip && ` · from ${entry.ip}`}
    </div>
    {entry.changes.length > 0 && (
      <ul className={classes.changes}>
        {entry.changes.map((change) => {
          const { label, from, to } = changeText(change);
          return (
            <li key={change.field}>
              {label}
              {to !== undefined && (
                <>
                  : <del className={classes.from}>{from}</del> → {to}
                </>
              )}
            </li>
          );
        })}
      </ul>
    )}
  </li>
);
