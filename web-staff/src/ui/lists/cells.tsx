import type { ReactNode } from 'react';
import classes from './cells.module.css';

/** The secondary line of a cell or card. */
export const SecondaryLine = ({ children }: { children: ReactNode }) => (
  <div className={classes.second}>{children}</div>
);

/** Text that must not wrap, such as a number or a time. */
export const NoWrap = ({ children }: { children: ReactNode }) => <span className={classes.line}>{children}</span>;

/** A secondary name that may break anywhere, so that it does not push other columns away. */
export const OtherName = ({ children }: { children: ReactNode }) => <div className={classes.name}>{children}</div>;

/** A long name clamped to two lines, with a tooltip. */
export const ClampedText = ({ text }: { text: string }) => (
  <span className={classes.clip} title={text}>
    {text}
  </span>
);

/** Two items at the ends of a card's line. */
export const SpaceBetween = ({ children }: { children: ReactNode }) => <div className={classes.pair}>{children}</div>;
