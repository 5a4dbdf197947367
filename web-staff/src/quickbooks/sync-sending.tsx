import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { SyncRun } from '#domain/quickbooks/accounting-sync.schema.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { ProgressBar } from '../ui/feedback/progress-bar.tsx';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import classes from './books.module.css';
import { useStopOrResumeSync } from './mutations.ts';
import { counted } from './quickbooks-labels.ts';
import { useCompany } from './use-company.ts';

/** The case under way is finished first; it goes on behind it when somebody says so. */
const StopOrGoOn = ({ run: { state, stopped_by_name } }: { run: SyncRun }) => {
  const change = useStopOrResumeSync(useCompany());
  if (state === 'stopped' && stopped_by_name === null) return null;
  return (
    <div>
      <Button
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate(state === 'running' ? 'stop' : 'go on')}
      >
        {state === 'running' ? 'Stop sending' : 'Go on sending'}
      </Button>
    </div>
  );
};

/** How far the sending of what is missing is, and what of it failed. */
export const Sending = ({ run, may }: { run: SyncRun; may: boolean }) => {
  const failed = run.kinds.reduce((sum, one) => sum + one.failed, 0);
  const there = run.kinds.reduce((sum, one) => sum + one.there, 0);
  const isDone = run.state === 'done';
  // What came meanwhile is more than was counted before.
  const all = Math.max(run.of_records ?? 0, run.records);
  const sentence = isDone
    ? `All since ${formatDate(run.from)} was gone through: ${there.toLocaleString('en-US')} of ${counted(run.records, 'record')} stand in QuickBooks.`
    : run.of_records === null
      ? `${counted(run.records, 'record')} gone through so far.`
      : `${run.records.toLocaleString('en-US')} of ${counted(all, 'record')} gone through.`;
  return (
    <div className={classes.run}>
      {!isDone && run.of_records !== null && (
        <ProgressBar label="Sent to QuickBooks" percent={all === 0 ? 0 : Math.floor((run.records / all) * 100)} />
      )}
      <p className={classes.text} role="status">
        {sentence}{' '}
        {failed > 0 && <Link to="?">{counted(failed, 'record has', 'records have')} failed: see why above.</Link>}
      </p>
      {run.state === 'stopped' && (
        <p className={classes.dim}>
          {run.stopped_by_name
            ? `Stopped by ${run.stopped_by_name}. What was sent stays in QuickBooks; new money is sent as it comes.`
            : 'It stopped: QuickBooks has to be connected again, or an account chosen. It goes on then.'}
        </p>
      )}
      <p className={classes.dim}>
        {isDone && run.finished_at ? (
          <>
            Finished <TimeAgo at={run.finished_at} />
          </>
        ) : (
          <>
            Begun <TimeAgo at={run.begun_at} />
            {run.begun_by_name && ` by ${run.begun_by_name}`}.
            {run.state === 'running' && ' It goes on by itself when you leave this page.'}
          </>
        )}
      </p>
      {may && !isDone && <StopOrGoOn run={run} />}
    </div>
  );
};
