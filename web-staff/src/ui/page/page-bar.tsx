import type { ReactNode } from 'react';
import classes from './page-bar.module.css';

interface PageBarProps {
  /** Shown on wider screens too, inline. */
  inline?: true;
  children: ReactNode;
}

/** Main actions of a record within thumb reach on a phone, instead of the tabs. */
export const PageBar = ({ inline, children }: PageBarProps) => (
  <div className={classes.bar} data-inline={inline} data-page-bar>
    {children}
  </div>
);
