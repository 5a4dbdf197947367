import { capitalize } from '#domain/shared/values/text.ts';
import classes from './chip.module.css';
import type { Tone } from './chip.tsx';

/** D2 §2. */
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

/** The text is always shown, so that nothing depends on color. */
export const StatusBadge = ({ status }: { status: string }) => (
  <span className={classes.chip} data-tone={tones[status] ?? 'neutral'} data-status={status}>
    {capitalize(status)}
  </span>
);
