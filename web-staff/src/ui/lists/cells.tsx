import type { ReactNode } from 'react';
import classes from './cells.module.css';

/** The quieter second line of a cell or card. */
export const SecondaryLine = ({ children }: { children: ReactNode }) => (
  <div className={classes.second}>{children}</div>
);

/** What must not break, such as a number or a time. */
export const NoWrap = ({ children }: { children: ReactNode }) => <span className={classes.line}>{children}</span>;

/** A name beside the one that a row is called by: it breaks anywhere rather than push other columns out of sight. */
export const OtherName = ({ children }: { children: ReactNode }) => <div className={classes.name}>{children}</div>;

/** A long name in two lines of its column, and cut after that; the whole one is its tooltip. */
export const ClampedText = ({ text }: { text: string }) => (
  <span className={classes.clip} title={text}>
    {text}
  </span>
);

/** Two things at the ends of a card's line. */
export const SpaceBetween = ({ children }: { children: ReactNode }) => <div className={classes.pair}>{children}</div>;
