import { Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { DialogButtons } from '../ui/feedback/dialog-buttons.tsx';
import { useRestoreFocus } from '../ui/restore-focus.ts';

interface ReasonDialogProps {
  title: string;
  submit: string;
  back?: string;
  isRequired?: boolean;
  busy: boolean;
  onSubmit: (reason: string) => void;
  onClose: () => void;
  /** What it means. */
  children: ReactNode;
}

/** Asks why, before something ends. */
export const ReasonDialog = (props: ReasonDialogProps) => {
  useRestoreFocus();
  const { title, submit, back = 'Cancel', isRequired = false, busy, onSubmit, onClose, children } = props;
  const [reason, setReason] = useState('');
  const [fault, setError] = useState<string>();
  const send = (event: FormEvent) => {
    event.preventDefault();
    const isMissing = isRequired && reason.trim() === '';
    setError(isMissing ? signatureMessages.reasonRequired : undefined);
    if (!isMissing && !busy) onSubmit(reason.trim());
  };
  return (
    <Modal opened onClose={onClose} title={title} centered withCloseButton={false}>
      <form noValidate onSubmit={send}>
        <Stack gap="lg">
          <div>{children}</div>
          <TextInput
            label="Reason"
            required={isRequired}
            maxLength={500}
            value={reason}
            error={fault}
            data-autofocus
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <DialogButtons submit={submit} back={back} danger busy={busy} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
};
