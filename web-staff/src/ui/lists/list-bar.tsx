import type { ReactNode } from 'react';
import classes from './list-bar.module.css';

interface ListBarProps {
  /** It takes the place of the rows' head. */
  over?: true;
  children: ReactNode;
}

/** A bar over the rows of a list: what is under way with them, or can be done with those that are ticked. */
export const ListBar = ({ over, children }: ListBarProps) => {
  const bar = <div className={classes.bar}>{children}</div>;
  return over ? <div className={classes.over}>{bar}</div> : bar;
};

export const BarActions = ({ children }: { children: ReactNode }) => <div className={classes.actions}>{children}</div>;
