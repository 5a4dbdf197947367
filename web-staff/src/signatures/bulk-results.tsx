import { Button, Group, Modal, Stack } from '@mantine/core';
import { type RefObject, useEffect } from 'react';
import type { BulkResult, EnvelopeRow } from '#domain/signatures/envelope.schema.ts';
import { envelopeStatusLabels } from '#domain/signatures/envelope-status.ts';

interface BulkResultsProps {
  result: BulkResult;
  rows: readonly EnvelopeRow[];
  /** Where the focus goes afterwards. */
  back: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** What could not be done, envelope by envelope, with why. */
export const BulkResults = ({ result, rows, back, onClose }: BulkResultsProps) => {
  // The button that was pressed lost the focus while it was busy.
  useEffect(() => () => back.current?.focus(), [back]);
  const names = new Map<string | number, string>(
    rows.map(({ id, title, status, recipients, case: { case_number } }) => [
      id,
      // Requests of one paper have the same title: who signs tells them apart.
      `${[title, case_number, ...recipients.map(({ name }) => name)].join(', ')} (${envelopeStatusLabels[status].toLowerCase()})`,
    ]),
  );
  const { succeeded, failed, results } = result;
  return (
    <Modal opened onClose={onClose} title={`${succeeded} done, ${failed} not`} centered withCloseButton={false}>
      <Stack gap="lg">
        <ul>
          {results
            .filter(({ success }) => !success)
            .map(({ submission_id, error }) => (
              <li key={submission_id}>
                <strong>{names.get(submission_id) ?? 'A request that is not shown any more'}</strong>
                <br />
                {error}
              </li>
            ))}
        </ul>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
