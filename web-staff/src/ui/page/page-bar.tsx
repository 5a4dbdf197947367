import type { ReactNode } from 'react';
import classes from './page-bar.module.css';

interface PageBarProps {
  /** On wider screens the buttons are inline; otherwise they are not shown. */
  inline?: true;
  children: ReactNode;
}

/** Main actions of a record within thumb reach on a phone, instead of the tabs. */
export const PageBar = ({ inline, children }: PageBarProps) => (
  <div className={classes.bar} data-inline={inline} data-page-bar>
    {children}
  </div>
);
