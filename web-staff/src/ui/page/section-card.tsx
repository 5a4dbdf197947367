import { IconChevronRight, IconCircleCheckFilled } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Chip } from '../chip.tsx';
import classes from './section-card.module.css';

interface SectionCardProps {
  /** Section id in the URL and for tests. */
  id: string;
  title: string;
  /** A second line, such as the legal name of what is in it. */
  subtitle?: string | undefined;
  summary?: ReactNode;
  open: boolean;
  onToggle: () => void;
  /** Keeps the collapsed content mounted, because something in it is unfinished. */
  keep?: boolean;
  children: ReactNode;
}

export const SectionCard = ({ id, title, subtitle, summary, open, onToggle, keep, children }: SectionCardProps) => {
  const heading = useId();
  return (
    <section className={classes.card} aria-labelledby={heading} data-section={id}>
      <h2 className={classes.heading}>
        <button type="button" className={classes.toggle} aria-expanded={open} onClick={onToggle}>
          <IconChevronRight className={classes.chevron} size={18} stroke={1.8} aria-hidden />
          <span>
            <span id={heading}>{title}</span>
            {subtitle && <span className={classes.subtitle}>{subtitle}</span>}
          </span>
          {summary && <span className={classes.summary}>{summary}</span>}
        </button>
      </h2>
      {(open || keep) && (
        <div className={classes.body} hidden={!open}>
          {children}
        </div>
      )}
    </section>
  );
};

const labels = {
  required: 'Required',
  optional: 'Optional',
  partial: 'Partially Required',
  'read-only': 'Read Only',
} as const;

interface SectionStatusProps {
  kind: keyof typeof labels;
  /** A completed section has a green check (D1 §2). */
  complete?: boolean;
  /** An amount, for example. */
  fact?: string;
  note?: string;
  isLacking?: boolean;
  /** Its nearest open item: 'Due Mon'. */
  due?: { text: string; isLate: boolean } | undefined;
}

export const SectionStatus = ({ kind, complete = false, fact, note, isLacking, due }: SectionStatusProps) => (
  <span className={classes.status}>
    {due?.text && <Chip tone={due.isLate ? 'danger' : 'warn'}>{due.text}</Chip>}
    {fact && <span className={classes.note}>{fact}</span>}
    {note && (
      <span className={classes.note} data-lacking={isLacking}>
        {note}
      </span>
    )}
    {complete && <IconCircleCheckFilled className={classes.complete} size={20} role="img" aria-label="Complete" />}
    <span className={classes.badge} data-kind={kind}>
      {labels[kind]}
    </span>
  </span>
);
