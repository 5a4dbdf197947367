import { Button, Group } from '@mantine/core';
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
