import type { ReactNode } from 'react';
import classes from './notice.module.css';

interface NoticeProps {
  /** `problem` is announced at once, `info` after a pause. */
  tone: 'info' | 'warning' | 'problem';
  title?: string;
  children: ReactNode;
}

const roles = { info: 'status', warning: undefined, problem: 'alert' } as const;

export const Notice = ({ tone, title, children }: NoticeProps) => (
  <div className={classes.notice} data-tone={tone} role={roles[tone]}>
    {title && <strong className={classes.title}>{title}</strong>}
    {children}
  </div>
);
