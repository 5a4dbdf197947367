import { Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { caseMessages, isDeletedByForce, reasonLimit } from '#domain/cases/case-lifecycle.ts';
import { shownCaseNumber } from '#domain/cases/case-number.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import classes from './life.module.css';

interface DeleteDialogProps {
  caseRecord: Case;
  busy: boolean;
  onDelete: (query: { force?: 'true'; confirmation?: string; reason?: string }) => void;
  onClose: () => void;
}

/** Deleting an active or completed case by force requires its typed number. */
export const DeleteDialog = ({ caseRecord, busy, onDelete, onClose }: DeleteDialogProps) => {
  const number = shownCaseNumber(caseRecord);
  const byForce = isDeletedByForce(caseRecord.status);
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isConfirmed = !byForce || typed.trim().toUpperCase() === number.toUpperCase();
  const submit = () => {
    setTried(true);
    if (!isConfirmed) return field.current?.focus();
    onDelete({
      ...(byForce ? { force: 'true', confirmation: typed.trim() } : {}),
      ...(reason.trim() ? { reason: reason.trim() } : {}),
    });
  };
  return (
    <FormDialog title="Delete case" submit="Delete Permanently" danger busy={busy} onSubmit={submit} onClose={onClose}>
      {byForce && (
        <Notice tone="warning">
          {caseMessages.deleteByForce} This case is {caseRecord.status}.
        </Notice>
      )}
      <Text>
        Are you sure you want to permanently delete <span className={classes.number}>{number}</span>,{' '}
        {caseRecord.deceased_full_name || 'name not given'}? This action cannot be undone.
      </Text>
      {(caseRecord.source_submission_id || caseRecord.source_first_call_id) && (
        <Text size="sm" c="dimmed">
          The {caseRecord.source_submission_id ? 'submission' : 'first call'} it was created from is kept and can be
          converted again.
        </Text>
      )}
      {byForce && (
        <TextInput
          ref={field}
          label={`Type ${number} to confirm`}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          error={tried && !isConfirmed && caseMessages.confirmationDiffers}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
      )}
      <TextInput
        label="Reason (optional)"
        description="Kept in the audit log."
        value={reason}
        maxLength={reasonLimit}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
};
