import type { SubmissionRow } from '#domain/intake/submission.schema.ts';
import { Chip } from '../ui/chip.tsx';
import { waitingTime } from '../ui/time/time-text.ts';

interface WaitingChipProps {
  report: Pick<SubmissionRow, 'status' | 'created_at'>;
  isAdvertising: boolean;
}

/** Shows how long a family has waited for a call, until someone has called. */
export const WaitingChip = ({ report: { status, created_at }, isAdvertising }: WaitingChipProps) => {
  if (status !== 'new') return null;
  if (isAdvertising) return <Chip>Looks like advertising</Chip>;
  const { text, tone } = waitingTime(created_at, new Date());
  return <Chip tone={tone}>Waiting {text}</Chip>;
};
