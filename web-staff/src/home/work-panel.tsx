import { Anchor, Button, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconClock, IconPhone } from '@tabler/icons-react';
import { Fragment, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { FirstCallRow } from '#domain/first-calls/first-call.schema.ts';
import type { SubmissionRow } from '#domain/intake/submission.schema.ts';
import { submissionSubject } from '#domain/intake/submission-to-case.ts';
import { messageOf } from '#domain/shared/contract/client.ts';
import { addDays, type CalendarDate, formatDate } from '#domain/shared/values/calendar-date.ts';
import { languageLabels } from '#domain/shared/values/language.ts';
import { formatPhone, telHref } from '#domain/shared/values/phone.ts';
import { pluralForm } from '#domain/shared/values/text.ts';
import { MapLink, RemovalSteps } from '../first-calls/parts/removal-steps.tsx';
import { useMarkContacted } from '../intake/mutations.ts';
import { paths } from '../paths.ts';
import { Chip, DueChip } from '../ui/chip.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { Queue, QueueDay, QueueRow, QueueRows } from '../ui/lists/queue.tsx';
import { usePreserveFocus } from '../ui/preserve-focus.ts';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import { waitingTime } from '../ui/time/time-text.ts';
import classes from './home-page.module.css';
import type { Work } from './use-work.ts';
import { firstItem, isLongOverdue, relationshipText, type WorkItem, weekdayOf } from './work-queue.ts';

export const familiesId = 'families-waiting';
const anyTime = 'As Soon As Possible';
const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

interface WorkRowProps {
  line: WorkItem;
  /** The one filled button of the page. */
  first: boolean;
}

const WorkRow = ({ line, first }: WorkRowProps) => {
  if (line.call) return <CallRow line={line} row={line.call} first={first} />;
  return line.promise ? (
    <PromiseRow line={line} row={line.promise} first={first} />
  ) : (
    <StepRow line={line} first={first} />
  );
};

const signs = { danger: IconAlertTriangle, warn: IconClock } as const;

/** The time that decides, in large letters, and a word about it. */
const Lead = ({ text, word, tone }: NonNullable<WorkItem['lead']>) => {
  const Sign = tone === 'danger' || tone === 'warn' ? signs[tone] : undefined;
  return (
    <div className={classes.state} data-tone={tone}>
      <div className={classes.waits}>{text}</div>
      <div className={classes.word}>
        {Sign && <Sign size={14} stroke={1.8} aria-hidden />}
        {word}
      </div>
    </div>
  );
};

const State = ({ line: { chip, lead, daysLeft, time, isOverdue } }: { line: WorkItem }) => {
  if (lead) return <Lead {...lead} />;
  if (daysLeft !== undefined) return <DueChip daysLeft={daysLeft} time={time} isOverdue={isOverdue} />;
  return chip && <Chip tone={chip.tone}>{chip.text}</Chip>;
};

const PhoneButton = ({ phone }: { phone: string }) => (
  <Button
    component="a"
    href={telHref(phone)}
    variant="default"
    aria-label={`Call ${formatPhone(phone)}`}
    className={classes.icon}
  >
    <IconPhone {...icon} />
    <span className={classes.printed}>{formatPhone(phone)}</span>
  </Button>
);

const StepRow = ({ line, first }: WorkRowProps) => {
  const { to, name, lines, since, next, phone } = line;
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
        <div className={classes.steps}>
          {phone && <PhoneButton phone={phone} />}
          <Button
            component={Link}
            to={next.to}
            variant={first ? 'filled' : 'default'}
            aria-label={`${next.label}: ${name}`}
          >
            {next.label}
          </Button>
        </div>
      }
    />
  );
};

const PromiseRow = ({ line, row, first }: WorkRowProps & { row: FirstCallRow }) => {
  const phone = row.next_of_kin_phone;
  return (
    <QueueRow
      first={first}
      leads
      isBeneath
      state={<State line={line} />}
      to={line.to}
      name={line.name}
      lines={[
        row.place_of_death ? (
          <>
            {row.place_of_death} · <MapLink place={row.place_of_death} />
          </>
        ) : (
          line.lines[0]
        ),
        line.lines[1],
      ]}
      actions={
        <div className={classes.steps}>
          {phone && <PhoneButton phone={phone} />}
          <RemovalSteps removal={row} name={line.name} filled={first} />
        </div>
      }
    />
  );
};

const CallRow = ({ line, row, first }: WorkRowProps & { row: SubmissionRow }) => {
  const contacted = useMarkContacted(row.id);
  const { text, word, tone } = waitingTime(row.created_at, new Date());
  // The row is unmounted by then, so its own callbacks would not run.
  const mark = () => void contacted.mutateAsync().then(() => toastSuccess('Marked as contacted'), toastFailure);
  const phone = formatPhone(row.submitter_phone);
  return (
    <QueueRow
      first={first}
      isBeneath
      state={<Lead text={text} word={word} tone={tone} />}
      to={line.to}
      name={line.name}
      lines={[
        `${[row.informant_name || 'The family', relationshipText(row.informant_relationship)].filter(Boolean).join(', ')}, waiting for a call`,
        [
          submissionSubject(row),
          row.case_number ? `case ${row.case_number}` : '',
          row.by_another ? 'reported by someone else, who answers this number' : '',
          row.language === 'en' ? '' : `prefers ${languageLabels[row.language]}`,
          row.preferred_contact_time === anyTime ? '' : row.preferred_contact_time,
        ]
          .filter(Boolean)
          .join(' · '),
      ]}
      actions={
        <div className={classes.steps}>
          <Button variant="subtle" loading={contacted.isPending} onClick={mark}>
            Mark contacted
          </Button>
          <Button component="a" href={line.next.to} aria-label={`Call ${phone}`} variant={first ? 'filled' : 'default'}>
            <IconPhone {...icon} />
            <span className={classes.number}>{phone}</span>
          </Button>
        </div>
      }
    />
  );
};

/** Reports that look like advertising or a second report: counted here, so that no one calls them first. */
const Review = ({ advertising, second }: Work['review']) => {
  if (advertising.length + second.length === 0) return undefined;
  const only = advertising.length + second.length === 1 ? (advertising[0] ?? second[0]) : undefined;
  return (
    <div className={classes.review}>
      <span>
        {[
          advertising.length > 0 &&
            `${advertising.length} ${pluralForm(advertising.length, 'looks like advertising', 'look like advertising')}`,
          second.length > 0 &&
            `${second.length} ${pluralForm(second.length, 'may be a second report', 'may be second reports')}`,
        ]
          .filter(Boolean)
          .join(' · ')}
        {second[0] && ` of ${second[0].deceased_full_name}`}
      </span>
      <Anchor component={Link} to={only ? paths.submission(only.id) : paths.waitingFamilies} inherit>
        Review
      </Anchor>
    </div>
  );
};

const dayName = (day: CalendarDate, today: CalendarDate): string =>
  day === addDays(today, 1) ? 'Tomorrow' : `${weekdayOf(day)}, ${formatDate(day)}`;

interface WorkPanelProps {
  work: Work;
  today: CalendarDate;
}

/** Where someone must be, who waits for a call, what is overdue, and what is in progress, each with its next step. */
export const WorkPanel = ({ work }: { work: Work }) => {
  const { now, families, overdue, today, todo } = work.groups;
  const first = firstItem(work.groups);
  // The button with the focus disappears with its row.
  const part = usePreserveFocus<HTMLDivElement>();
  const [old, recent] = [overdue.filter(isLongOverdue), overdue.filter((line) => !isLongOverdue(line))];
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
      <Group title="Now" aside="In order of time" lines={now} first={first} shown={8} />
      <div id={familiesId} className={classes.families}>
        <Group
          title="Families waiting"
          aside="Longest first"
          lines={families}
          first={first}
          shown={8}
          foot={<Review {...work.review} />}
          hasFoot={work.review.advertising.length + work.review.second.length > 0}
        />
      </div>
      <Group
        title="Overdue"
        aside={
          <span className={classes.lists}>
            {overdue.some(({ kind }) => kind === 'task') && (
              <Anchor component={Link} to={paths.tasks} inherit>
                Tasks
              </Anchor>
            )}
            {overdue.some(({ kind }) => kind === 'deadline') && (
              <Anchor component={Link} to={paths.deadlines} inherit>
                Deadlines
              </Anchor>
            )}
          </span>
        }
        lines={recent}
        first={first}
        shown={3}
        foot={<Folded lines={old} />}
        hasFoot={old.length > 0}
      />
      <Group title="Due today" lines={today} first={first} shown={5} />
      <Group title="In progress" lines={todo} first={first} shown={5} />
      <Sources sources={work.sources} />
    </div>
  );
};

/** Items that are overdue for more than 90 days, as one line that opens them. */
const Folded = ({ lines }: { lines: readonly WorkItem[] }) => {
  const [isOpen, setIsOpen] = useState(false);
  const oldest = lines.map(({ at }) => at.slice(0, 10)).sort()[0] ?? '';
  return (
    <>
      <UnstyledButton className={classes.folded} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <IconChevronDown {...icon} /> {lines.length} {pluralForm(lines.length, 'item', 'items')} more than 90 days
        overdue
        {oldest && ` · oldest ${formatDate(oldest)}`}
      </UnstyledButton>
      {isOpen && (
        <QueueRows label="More than 90 days overdue">
          {lines.map((line) => (
            <WorkRow key={line.id} line={line} first={false} />
          ))}
        </QueueRows>
      )}
    </>
  );
};

const Sources = ({ sources }: Pick<Work, 'sources'>) =>
  sources.length > 0 && (
    <nav className={classes.sources} aria-label="All lists">
      <span>See all:</span>
      {sources.map(({ title, to, count, isMore }) => (
        <span key={title} className={classes.source}>
          <Anchor component={Link} to={to} aria-label={`See all: ${title}`} inherit>
            {title}
          </Anchor>{' '}
          {count.toLocaleString('en-US')}
          {isMore && '+'}
        </span>
      ))}
    </nav>
  );

interface GroupProps {
  title: string;
  aside?: ReactNode;
  lines: readonly WorkItem[];
  first: WorkItem | undefined;
  /** Rows before "more". */
  shown: number;
  foot?: ReactNode;
  hasFoot?: boolean;
}

const Group = ({ title, aside, lines, first, shown, foot, hasFoot = false }: GroupProps) => {
  const [isWhole, setIsWhole] = useState(false);
  const rows = isWhole ? lines : lines.slice(0, shown);
  const rest = lines.length - rows.length;
  if (lines.length === 0 && !hasFoot) return undefined;
  return (
    <Queue
      title={title}
      count={lines.length}
      aside={aside}
      foot={
        (rest > 0 || hasFoot) && (
          <>
            {rest > 0 && (
              <Button variant="subtle" onClick={() => setIsWhole(true)}>
                {`${rest} more`}
              </Button>
            )}
            {hasFoot && foot}
          </>
        )
      }
    >
      {rows.length > 0 && (
        <QueueRows label={title}>
          {rows.map((line) => (
            <WorkRow key={line.id} line={line} first={line === first} />
          ))}
        </QueueRows>
      )}
    </Queue>
  );
};

/** The next seven days after today: services, deadlines and promised arrivals by day. */
export const WeekPanel = ({ work, today }: WorkPanelProps) => {
  const lines = work.groups.week;
  const days = [...new Set(lines.map(({ day }) => day ?? ''))];
  return (
    <Queue
      title="Next 7 days"
      count={lines.length}
      aside={
        <Anchor component={Link} to={paths.calendar} inherit>
          Calendar
        </Anchor>
      }
    >
      {lines.length === 0 ? (
        <p className={classes.quiet}>Nothing is scheduled or due after today.</p>
      ) : (
        <QueueRows label="Next 7 days">
          {days.map((day) => (
            <Fragment key={day}>
              <QueueDay>{dayName(day, today)}</QueueDay>
              {lines
                .filter((line) => line.day === day)
                .map((line) => (
                  <WeekRow key={line.id} line={line} />
                ))}
            </Fragment>
          ))}
        </QueueRows>
      )}
    </Queue>
  );
};

const WeekRow = ({ line }: { line: WorkItem }) => (
  <QueueRow to={line.next.to} name={line.name} lines={[weekText(line), line.lines[1]]} />
);

/** '11:00 AM · Traditional service', or a deadline with its day left out. */
const weekText = ({ lead, chip, kind, lines: [what = ''] }: WorkItem): string => {
  if (kind === 'service') return [chip?.text, what].filter(Boolean).join(' · ');
  if (lead) return [lead.word, what].join(' · ');
  return kind === 'deadline' ? `Due: ${what.split(' · ')[0]}` : what;
};
