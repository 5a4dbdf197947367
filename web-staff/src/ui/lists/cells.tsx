import type { ReactNode } from 'react';
import classes from './cells.module.css';

export const SecondaryLine = ({ children }: { children: ReactNode }) => (
  <div className={classes.second}>{children}</div>
);

export const NoWrap = ({ children }: { children: ReactNode }) => <span className={classes.line}>{children}</span>;

/** It may break anywhere, so that it does not push other columns away. */
export const OtherName = ({ children }: { children: ReactNode }) => <div className={classes.name}>{children}</div>;

export const ClampedText = ({ text }: { text: string }) => (
  <span className={classes.clip} title={text}>
    {text}
  </span>
);

export const SpaceBetween = ({ children }: { children: ReactNode }) => <div className={classes.pair}>{children}</div>;
