import classes from './chip.module.css';
import type { Tone } from './due-chip.tsx';

/** Each status that a record can have, in its tone (D2 §2). */
const tones: Readonly<Record<string, Tone>> = {
  new: 'warn',
  pending: 'warn',
  contacted: 'info',
  completed: 'info',
  converted: 'ok',
  accepted: 'ok',
  active: 'ok',
  cancelled: 'danger',
  expired: 'danger',
};

/** A status in its own colour; the word is always there, so that nothing hangs on the colour. */
export const StatusBadge = ({ status }: { status: string }) => (
  <span className={classes.chip} data-tone={tones[status] ?? 'neutral'} data-status={status}>
    {status.charAt(0).toUpperCase() + status.slice(1)}
  </span>
);
