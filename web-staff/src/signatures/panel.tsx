import { type ReactNode, useId } from 'react';
import classes from './signatures.module.css';

interface PanelProps {
  title: string;
  note?: ReactNode;
  children: ReactNode;
}

/** A part of a page about papers to sign. */
export const Panel = ({ title, note, children }: PanelProps) => {
  const heading = useId();
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <div className={classes.head}>
        <h2 id={heading} className={classes.title}>
          {title}
        </h2>
        {note && <div className={classes.note}>{note}</div>}
      </div>
      {children}
    </section>
  );
};
