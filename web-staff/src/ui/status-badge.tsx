import classes from './status-badge.module.css';

/** A status in its own colour (D2 §2); the word is always there, so that nothing hangs on the colour. */
export const StatusBadge = ({ status }: { status: string }) => (
  <span className={classes.badge} data-status={status}>
    {status.charAt(0).toUpperCase() + status.slice(1)}
  </span>
);
