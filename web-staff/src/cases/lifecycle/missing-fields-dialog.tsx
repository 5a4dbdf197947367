import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { caseMessages } from '#domain/cases/case-lifecycle.ts';
import type { MissingField } from '#domain/shared/forms/completeness.ts';
import { useRestoreFocus } from '../../ui/preserve-focus.ts';
import { MissingList, type Place } from '../missing-list.tsx';

interface GapsDialogProps {
  to: string;
  gaps: readonly MissingField[];
  onJump: (place: Place) => void;
  onClose: () => void;
}

export const GapsDialog = ({ to, gaps, onJump, onClose }: GapsDialogProps) => {
  useRestoreFocus();
  return (
    <Modal opened onClose={onClose} title={caseMessages.missingFields} centered>
      <Stack gap="md">
        <Text>
          {gaps.length === 1 ? 'One field is' : `${gaps.length} fields are`} required before this case can be {to}.
        </Text>
        <MissingList missing={gaps} onJump={onJump} />
        <Group data-dialog-foot justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
