import { type DragEventHandler, type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import classes from './queue.module.css';

interface QueueProps {
  title: string;
  count?: number | undefined;
  /** There are more than counted. */
  isMore?: boolean | undefined;
  aside?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
}

export const Queue = ({ title, count, isMore, aside, foot, children }: QueueProps) => {
  const heading = useId();
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <div className={classes.head}>
        <h2 id={heading} className={classes.title}>
          {title}
        </h2>
        {count !== undefined && (
          <span className={classes.count}>
            {count.toLocaleString('en-US')}
            {isMore && '+'}
          </span>
        )}
        {aside && <span className={classes.aside}>{aside}</span>}
      </div>
      {children}
      {foot && <div className={classes.foot}>{foot}</div>}
    </section>
  );
};

export const QueueRows = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={classes.list} aria-label={label}>
    {children}
  </ul>
);

interface QueueDayProps {
  count?: number;
  isToday?: boolean;
  children: ReactNode;
}

export const QueueDay = ({ count, isToday, children }: QueueDayProps) => (
  <li className={classes.day} aria-current={isToday ? 'date' : undefined}>
    {children}
    {count !== undefined && <span className={classes.count}> · {count === 0 ? 'nothing scheduled' : count}</span>}
  </li>
);

interface QueueRowProps {
  state?: ReactNode;
  /** Keeps the state visible without room next to the name, because the order depends on it. */
  leads?: boolean;
  /** A state of a few letters, such as a time, keeps its column on a phone. */
  isShort?: boolean;
  /** On a phone the actions are below the text, which needs the whole width. */
  isBeneath?: boolean;
  /** Missing where there is nothing to open. */
  to?: string | undefined;
  name: string;
  /** Came after the user last looked. */
  isNew?: boolean;
  lines: readonly ReactNode[];
  actions?: ReactNode;
  /** Dragging; the same must be possible without a mouse. */
  onDragStart?: DragEventHandler<HTMLLIElement> | undefined;
  /** On a phone only the first item shows all actions, stacked. */
  first?: boolean;
}

export const QueueRow = ({
  state,
  leads,
  isShort,
  isBeneath,
  to,
  name,
  isNew,
  lines,
  actions,
  first,
  onDragStart,
}: QueueRowProps) => (
  <li
    className={classes.row}
    data-plain={!state}
    data-first={first}
    data-leads={leads}
    data-short={isShort}
    data-beneath={isBeneath}
    draggable={onDragStart && true}
    onDragStart={onDragStart}
  >
    {state && <div className={classes.state}>{state}</div>}
    <div className={classes.text}>
      {isNew && <span className={classes.new} role="img" aria-label="New" />}
      {to ? (
        <Link className={classes.name} data-record to={to}>
          {name}
        </Link>
      ) : (
        <span className={classes.name}>{name}</span>
      )}
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a row are fixed in their places
        <div key={index} className={classes.dim}>
          {line}
        </div>
      ))}
    </div>
    {actions && <div className={classes.actions}>{actions}</div>}
  </li>
);
