import type { ReactNode } from 'react';
import classes from './notice.module.css';

interface NoticeProps {
  /** `problem` is read out at once, `info` when there is a pause; a `warning` stands where it is found. */
  tone: 'info' | 'warning' | 'problem';
  title?: string;
  children: ReactNode;
}

const roles = { info: 'status', warning: undefined, problem: 'alert' } as const;

/** A sentence that must not be overlooked. */
export const Notice = ({ tone, title, children }: NoticeProps) => (
  <div className={classes.notice} data-tone={tone} role={roles[tone]}>
    {title && <strong className={classes.title}>{title}</strong>}
    {children}
  </div>
);
