import { Button, Group, Modal, type ModalProps, Stack } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { useRestoreFocus } from '../preserve-focus.ts';

interface DialogButtonsProps {
  /** Label of the submit button; undefined if nothing can be submitted. */
  submit?: string | undefined;
  busy: boolean;
  back?: string | undefined;
  /** Red for irreversible actions. */
  danger?: boolean;
  onCancel: () => void;
}

export const DialogButtons = ({ submit, busy, back = 'Cancel', danger, onCancel }: DialogButtonsProps) => {
  useRestoreFocus();
  return (
    <Group justify="flex-end" gap="xs" data-dialog-foot>
      <Button variant="default" onClick={onCancel}>
        {back}
      </Button>
      {submit && (
        <Button type="submit" color={danger ? 'red' : undefined} loading={busy}>
          {submit}
        </Button>
      )}
    </Group>
  );
};

interface DialogFormProps {
  ref?: Ref<HTMLFormElement>;
  /** Names the form where the dialog's title does not. */
  label?: string;
  /** Label of the submit button; undefined if nothing can be submitted. */
  submit: string | undefined;
  back?: string | undefined;
  /** Red for irreversible actions. */
  danger?: boolean;
  busy: boolean;
  /** Not called while busy. */
  onSubmit: () => unknown;
  onClose: () => void;
  children: ReactNode;
}

/** The form of a dialog that shows it only once its record is loaded. */
export const DialogForm = ({ ref, label, onSubmit, onClose, children, ...buttons }: DialogFormProps) => (
  <form
    ref={ref}
    noValidate
    aria-label={label}
    onSubmit={(event) => {
      event.preventDefault();
      // React passes the event on to a form that shows this dialog.
      event.stopPropagation();
      if (!buttons.busy) void onSubmit();
    }}
  >
    <Stack gap="md">
      {children}
      <DialogButtons {...buttons} onCancel={onClose} />
    </Stack>
  </form>
);

type FormDialogProps = DialogFormProps & Pick<ModalProps, 'title' | 'size' | 'withCloseButton'>;

/** A dialog with one form. Render it only while it is open. */
export const FormDialog = ({ title, size = 'md', withCloseButton = true, ...form }: FormDialogProps) => (
  <Modal opened onClose={form.onClose} title={title} size={size} centered withCloseButton={withCloseButton}>
    <DialogForm {...form} />
  </Modal>
);
