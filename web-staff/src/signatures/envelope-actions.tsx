import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { IconPencil, IconRefresh, IconSend } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { SignatureEnvelope } from '#domain/signatures/envelope.schema.ts';
import { isSettledStatus } from '#domain/signatures/envelope-status.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { paths } from '../paths.ts';
import { useCan } from '../team/parts/current-user.ts';
import { DialogButtons } from '../ui/feedback/dialog-buttons.tsx';
import { toastFaults } from '../ui/feedback/field-errors.ts';
import { toastSuccess } from '../ui/feedback/toasts.tsx';
import { useRestoreFocus } from '../ui/preserve-focus.ts';
import { useDeleteEnvelope, useRefreshEnvelope, useResend, useSendEnvelope, useVoidEnvelope } from './mutations.ts';

interface ReasonDialogProps {
  title: string;
  submit: string;
  back?: string;
  isRequired?: boolean;
  busy: boolean;
  onSubmit: (reason: string) => void;
  onClose: () => void;
  children: ReactNode;
}

const ReasonDialog = (props: ReasonDialogProps) => {
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

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;

export const EnvelopeActions = ({ envelope }: { envelope: SignatureEnvelope }) => {
  const { id, status, sending, recipients, documents } = envelope;
  const can = useCan();
  const navigate = useNavigate();
  const send = useSendEnvelope();
  const resend = useResend(id);
  const refresh = useRefreshEnvelope(id);
  const voiding = useVoidEnvelope(id);
  const removal = useDeleteEnvelope(id);
  const [asking, setAsking] = useState<'void' | 'delete'>();
  const isDraft = status === 'draft' && sending !== 'asked';
  const waits = recipients.filter(({ is_turn, delivery }) => is_turn && delivery === 'email');
  const isOver = isSettledStatus(status);
  const isReplaced = documents.some(({ superseded_by }) => superseded_by !== null);
  const isOpen = !isDraft && !isOver && status !== 'signed';
  // A document with a later version is requested again instead of reminded.
  const isAskedAnew = isOver ? status !== 'completed' || isReplaced : isOpen && isReplaced;
  return (
    <>
      {isDraft && can('signature:send') && (
        <>
          <Button
            component={Link}
            to={`${paths.signatureNew(envelope.case.id)}&draft=${id}`}
            variant="default"
            leftSection={<IconPencil {...icon} />}
          >
            Change
          </Button>
          <Button
            leftSection={<IconSend {...icon} />}
            loading={send.isPending}
            onClick={() => send.mutate(id, { onSuccess: () => toastSuccess('Sending request'), onError: toastFaults })}
          >
            Send
          </Button>
        </>
      )}
      {isAskedAnew && can('signature:send') && (
        <Button component={Link} to={paths.signatureAnew(envelope.case.id, id)} leftSection={<IconSend {...icon} />}>
          Request again
        </Button>
      )}
      {isOpen && waits.length > 0 && can('signature:send') && (
        <Button
          variant={isReplaced ? 'default' : 'filled'}
          leftSection={<IconSend {...icon} />}
          loading={resend.isPending}
          onClick={() =>
            resend.mutate(undefined, { onSuccess: () => toastSuccess('Request resent'), onError: toastFaults })
          }
        >
          {waits.length === 1 ? `Resend to ${waits[0]?.name.split(' ')[0]}` : 'Resend to all'}
        </Button>
      )}
      {isOpen && (
        <Button
          variant="default"
          leftSection={<IconRefresh {...icon} />}
          loading={refresh.isPending}
          onClick={() =>
            refresh.mutate(undefined, { onSuccess: () => toastSuccess('Checking DocuSeal'), onError: toastFaults })
          }
        >
          Refresh
        </Button>
      )}
      {isOpen && can('signature:void') && (
        <Button variant="default" c="red" data-ends onClick={() => setAsking('void')}>
          Void
        </Button>
      )}
      {can('signature:void') && status !== 'signed' && (
        <Button variant="default" c="red" data-ends onClick={() => setAsking('delete')}>
          Delete
        </Button>
      )}
      {asking === 'void' && (
        <ReasonDialog
          title="Void this request"
          submit="Void request"
          back="Keep request"
          isRequired
          busy={voiding.isPending}
          onClose={() => setAsking(undefined)}
          onSubmit={(reason) =>
            voiding.mutate(reason, {
              onSuccess: () => {
                setAsking(undefined);
                toastSuccess('Request voided');
              },
              onError: toastFaults,
            })
          }
        >
          Signing links will stop working. Signed documents stay on file, marked Void.
        </ReasonDialog>
      )}
      {asking === 'delete' && (
        <ReasonDialog
          title="Delete this request"
          submit="Delete"
          busy={removal.isPending}
          onClose={() => setAsking(undefined)}
          onSubmit={(reason) =>
            removal.mutate(reason, {
              onSuccess: () => {
                toastSuccess('Request deleted');
                void navigate(paths.signatures, { replace: true });
              },
              onError: toastFaults,
            })
          }
        >
          Signing links will stop working. Signed documents stay in the case.
        </ReasonDialog>
      )}
    </>
  );
};
