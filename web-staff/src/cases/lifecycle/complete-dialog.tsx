import { Anchor, Checkbox, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonLimit } from '#domain/cases/case-lifecycle.ts';
import { shownCaseNumber } from '#domain/cases/case-number.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { type OpenItem, openItems } from '#domain/cases/open-items.ts';
import { isDuty } from '#domain/deadlines/rule-builders.ts';
import { useApi } from '../../api/api-context.ts';
import { caseDeadlinesQuery, useRunDeadlines } from '../../deadlines/queries.ts';
import { useTodayAt } from '../../organizations/homes/queries.ts';
import { ConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toastFailure } from '../../ui/feedback/toasts.tsx';
import classes from './life.module.css';

interface CompleteDialogProps {
  caseRecord: Case;
  busy: boolean;
  onClose: () => void;
  /** Goes to where an open item is done. */
  onJump: (item: Pick<OpenItem, 'section' | 'field'>) => void;
  /** Completes the case, with a reason where something is open; `then` runs once it is completed. */
  onComplete: (then?: () => void, reason?: string) => void;
}

/** Lists what is still open before a case is completed, and asks for a reason and whether its deadlines keep running. */
export const CompleteDialog = ({ caseRecord, busy, onClose, onJump, onComplete }: CompleteDialogProps) => {
  const { data = [], isPending, isError } = useQuery(caseDeadlinesQuery(useApi(), caseRecord.id, caseRecord.version));
  const running = useRunDeadlines(caseRecord.id);
  const today = useTodayAt(caseRecord.funeral_home_id);
  const [keep, setKeep] = useState(true);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const open = openItems(caseRecord, data, today);
  // Deadlines that failed to load may be open.
  const isAsked = isError || data.some(({ kind, done }) => isDuty(kind) && !done);
  // An early cremation stays in the deadlines of the completed case.
  const isKept = isAsked ? keep : data.some(({ broken }) => broken);
  const needsReason = isError || open.length > 0;
  const isReasonMissing = needsReason && reason.trim() === '';
  const complete = () => {
    setTried(true);
    if (isReasonMissing) return;
    const why = needsReason ? reason : undefined;
    if (!isAsked && !isKept) return onComplete(undefined, why);
    // Deadlines stop only after completion, which may still be rejected.
    if (!isKept) return onComplete(() => running.mutate(false, { onError: toastFailure }), why);
    running.mutate(true, { onSuccess: () => onComplete(undefined, why), onError: toastFailure });
  };
  return (
    <ConfirmModal
      opened
      title="Complete this case?"
      confirmLabel={open.length > 0 ? `Complete with ${open.length} open` : 'Complete case'}
      cancelLabel={open.length > 0 ? 'Keep the case open' : 'Cancel'}
      isSafeFilled={open.length > 0}
      busy={busy || running.isPending || isPending}
      onClose={onClose}
      onConfirm={complete}
    >
      <Stack gap="sm">
        <span>
          {shownCaseNumber(caseRecord)} will become read-only, except for the certificate, copies, permits, documents
          and office records. You can still request signatures. Administrators can reopen it.
        </span>
        {isError && <Notice tone="warning">The deadlines could not be loaded; some may be open.</Notice>}
        {open.length > 0 && (
          <Notice tone="warning" title={`${open.length} still open`}>
            <ul className={classes.open}>
              {open.map((item) => (
                <li key={item.id}>
                  <Anchor component="button" type="button" inherit onClick={() => onJump(item)}>
                    {item.label}
                  </Anchor>
                  {item.detail && <div>{item.detail}</div>}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {needsReason && (
          <TextInput
            label="Reason to complete the case now"
            description="Stored in the history of the case."
            required
            maxLength={reasonLimit}
            value={reason}
            error={tried && isReasonMissing ? 'Enter a reason' : undefined}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        )}
        {isAsked && (
          <Checkbox
            label="Keep the deadlines running"
            checked={keep}
            onChange={({ currentTarget }) => setKeep(currentTarget.checked)}
          />
        )}
      </Stack>
    </ConfirmModal>
  );
};
