import { Button } from '@mantine/core';
import { IconAlertTriangle, IconClock, IconPhone } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { SubmissionRow } from '#domain/intake/submission.schema.ts';
import { submissionSubject } from '#domain/intake/submission-title.ts';
import { displayValue } from '#domain/shared/forms/display.ts';
import { knownRelationships } from '#domain/shared/reference-data/relationships.ts';
import { languageLabels } from '#domain/shared/values/language.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { useMarkContacted } from '../intake/mutations.ts';
import { Chip } from '../ui/chip.tsx';
import { DueChip } from '../ui/due-chip.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { QueueRow } from '../ui/lists/queue.tsx';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import { waitingTime } from '../ui/time/waiting-time.ts';
import classes from './home-page.module.css';
import type { WorkItem } from './work-queue.ts';

const anyTime = 'As Soon As Possible';

interface WorkRowProps {
  line: WorkItem;
  /** What is done next of all: the one filled button of the page. */
  first: boolean;
}

/** One line of the queue with its one next step. */
export const WorkRow = ({ line, first }: WorkRowProps) =>
  line.call ? <CallRow line={line} row={line.call} first={first} /> : <StepRow line={line} first={first} />;

const State = ({ line: { chip, daysLeft } }: { line: WorkItem }) =>
  daysLeft === undefined ? chip && <Chip tone={chip.tone}>{chip.text}</Chip> : <DueChip daysLeft={daysLeft} />;

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
  // The line is gone by then, and callbacks of its own with it.
  const mark = () => void contacted.mutateAsync().then(() => toastSuccess('Marked as contacted'), toastFailure);
  const phone = formatPhone(row.submitter_phone);
  // 'Other' tells nothing of whoever waits.
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
        `${[row.informant_name || 'The family', relationship.toLowerCase()].filter(Boolean).join(', ')}, waits for a call`,
        [
          submissionSubject(row),
          row.by_another ? 'somebody else reported, and answers' : '',
          row.language === 'en' ? '' : `speaks ${languageLabels[row.language]}`,
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
