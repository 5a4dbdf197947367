import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { caseConditions } from '#domain/cases/case-conditions.ts';
import { reasonLimit } from '#domain/cases/case-lifecycle.ts';
import { shownCaseNumber } from '#domain/cases/case-number.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import type { Deadline } from '#domain/deadlines/deadline.schema.ts';
import { isDuty } from '#domain/deadlines/rule-builders.ts';
import { hasPacemakerStill } from '#domain/shared/reference-data/pacemaker.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../../api/api-context.ts';
import { caseDeadlinesQuery, useRunDeadlines } from '../../deadlines/queries.ts';
import { useTodayAt } from '../../organizations/homes/queries.ts';
import { ConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toastFailure } from '../../ui/feedback/toasts.tsx';
import { dayAndTime } from '../parts/case-text.ts';

interface CompleteDialogProps {
  caseRecord: Case;
  busy: boolean;
  onClose: () => void;
  /** `reason` explains a cremation at risk; `then` runs after completion. */
  onComplete: (then?: () => void, reason?: string) => void;
}

const risksOf = (caseRecord: Case, deadlines: readonly Deadline[]): string[] => [
  ...deadlines
    .filter(({ broken, done }) => broken && !done)
    .map(({ due, time }) => `The cremation is too early: not before ${dayAndTime(due, time)}.`),
  ...(hasPacemakerStill(caseRecord) && caseConditions.isCremation(caseRecord)
    ? ['The pacemaker is not recorded as removed.']
    : []),
];

export const CompleteDialog = ({ caseRecord, busy, onClose, onComplete }: CompleteDialogProps) => {
  const { data = [], isPending, isError } = useQuery(caseDeadlinesQuery(useApi(), caseRecord.id, caseRecord.version));
  const running = useRunDeadlines(caseRecord.id);
  const today = useTodayAt(caseRecord.funeral_home_id);
  const [keep, setKeep] = useState(true);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const risks = risksOf(caseRecord, data);
  const cremation = caseConditions.isCremation(caseRecord) ? asString(caseRecord.cremation_date) : '';
  const open = data.filter(({ kind, done }) => isDuty(kind) && !done);
  // Deadlines that failed to load may be open.
  const isAsked = isError || open.length > 0;
  // An early cremation stays in the deadlines of the completed case.
  const isKept = isAsked ? keep : data.some(({ broken }) => broken);
  const isReasonMissing = risks.length > 0 && reason.trim() === '';
  const complete = () => {
    setTried(true);
    if (isReasonMissing) return;
    const why = risks.length > 0 ? reason : undefined;
    if (!isAsked && !isKept) return onComplete(undefined, why);
    // Deadlines stop only after completion, which may still be rejected.
    if (!isKept) return onComplete(() => running.mutate(false, { onError: toastFailure }), why);
    running.mutate(true, { onSuccess: () => onComplete(undefined, why), onError: toastFailure });
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
        {cremation >= today && <span>The cremation is on {formatDate(cremation)}.</span>}
        {risks.length > 0 && (
          <>
            <Notice tone="warning">{risks.join(' ')}</Notice>
            <TextInput
              label="Reason to complete the case now"
              description="Stored in the history of the case."
              required
              maxLength={reasonLimit}
              value={reason}
              error={tried && isReasonMissing ? 'Enter a reason' : undefined}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
          </>
        )}
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
