import type { ReactNode } from 'react';
import classes from './page-bar.module.css';

interface PageBarProps {
  /** On a wider screen its buttons stand where they are written; else they are not there. */
  inline?: true;
  children: ReactNode;
}

/** What is done most with a record, under the thumb of whoever holds a phone; it takes the place of the tabs. */
export const PageBar = ({ inline, children }: PageBarProps) => (
  <div className={classes.bar} data-inline={inline} data-page-bar>
    {children}
  </div>
);
