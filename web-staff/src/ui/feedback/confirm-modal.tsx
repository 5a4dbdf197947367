import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRestoreFocus } from '../preserve-focus.ts';

interface ConfirmModalProps {
  opened: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** Red for irreversible actions. */
  danger?: boolean;
  busy?: boolean;
  /** Fills the safe button where confirming is not recommended. */
  isSafeFilled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

const FocusBack = () => {
  useRestoreFocus();
  return null;
};

/** Escape and a click outside close it; the safe choice has the focus. */
export const ConfirmModal = ({
  opened,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
  busy = false,
  isSafeFilled = false,
  onConfirm,
  onClose,
}: ConfirmModalProps) => (
  <Modal opened={opened} onClose={onClose} title={title} centered withCloseButton={false}>
    <FocusBack />
    <Stack gap="lg">
      <div>{children}</div>
      <Group data-dialog-foot justify="flex-end" gap="xs">
        <Button variant={isSafeFilled ? 'filled' : 'default'} onClick={onClose} data-autofocus>
          {cancelLabel}
        </Button>
        <Button
          color={danger ? 'red' : undefined}
          variant={isSafeFilled ? 'default' : 'filled'}
          loading={busy}
          onClick={onConfirm}
        >
          {confirmLabel}
        </Button>
      </Group>
    </Stack>
  </Modal>
);
