import { Checkbox, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shownCaseNumber } from '#domain/cases/case-number.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { isDuty } from '#domain/deadlines/clocks.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../../api/api-context.ts';
import { caseDeadlinesQuery, useRunDeadlines } from '../../deadlines/queries.ts';
import { ConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { toastFailure } from '../../ui/feedback/toasts.tsx';

interface CompleteDialogProps {
  kase: Case;
  busy: boolean;
  onClose: () => void;
  /** Completes the case; `then` runs once it is completed. */
  onComplete: (then?: () => void) => void;
}

/** Asks before a case is completed, and whether deadlines that are still open keep running. */
export const CompleteDialog = ({ kase: caseRecord, busy, onClose, onComplete }: CompleteDialogProps) => {
  const { data = [], isPending, isError } = useQuery(caseDeadlinesQuery(useApi(), caseRecord.id, caseRecord.version));
  const running = useRunDeadlines(caseRecord.id);
  const [keep, setKeep] = useState(true);
  const open = data.filter(({ kind, done }) => isDuty(kind) && !done);
  // Deadlines that could not be read may be open.
  const isAsked = isError || open.length > 0;
  const complete = () => {
    if (!isAsked) return onComplete();
    // Deadlines stop only with the case: completing it can still be refused.
    if (!keep) return onComplete(() => running.mutate(false, { onError: toastFailure }));
    running.mutate(true, { onSuccess: () => onComplete(), onError: toastFailure });
  };
  return (
    <ConfirmModal
      opened
      title="Complete this case?"
      confirmLabel="Complete case"
      busy={busy || running.isPending || isPending}
      onClose={onClose}
      onConfirm={complete}
    >
      <Stack gap="sm">
        <span>
          {shownCaseNumber(caseRecord)} will become read-only, except for the certificate, copies, permits, documents
          and office records. You can still request signatures. Administrators can reopen it.
        </span>
        {open.length > 0 && (
          <span>Still open: {open.map(({ title, due }) => `${title}, due ${formatDate(due)}`).join('; ')}.</span>
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
