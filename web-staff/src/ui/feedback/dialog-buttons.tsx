import { Button, Group } from '@mantine/core';
import { useRestoreFocus } from '../preserve-focus.ts';

interface DialogButtonsProps {
  /** Label of the submit button; undefined if nothing can be submitted. */
  submit?: string | undefined;
  busy: boolean;
  /** Label of the way out, if it is not 'Cancel'. */
  back?: string;
  /** Red for irreversible actions. */
  danger?: boolean;
  onCancel: () => void;
}

/** The buttons of a dialog with a form; the focus is restored when it closes. */
export const DialogButtons = ({ submit, busy, back = 'Cancel', danger, onCancel }: DialogButtonsProps) => {
  useRestoreFocus();
  return (
    <Group justify="flex-end" gap="xs">
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
