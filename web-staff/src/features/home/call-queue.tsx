import { Anchor, Button } from '@mantine/core';
import { IconAlertTriangle, IconClock, IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { displayValue } from '#domain/forms/display.ts';
import { knownRelationships } from '#domain/reference-data/relationships.ts';
import type { SubmissionRow } from '#domain/submissions/submission.schema.ts';
import { formatDate } from '#domain/values/calendar-date.ts';
import { formatPhone, telHref } from '#domain/values/phone.ts';
import { useApi } from '../../api/api-context.ts';
import { useCan } from '../../entities/profile/current-user.ts';
import { useMarkContacted } from '../../entities/submissions/mutations.ts';
import { waitingQuery } from '../../entities/submissions/queries.ts';
import { paths } from '../../paths.ts';
import { useEveryMinute } from '../../ui/every-minute.ts';
import { Queue, QueueRow, QueueRows } from '../../ui/queue.tsx';
import { ErrorState, RowsSkeleton } from '../../ui/states.tsx';
import { toastFailure, toastSuccess } from '../../ui/toasts.tsx';
import { waitingTime } from '../../ui/waiting-time.ts';
import classes from './home-page.module.css';

const anyTime = 'As Soon As Possible';

/** The families whom nobody has called yet, those who wait longest first; the number is the button. */
export const CallQueue = () => {
  const call = useApi();
  const query = useQuery(waitingQuery(call));
  useEveryMinute();
  const { data } = query;
  const more = data ? data.count - data.results.length : 0;
  const body = () => {
    if (!data) {
      if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
      return <RowsSkeleton rows={3} height={92} />;
    }
    if (data.results.length === 0)
      return <p className={classes.quiet}>Nobody is waiting. A new report appears here by itself.</p>;
    return (
      <QueueRows label="Families waiting for a call">
        {data.results.map((row, index) => (
          <Waiting key={row.id} row={row} first={index === 0} />
        ))}
      </QueueRows>
    );
  };
  return (
    <Queue
      title="Waiting for a call"
      count={data?.count}
      aside={<span className={classes.promise}>Promised within 30 minutes</span>}
      foot={
        more > 0 && (
          <Anchor component={Link} to={`${paths.submissions}?status=new`} inherit>
            {more.toLocaleString('en-US')} more
          </Anchor>
        )
      }
    >
      {body()}
    </Queue>
  );
};

const Waiting = ({ row, first }: { row: SubmissionRow; first: boolean }) => {
  const mayEdit = useCan()('submission:edit');
  const contacted = useMarkContacted(row.id);
  const { text, word, tone } = waitingTime(row.created_at, new Date());
  const Sign = tone === 'danger' ? IconAlertTriangle : tone === 'warn' ? IconClock : undefined;
  const mark = () =>
    contacted.mutate(undefined, { onSuccess: () => toastSuccess('Marked as contacted'), onError: toastFailure });
  const phone = formatPhone(row.submitter_phone);
  const relationship = displayValue({ kind: 'select', options: knownRelationships }, row.informant_relationship);
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
      to={paths.submission(row.id)}
      name={row.deceased_full_name || 'Name not given'}
      lines={[
        `${row.informant_name || 'The family'}, ${relationship.toLowerCase()}`,
        [
          `${row.stillborn ? 'Stillbirth' : 'Died'} ${formatDate(row.date_of_death)}`,
          row.by_another ? 'somebody else reported, and answers' : '',
          row.preferred_contact_time === anyTime ? '' : row.preferred_contact_time,
        ]
          .filter(Boolean)
          .join(' · '),
      ]}
      actions={
        <>
          {mayEdit && (
            <Button variant="subtle" loading={contacted.isPending} onClick={mark}>
              Mark contacted
            </Button>
          )}
          <Button
            component="a"
            href={telHref(row.submitter_phone)}
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
