import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { DisabledReasonButton } from '../gated-button.tsx';
import { ConfirmModal } from './confirm-modal.tsx';
import { toastFailure } from './toasts.tsx';

interface Confirmation {
  title: string;
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  action: () => unknown;
  text: ReactNode;
}

/** Asks before an action; it closes after the action, whose failure is a toast. Render it only while it is open. */
export const ConfirmDialog = ({ action, text, onClose, ...shown }: Confirmation & { onClose: () => void }) => {
  const acting = useMutation({ mutationFn: async () => action(), onError: toastFailure, onSettled: onClose });
  return (
    <ConfirmModal opened busy={acting.isPending} onConfirm={acting.mutate} onClose={onClose} {...shown}>
      {text}
    </ConfirmModal>
  );
};

type ButtonProps = Omit<ComponentProps<typeof DisabledReasonButton>, 'onClick'>;

/** A button that opens a dialog. */
export const DialogOpener = ({ dialog, ...button }: ButtonProps & { dialog: (onClose: () => void) => ReactNode }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <DisabledReasonButton variant="default" {...button} onClick={() => setOpen(true)} />
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
};

/** A button whose action asks first. */
export const ConfirmButton = ({ ask, ...button }: ButtonProps & { ask: Confirmation }) => (
  <DialogOpener {...button} dialog={(onClose) => <ConfirmDialog {...ask} onClose={onClose} />} />
);
