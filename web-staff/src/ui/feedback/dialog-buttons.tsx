import { Button, Group } from '@mantine/core';
import { useRestoreFocus } from '../preserve-focus.ts';

interface DialogButtonsProps {
  /** What the form of the dialog does; absent where there is nothing that it may do. */
  submit?: string | undefined;
  busy: boolean;
  /** The way out, where 'Cancel' would say something else. */
  back?: string;
  /** Red for what cannot be undone. */
  danger?: boolean;
  onCancel: () => void;
}

/** The end of a dialog that holds a form; the focus goes back to where it was when the dialog has gone. */
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
