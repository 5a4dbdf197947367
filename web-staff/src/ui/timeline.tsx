import { type ReactNode, useContext } from 'react';
import { HomeZone } from './time/time-ago.tsx';
import { clockTime, dayAtHome } from './time/time-text.ts';
import classes from './timeline.module.css';

export interface TimelineEntry {
  id: string;
  at: string;
  who: string;
  what: string;
  note?: string | undefined;
  details?: ReactNode;
}

/** Returns 'DK' for 'Dee Kowalski' and for 'Dee Kowalski, Coordinator'. */
export const initialsOf = (name: string): string => {
  const words = name
    .replace(/,.*/, '')
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word));
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.charAt(0).toUpperCase() ?? '')
    .join('');
};

export const Timeline = ({ label, entries }: { label: string; entries: readonly TimelineEntry[] }) => {
  const timeZone = useContext(HomeZone);
  const days = [...new Set(entries.map(({ at }) => dayAtHome(at, timeZone)))];
  return days.map((heading) => (
    <section key={heading}>
      <h3 className={classes.day}>{heading}</h3>
      <ol className={classes.list} aria-label={`${label}, ${heading}`}>
        {entries
          .filter(({ at }) => dayAtHome(at, timeZone) === heading)
          .map(({ id, at, who, what, note, details }) => (
            <li key={id} className={classes.entry}>
              <span className={classes.avatar} aria-hidden>
                {initialsOf(who) || '·'}
              </span>
              <div>
                <div className={classes.what}>{what}</div>
                <div className={classes.who}>
                  {who} · <time dateTime={at}>{clockTime(at, timeZone)}</time>
                  {note && ` · ${note}`}
                </div>
                {details && <div className={classes.details}>{details}</div>}
              </div>
            </li>
          ))}
      </ol>
    </section>
  ));
};
