import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { CaseStatus } from '#domain/cases/case.schema.ts';
import { caseStatuses } from '#domain/cases/case-status.ts';
import type { Customer } from '#domain/customers/customer.schema.ts';
import { paths } from '../paths.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { ConfirmModal } from '../ui/feedback/confirm-modal.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { DisabledReasonButton } from '../ui/gated-button.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import classes from './customer-page.module.css';
import { dayText, relationsText } from './customer-text.ts';
import { useUndoMerge } from './mutations.ts';

/** What hangs on the customer: the cases that are open, and the records that were merged into it. */
export const CustomerSidebar = ({ customer, dirty }: { customer: Customer; dirty: boolean }) => (
  <aside className={classes.aside} aria-label="Cases and merges">
    <ActiveCases cases={customer.active_cases} />
    {customer.merges.length > 0 && <Merges customer={customer} dirty={dirty} />}
  </aside>
);

const statusOf = (text: string): CaseStatus | undefined => caseStatuses.find((status) => status === text);

const ActiveCases = ({ cases }: { cases: Customer['active_cases'] }) => (
  <section className={classes.panel} aria-labelledby="active-cases">
    <h2 id="active-cases" className={classes.panelTitle}>
      Active cases
    </h2>
    {cases.length === 0 ? (
      <Text c="dimmed">No active cases.</Text>
    ) : (
      <ul className={classes.list}>
        {cases.map(({ id, case_number, deceased_full_name, status, relations }) => {
          const known = statusOf(status);
          return (
            <li key={id} className={classes.item}>
              <div className={classes.line}>
                <Anchor component={Link} to={paths.case(id)} inherit fw={600}>
                  {deceased_full_name || 'Name not given'}
                </Anchor>
                {known && <StatusBadge status={known} />}
              </div>
              <div className={classes.dim}>
                {case_number} · {relationsText(relations)}
              </div>
            </li>
          );
        })}
      </ul>
    )}
  </section>
);

const Merges = ({ customer, dirty }: { customer: Customer; dirty: boolean }) => {
  const mayMerge = useCan()('customer:merge');
  const { time_zone } = useCurrentUser().funeral_home_details;
  const [asking, setAsking] = useState<Customer['merges'][number]>();
  const undoing = useUndoMerge(customer.id);

  const undo = (merge: Customer['merges'][number]) =>
    undoing.mutate(merge.id, {
      onSuccess: ({ restored }) => toastSuccess(`Merge undone: ${restored.full_name} is a separate customer again`),
      onError: toastFailure,
      onSettled: () => setAsking(undefined),
    });

  return (
    <section className={classes.panel} aria-labelledby="merges">
      <h2 id="merges" className={classes.panelTitle}>
        Merged into this customer
      </h2>
      <ul className={classes.list}>
        {customer.merges.map((merge) => (
          <li key={merge.id} className={classes.item}>
            <div className={classes.line}>
              <span>{merge.duplicate_name}</span>
              {mayMerge && (
                <DisabledReasonButton
                  variant="subtle"
                  size="compact-sm"
                  reason={dirty ? 'Save or discard your changes first.' : undefined}
                  aria-label={`Undo the merge of ${merge.duplicate_name}`}
                  onClick={() => setAsking(merge)}
                >
                  Undo
                </DisabledReasonButton>
              )}
            </div>
            <div className={classes.dim}>
              {dayText(merge.merged_at, time_zone)} by {merge.merged_by_name}; can be undone until{' '}
              {dayText(merge.undoable_until, time_zone)}
            </div>
          </li>
        ))}
      </ul>
      <ConfirmModal
        opened={asking !== undefined}
        title="Undo this merge?"
        confirmLabel="Undo merge"
        busy={undoing.isPending}
        onClose={() => setAsking(undefined)}
        onConfirm={() => asking && undo(asking)}
      >
        <Text>
          {asking?.duplicate_name} becomes a separate customer again, with the cases it had. What was filled in from it
          leaves this record, unless somebody has changed it since.
        </Text>
      </ConfirmModal>
    </section>
  );
};
