import { deadlineUrgency, dueText } from '#domain/certificates/certificate-alerts.ts';
import { Chip } from './chip.tsx';

const tones = { overdue: 'danger', soon: 'warn', later: 'ok' } as const;

/** How many days something has left, in the documented words (D3 §4). */
export const DueChip = ({ daysLeft }: { daysLeft: number }) => (
  <Chip tone={tones[deadlineUrgency(daysLeft)]}>{dueText(daysLeft)}</Chip>
);
