import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { deadlineUrgency, dueText } from '#domain/certificates/certificate-alerts.ts';
import { formatTime } from '#domain/shared/values/date-time.ts';
import classes from './chip.module.css';

export type Tone = 'neutral' | 'info' | 'warn' | 'ok' | 'danger';

const icons = { warn: IconClock, danger: IconAlertTriangle } as const;

/** A state as text; the tone only repeats it. Late or wrong states also have an icon. */
export const Chip = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => {
  const Icon = tone === 'warn' || tone === 'danger' ? icons[tone] : undefined;
  return (
    <span className={classes.chip} data-tone={tone}>
      {Icon && <Icon size={14} stroke={1.8} aria-hidden />}
      {children}
    </span>
  );
};

export const dueTones = { overdue: 'danger', soon: 'warn', later: 'ok' } as const;

interface DueChipProps {
  daysLeft: number;
  time?: string | null | undefined;
  isOverdue?: boolean | undefined;
}

const near = ['Due today', 'Due tomorrow'];

/** Shows the days left in the documented words (D3 §4), but today and tomorrow as such, today with the time. */
export const DueChip = ({ daysLeft, time, isOverdue }: DueChipProps) => {
  if (daysLeft !== 0 || !time)
    return <Chip tone={dueTones[deadlineUrgency(daysLeft)]}>{near[daysLeft] ?? dueText(daysLeft)}</Chip>;
  return isOverdue ? (
    <Chip tone="danger">Overdue since {formatTime(time)}</Chip>
  ) : (
    <Chip tone="warn">Due today, {formatTime(time)}</Chip>
  );
};
