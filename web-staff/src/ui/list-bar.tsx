import type { ReactNode } from 'react';
import classes from './list-bar.module.css';

/** A bar over the rows of a list: what is under way with them, or can be done with those that are ticked. */
export const ListBar = ({ sticky, children }: { sticky?: true; children: ReactNode }) => (
  <div className={classes.bar} data-sticky={sticky}>
    {children}
  </div>
);

export const BarActions = ({ children }: { children: ReactNode }) => <div className={classes.actions}>{children}</div>;
