import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import * as z from 'zod';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import { caseMessages, defaultDeletionReason, isDeletedByForce, reasonLimit } from '#domain/cases/case-lifecycle.ts';
import { shownCaseNumber } from '#domain/cases/case-number.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toastFailure } from '../../ui/feedback/toasts.tsx';
import { BulkDeleteBar } from '../../ui/lists/list-bar.tsx';
import type { RowSelection } from '../../ui/lists/row-selection.ts';
import { useDeleteCases } from '../mutations.ts';
import classes from './life.module.css';

const CaseReferences = z.array(z.object({ id: z.string(), case_number: z.string() })).catch([]);
type CaseReferences = z.output<typeof CaseReferences>;

interface BlockedDeletion {
  why: string;
  cases: CaseReferences;
}

const blockedDeletionOf = (error: unknown): BlockedDeletion | undefined => {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  const paid = CaseReferences.parse(error.body.casesWithPayments);
  const blocked = CaseReferences.parse(error.body.blocked);
  const cases = [...paid, ...blocked];
  return cases.length ? { why: paid.length ? caseMessages.hasPayments : caseMessages.deleteByForce, cases } : undefined;
};

const casesText = (count: number): string => `${count} ${count === 1 ? 'case' : 'cases'}`;

/** Deletes all selected cases or none; active and completed ones need typed force. */
export const BulkDeleteCases = ({ rows, selection }: { rows: readonly CaseRow[]; selection: RowSelection }) => {
  const removal = useDeleteCases();
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const [blockedDeletion, setBlockedDeletion] = useState<BlockedDeletion>();
  const chosen = rows.filter(({ id }) => selection.ids.has(id));
  const forced = chosen.filter(({ status }) => isDeletedByForce(status));
  const phrase = `delete ${casesText(chosen.length)}`;
  const isConfirmed = forced.length === 0 || typed.trim().toLowerCase() === phrase;
  const start = () => {
    setBlockedDeletion(undefined);
    setTyped('');
    setTried(false);
    setReason('');
  };
  const leaveOut = ({ cases }: BlockedDeletion) => {
    const deselectedIds = new Set(cases.map(({ id }) => id));
    selection.keep((id) => !deselectedIds.has(id));
    setBlockedDeletion(undefined);
  };
  return (
    <BulkDeleteBar
      selection={selection}
      count={chosen.length}
      title="Delete cases"
      onClose={start}
      onDelete={() => {
        setTried(true);
        if (!isConfirmed) return undefined;
        setBlockedDeletion(undefined);
        return removal.mutateAsync({
          case_ids: chosen.map(({ id }) => id),
          ...(forced.length ? { force: true } : {}),
          ...(reason.trim() ? { reason: reason.trim() } : {}),
        });
      }}
      onRefused={(error, close) => {
        const blockedCases = blockedDeletionOf(error);
        setBlockedDeletion(blockedCases);
        if (blockedCases) return;
        close();
        toastFailure(error);
      }}
    >
      <Stack gap="md">
        {blockedDeletion && (
          <Notice tone="problem" title={blockedDeletion.why}>
            <ul className={classes.cases}>
              {blockedDeletion.cases.map(({ id, case_number }) => (
                <li key={id}>
                  <Anchor component={Link} to={paths.case(id)} inherit underline="always">
                    {case_number}
                  </Anchor>
                </li>
              ))}
            </ul>
            {blockedDeletion.cases.length < chosen.length && (
              <Button variant="default" size="compact-sm" mt="xs" onClick={() => leaveOut(blockedDeletion)}>
                Deselect {blockedDeletion.cases.length === 1 ? 'it' : 'them'}
              </Button>
            )}
          </Notice>
        )}
        <Text>
          Are you sure you want to permanently delete {casesText(chosen.length)}? This action cannot be undone.
        </Text>
        {forced.length > 0 && (
          <>
            <Notice tone="warning" title={caseMessages.deleteByForce}>
              {casesText(forced.length)} {forced.length === 1 ? 'is' : 'are'} active or completed:{' '}
              {forced.map((row) => `${shownCaseNumber(row)} (${row.status})`).join(', ')}
            </Notice>
            <TextInput
              label={`Type “${phrase}” to confirm`}
              value={typed}
              autoComplete="off"
              spellCheck={false}
              error={tried && !isConfirmed && `Enter “${phrase}” to confirm`}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </>
        )}
        <TextInput
          label="Reason (optional)"
          description="Kept in each case’s audit log."
          placeholder={defaultDeletionReason}
          value={reason}
          maxLength={reasonLimit}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Stack>
    </BulkDeleteBar>
  );
};
