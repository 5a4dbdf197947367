import { Anchor, Button } from '@mantine/core';
import { IconAlertTriangle, IconClock, IconPhone } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import type { SubmissionRow } from '#domain/intake/submission.schema.ts';
import { submissionSubject } from '#domain/intake/submission-to-case.ts';
import { messageOf } from '#domain/shared/contract/client.ts';
import { displayValue } from '#domain/shared/forms/display.ts';
import { knownRelationships } from '#domain/shared/reference-data/relationships.ts';
import { addDays, type CalendarDate, formatDate } from '#domain/shared/values/calendar-date.ts';
import { languageLabels } from '#domain/shared/values/language.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { useMarkContacted } from '../intake/mutations.ts';
import { Chip, DueChip } from '../ui/chip.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { Queue, QueueDay, QueueRow, QueueRows } from '../ui/lists/queue.tsx';
import { usePreserveFocus } from '../ui/preserve-focus.ts';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import { waitingTime } from '../ui/time/waiting-time.ts';
import classes from './home-page.module.css';
import type { Work } from './use-work.ts';
import { type WorkGroup, type WorkItem, workGroups } from './work-queue.ts';

const anyTime = 'As Soon As Possible';

interface WorkRowProps {
  line: WorkItem;
  /** Only the first line has a filled button. */
  first: boolean;
}

const WorkRow = ({ line, first }: WorkRowProps) =>
  line.call ? <CallRow line={line} row={line.call} first={first} /> : <StepRow line={line} first={first} />;

const State = ({ line: { chip, daysLeft, time, isOverdue } }: { line: WorkItem }) =>
  daysLeft === undefined ? (
    chip && <Chip tone={chip.tone}>{chip.text}</Chip>
  ) : (
    <DueChip daysLeft={daysLeft} time={time} isOverdue={isOverdue} />
  );

const StepRow = ({ line, first }: WorkRowProps) => {
  const { to, name, lines, since, next } = line;
  return (
    <QueueRow
      first={first}
      isBeneath
      state={<State line={line} />}
      to={to}
      name={name}
      lines={lines.map((text, at) =>
        since && at === lines.length - 1 ? (
          <>
            {text} · <TimeAgo at={since} />
          </>
        ) : (
          text
        ),
      )}
      actions={
        <Button
          component={Link}
          to={next.to}
          variant={first ? 'filled' : 'default'}
          aria-label={`${next.label}: ${name}`}
        >
          {next.label}
        </Button>
      }
    />
  );
};

const CallRow = ({ line, row, first }: WorkRowProps & { row: SubmissionRow }) => {
  const contacted = useMarkContacted(row.id);
  const { text, word, tone } = waitingTime(row.created_at, new Date());
  const Sign = tone === 'danger' ? IconAlertTriangle : tone === 'warn' ? IconClock : undefined;
  // The line and its callbacks are gone by then.
  const mark = () => void contacted.mutateAsync().then(() => toastSuccess('Marked as contacted'), toastFailure);
  const phone = formatPhone(row.submitter_phone);
  // 'Other' does not describe the person.
  const relationship =
    row.informant_relationship === 'other'
      ? ''
      : displayValue({ kind: 'select', options: knownRelationships }, row.informant_relationship);
  return (
    <QueueRow
      first={first}
      state={
        <div className={classes.state} data-tone={tone}>
          <div className={classes.waits}>{text}</div>
          <div className={classes.word}>
            {Sign && <Sign size={14} stroke={1.8} aria-hidden />}
            {word}
          </div>
        </div>
      }
      to={line.to}
      name={line.name}
      lines={[
        `${[row.informant_name || 'The family', relationship.toLowerCase()].filter(Boolean).join(', ')}, waiting for a call`,
        [
          submissionSubject(row),
          row.by_another ? 'reported by someone else, who answers this number' : '',
          row.language === 'en' ? '' : `prefers ${languageLabels[row.language]}`,
          row.preferred_contact_time === anyTime ? '' : row.preferred_contact_time,
        ]
          .filter(Boolean)
          .join(' · '),
      ]}
      actions={
        <>
          <Button variant="subtle" loading={contacted.isPending} onClick={mark}>
            Mark contacted
          </Button>
          <Button
            component="a"
            href={line.next.to}
            aria-label={`Call ${phone}`}
            className={first ? classes.first : classes.next}
            variant={first ? 'filled' : 'default'}
          >
            <IconPhone size={18} stroke={1.6} aria-hidden />
            <span className={classes.number}>{phone}</span>
          </Button>
        </>
      }
    />
  );
};

/** Lines shown of a group until all are requested. */
const shown = 8;

const titles: Record<WorkGroup, string> = { late: 'Late', today: 'Today', waiting: 'Waiting', week: 'This week' };
const asides: Partial<Record<WorkGroup, string>> = { today: 'Call back within 30 minutes' };

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });
const dayName = (day: CalendarDate, today: CalendarDate): string =>
  day === addDays(today, 1) ? 'Tomorrow' : `${weekday.format(new Date(`${day}T00:00:00Z`))}, ${formatDate(day)}`;

export const WorkPanel = ({ work, today }: { work: Work; today: CalendarDate }) => {
  const filled = workGroups.filter((group) => work.groups[group].length > 0);
  const first = filled[0] && work.groups[filled[0]][0];
  // A completed line disappears with the focused button.
  const part = usePreserveFocus<HTMLDivElement>();
  return (
    <div ref={part} tabIndex={-1} className={classes.side}>
      {work.failed.map(({ title, error, retry }) => (
        <Notice key={title} tone="problem" title={`${title} could not be loaded`}>
          {messageOf(error)}
          <div>
            <Button variant="default" mt="xs" onClick={retry} aria-label={`Try again: ${title}`}>
              Try again
            </Button>
          </div>
        </Notice>
      ))}
      {work.isQuiet && (
        <Queue title="All caught up">
          <p className={classes.quiet}>No one is waiting, nothing is late, and nothing is due this week.</p>
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
