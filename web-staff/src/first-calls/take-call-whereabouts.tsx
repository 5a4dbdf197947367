import { IconCloudOff } from '@tabler/icons-react';
import classes from './take-call-page.module.css';
import type { Night } from './use-first-call-draft.ts';

/** Where the answers are: on this device, or at the server too. */
export const SaveStatus = ({ night: { isOnline, isKept, isKeeping, sending, locked } }: { night: Night }) => {
  const isAway = !isOnline || locked || sending === 'waiting';
  const here = isKept ? 'on this device' : 'not kept';
  if (!isAway && isKept) return sending === 'sent' ? <span className={classes.sent}>Draft saved</span> : null;
  return (
    <span className={classes.chip} role="status" aria-busy={isKeeping}>
      <IconCloudOff size={16} stroke={1.8} aria-hidden />{' '}
      {isAway && isOnline ? 'Not sent' : isAway ? 'Offline' : 'Online'} · {here}
    </span>
  );
};
