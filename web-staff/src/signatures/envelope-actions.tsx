import { Button } from '@mantine/core';
import { IconPencil, IconRefresh, IconSend } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { FieldErrors } from '#domain/shared/forms/rules.ts';
import type { SignatureEnvelope } from '#domain/signatures/envelope.schema.ts';
import { isSettledStatus } from '#domain/signatures/envelope-status.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { paths } from '../paths.ts';
import { useCan } from '../team/parts/current-user.ts';
import { toastRejection } from '../ui/feedback/field-errors.ts';
import { FormDialog } from '../ui/feedback/form-dialog.tsx';
import { toastSuccess } from '../ui/feedback/toasts.tsx';
import { FormFields } from '../ui/fields/field-input.tsx';
import { useSentForm } from '../ui/fields/use-values-form.ts';
import { useDeleteEnvelope, useRefreshEnvelope, useResend, useSendEnvelope, useVoidEnvelope } from './mutations.ts';

interface ReasonDialogProps {
  title: string;
  submit: string;
  back?: string;
  isRequired?: boolean;
  send: (reason: string) => Promise<unknown>;
  done: string;
  onDone?: () => unknown;
  onClose: () => void;
  children: ReactNode;
}

const ReasonDialog = (props: ReasonDialogProps) => {
  const { title, submit, back, isRequired = false, send, done, onClose, onDone = onClose, children } = props;
  const { form, ...sent } = useSentForm({
    start: { reason: '' },
    judge: ({ reason }): FieldErrors =>
      isRequired && !reason.trim() ? { reason: [signatureMessages.reasonRequired] } : {},
    send: ({ reason }) => send(reason.trim()),
    done,
    onDone,
  });
  const field = {
    name: 'reason',
    label: 'Reason',
    kind: 'text',
    maxLength: 500,
    requiredIf: isRequired,
    isFirst: true,
  };
  return (
    <FormDialog title={title} withCloseButton={false} submit={submit} back={back} danger {...sent} onClose={onClose}>
      <div>{children}</div>
      <FormFields form={form} fields={[field]} />
    </FormDialog>
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
  const canAskAgain = isOver ? status !== 'completed' || isReplaced : isOpen && isReplaced;
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
            onClick={() =>
              send.mutate(id, { onSuccess: () => toastSuccess('Sending request'), onError: toastRejection })
            }
          >
            Send
          </Button>
        </>
      )}
      {canAskAgain && can('signature:send') && (
        <Button component={Link} to={paths.repeatSignature(envelope.case.id, id)} leftSection={<IconSend {...icon} />}>
          Request again
        </Button>
      )}
      {isOpen && waits.length > 0 && can('signature:send') && (
        <Button
          variant="default"
          leftSection={<IconSend {...icon} />}
          loading={resend.isPending}
          onClick={() =>
            resend.mutate(undefined, { onSuccess: () => toastSuccess('Request resent'), onError: toastRejection })
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
            refresh.mutate(undefined, { onSuccess: () => toastSuccess('Checking DocuSeal'), onError: toastRejection })
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
          send={voiding.mutateAsync}
          done="Request voided"
          onClose={() => setAsking(undefined)}
        >
          Signing links will stop working. Signed documents stay on file, marked Void.
        </ReasonDialog>
      )}
      {asking === 'delete' && (
        <ReasonDialog
          title="Delete this request"
          submit="Delete"
          send={removal.mutateAsync}
          done="Request deleted"
          onDone={() => navigate(paths.signatures, { replace: true })}
          onClose={() => setAsking(undefined)}
        >
          Signing links will stop working. Signed documents stay in the case.
        </ReasonDialog>
      )}
    </>
  );
};
