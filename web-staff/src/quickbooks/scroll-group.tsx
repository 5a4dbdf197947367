import type { ReactNode } from 'react';
import classes from './books.module.css';

/** What is wider than a phone is moved by keys as well, so that they must be able to get to it. */
const reachable = (label: string) => ({ role: 'group', tabIndex: 0, 'aria-label': label }) as const;

/** A table that may be wider than its screen. */
export const ScrollGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes.scroll} {...reachable(label)}>
    {children}
  </div>
);
