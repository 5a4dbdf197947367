import { IconCircleCheckFilled } from '@tabler/icons-react';
import { Chip } from '../chip.tsx';
import classes from './section-status.module.css';

const labels = {
  required: 'Required',
  optional: 'Optional',
  partial: 'Partially Required',
  'read-only': 'Read Only',
} as const;

interface SectionStatusProps {
  kind: keyof typeof labels;
  /** A completed section has a green check (D1 §2). */
  complete?: boolean;
  /** An amount, for example. */
  fact?: string;
  note?: string;
  isLacking?: boolean;
  /** Its nearest open item: 'Due Mon'. */
  due?: { text: string; isLate: boolean } | undefined;
}

export const SectionStatus = ({ kind, complete = false, fact, note, isLacking, due }: SectionStatusProps) => (
  <span className={classes.status}>
    {due?.text && <Chip tone={due.isLate ? 'danger' : 'warn'}>{due.text}</Chip>}
    {fact && <span className={classes.note}>{fact}</span>}
    {note && (
      <span className={classes.note} data-lacking={isLacking}>
        {note}
      </span>
    )}
    {complete && <IconCircleCheckFilled className={classes.complete} size={20} role="img" aria-label="Complete" />}
    <span className={classes.badge} data-kind={kind}>
      {labels[kind]}
    </span>
  </span>
);
