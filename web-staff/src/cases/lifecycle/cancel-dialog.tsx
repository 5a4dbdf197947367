import { Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { CancellationReason, reasonLimit } from '#domain/cases/case-lifecycle.ts';
import { shownCaseNumber } from '#domain/cases/case-number.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { DialogButtons } from '../../ui/feedback/dialog-buttons.tsx';
import { focusedFirst } from '../../ui/fields/focused-first.ts';
import { CountedTextInput } from '../../ui/fields/switch-and-counted-inputs.tsx';
import { useRestoreFocus } from '../../ui/preserve-focus.ts';

interface CancelDialogProps {
  caseRecord: Case;
  busy: boolean;
  onCancel: (reason: string) => void;
  onClose: () => void;
}

const field = {
  name: 'reason',
  label: 'Reason',
  kind: 'textarea',
  help: 'Stored with the case.',
  maxLength: reasonLimit,
} as const;

export const CancelDialog = ({ caseRecord, busy, onCancel, onClose }: CancelDialogProps) => {
  useRestoreFocus();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const judged = CancellationReason.safeParse(reason);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (judged.success && !busy) onCancel(judged.data);
  };
  return (
    <Modal opened onClose={onClose} title="Cancel case" centered>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text>
            {shownCaseNumber(caseRecord)} will be locked. Its information is kept for reference. Administrators can
            reopen it as a draft.
          </Text>
          <CountedTextInput
            field={field}
            value={reason}
            onChange={(value) => setReason(asString(value))}
            error={tried && !judged.success ? judged.error.issues[0]?.message : undefined}
            inputRef={focusedFirst}
          />
          <DialogButtons submit="Cancel case" back="Keep case" danger busy={busy} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
};
