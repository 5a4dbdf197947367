import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import classes from './section-card.module.css';

interface SectionCardProps {
  /** Names the section in the page's address and for tests. */
  id: string;
  title: string;
  /** At the right of the heading: what the section holds. */
  summary?: ReactNode;
  open: boolean;
  onToggle: () => void;
  /** Its body stays while it is folded, unseen, because something in it is not done yet. */
  keep?: boolean;
  children: ReactNode;
}

/** A section that folds. What is folded is not in the page at all, unless it has to be kept. */
export const SectionCard = ({ id, title, summary, open, onToggle, keep, children }: SectionCardProps) => {
  const heading = useId();
  return (
    <section className={classes.card} aria-labelledby={heading} data-section={id}>
      <h2 className={classes.heading}>
        <button type="button" className={classes.toggle} aria-expanded={open} onClick={onToggle}>
          <IconChevronRight className={classes.chevron} size={18} stroke={1.8} aria-hidden />
          <span id={heading}>{title}</span>
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
