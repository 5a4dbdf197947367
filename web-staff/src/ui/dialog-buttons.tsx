import { Button, Group } from '@mantine/core';

interface DialogButtonsProps {
  /** What the form of the dialog does. */
  submit: string;
  busy: boolean;
  onCancel: () => void;
}

/** The end of a dialog that holds a form. */
export const DialogButtons = ({ submit, busy, onCancel }: DialogButtonsProps) => (
  <Group justify="flex-end" gap="xs">
    <Button variant="default" onClick={onCancel}>
      Cancel
    </Button>
    <Button type="submit" loading={busy}>
      {submit}
    </Button>
  </Group>
);
