import { Anchor, Button } from '@mantine/core';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '#domain/shared/contract/client.ts';
import { addDays, type CalendarDate, formatDate } from '#domain/shared/values/calendar-date.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { Queue, QueueDay, QueueRows } from '../ui/lists/queue.tsx';
import { usePreserveFocus } from '../ui/preserve-focus.ts';
import classes from './home-page.module.css';
import type { Work } from './use-work.ts';
import { type WorkGroup, type WorkItem, workGroups } from './work-queue.ts';
import { WorkRow } from './work-row.tsx';

/** So many lines of a group are shown until somebody wants to see all. */
const shown = 8;

const titles: Record<WorkGroup, string> = { late: 'Late', today: 'Today', waiting: 'Waiting', week: 'This week' };
const asides: Partial<Record<WorkGroup, string>> = { today: 'Calls promised within 30 minutes' };

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });
const dayName = (day: CalendarDate, today: CalendarDate): string =>
  day === addDays(today, 1) ? 'Tomorrow' : `${weekday.format(new Date(`${day}T00:00:00Z`))}, ${formatDate(day)}`;

/** What is late, due today, waiting, and to come this week, each with its next step. */
export const WorkPanel = ({ work, today }: { work: Work; today: CalendarDate }) => {
  const filled = workGroups.filter((group) => work.groups[group].length > 0);
  const first = filled[0] && work.groups[filled[0]][0];
  // A line that was dealt with goes away with the button that had the focus.
  const part = usePreserveFocus<HTMLDivElement>();
  return (
    <div ref={part} tabIndex={-1} className={classes.side}>
      {work.failed.map(({ title, error, retry }) => (
        <Notice key={title} tone="problem" title={`${title} could not be read`}>
          {messageOf(error)}
          <div>
            <Button variant="default" mt="xs" onClick={retry} aria-label={`Try again: ${title}`}>
              Try again
            </Button>
          </div>
        </Notice>
      ))}
      {work.isQuiet && (
        <Queue title="All quiet">
          <p className={classes.quiet}>Nobody is waiting, nothing is late, and nothing is due this week.</p>
        </Queue>
      )}
      {filled.map((group) => (
        <Group key={group} group={group} lines={work.groups[group]} first={first} today={today} />
      ))}
      {work.sources.length > 0 && (
        <nav className={classes.sources} aria-label="All lists">
          <span>See all:</span>
          {work.sources.map(({ title, to, count, isMore }) => (
            <span key={title} className={classes.source}>
              <Anchor component={Link} to={to} aria-label={`See all: ${title}`} inherit>
                {title}
              </Anchor>{' '}
              {count.toLocaleString('en-US')}
              {isMore && '+'}
            </span>
          ))}
        </nav>
      )}
    </div>
  );
};

interface GroupProps {
  group: WorkGroup;
  lines: readonly WorkItem[];
  first: WorkItem | undefined;
  today: CalendarDate;
}

const Group = ({ group, lines, first, today }: GroupProps) => {
  const [isWhole, setIsWhole] = useState(false);
  const rows = isWhole ? lines : lines.slice(0, shown);
  const days = group === 'week' ? [...new Set(rows.map(({ day }) => day ?? ''))] : [''];
  return (
    <Queue
      title={titles[group]}
      count={lines.length}
      aside={lines.some(({ call }) => call) && asides[group]}
      foot={
        rows.length < lines.length && (
          <Button variant="subtle" onClick={() => setIsWhole(true)}>
            {`Show ${lines.length - rows.length} more`}
          </Button>
        )
      }
    >
      <QueueRows label={titles[group]}>
        {days.map((day) => (
          <Fragment key={day}>
            {day && <QueueDay>{dayName(day, today)}</QueueDay>}
            {rows
              .filter((line) => !day || line.day === day)
              .map((line) => (
                <WorkRow key={line.id} line={line} first={line === first} />
              ))}
          </Fragment>
        ))}
      </QueueRows>
    </Queue>
  );
};
