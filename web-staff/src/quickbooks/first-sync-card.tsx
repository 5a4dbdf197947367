import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { SyncProgress, SyncRun } from '#domain/quickbooks/sync.schema.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatMoney, toCents } from '#domain/shared/values/money.ts';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { useCan } from '../team/parts/current-user.ts';
import { ConfirmButton } from '../ui/feedback/confirm-dialog.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { ProgressBar } from '../ui/feedback/progress-bar.tsx';
import { QueryState } from '../ui/feedback/states.tsx';
import { useSentForm } from '../ui/fields/use-values-form.ts';
import { SettingsCard } from '../ui/page/settings-card.tsx';
import { DayInput } from '../ui/time/day-input.tsx';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import { ScrollGroup } from './company-figures-card.tsx';
import { usePreviewSync, useStartSync, useStopOrResumeSync } from './mutations.ts';
import { syncProgressQuery } from './queries.ts';
import classes from './quickbooks.module.css';
import { counted, kindsLabels, useCompany } from './use-company.ts';

const leftOf = ({ wanted, there }: SyncRun['kinds'][number]): number => wanted - there;
const amountLeft = ({ amount, there_amount }: SyncRun['kinds'][number]): string =>
  formatMoney(toCents(amount) - toCents(there_amount));

const toSend = ({ kinds }: SyncRun): number => kinds.reduce((sum, kind) => sum + leftOf(kind), 0);

const WhatWouldBeSent = ({ run }: { run: SyncRun }) => (
  <>
    <h3 className={classes.part}>To be sent, from {formatDate(run.from)}</h3>
    {run.records === 0 ? (
      <p className={classes.text}>No payments or Statements since that date.</p>
    ) : (
      <Kinds run={run} />
    )}
    {run.records > 0 && toSend(run) === 0 && <p className={classes.dim}>Everything is already in QuickBooks.</p>}
    {!run.is_compared && (
      <Notice tone="warning" title="Not compared with QuickBooks">
        QuickBooks did not respond, or has too many payments to check. Manually entered payments are not shown here. Try
        again later, or check QuickBooks yourself.
      </Notice>
    )}
    <ToLookAt run={run} />
  </>
);

const Kinds = ({ run }: { run: SyncRun }) => (
  <ScrollGroup label="To be sent">
    <table className={classes.table} aria-label="To be sent">
      <thead>
        <tr>
          <th scope="col">Kind</th>
          <th scope="col" className={classes.number}>
            To send
          </th>
          <th scope="col" className={classes.number}>
            Sum
          </th>
          <th scope="col" className={classes.number}>
            Already in QuickBooks
          </th>
        </tr>
      </thead>
      <tbody>
        {run.kinds.map((kind) => (
          <tr key={kind.kind}>
            <th scope="row">{kindsLabels[kind.kind]}</th>
            <td className={classes.number}>{leftOf(kind).toLocaleString('en-US')}</td>
            <td className={classes.number}>{kind.kind === 'customer' ? '' : amountLeft(kind)}</td>
            <td className={classes.number}>{kind.there.toLocaleString('en-US')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollGroup>
);

const ToLookAt = ({ run: { attention, attention_count } }: { run: SyncRun }) =>
  attention.length === 0 ? null : (
    <>
      <h3 className={classes.part}>Review these first</h3>
      <ul className={classes.cases} aria-label="Cases to review">
        {attention.map((one) => (
          <li key={`${one.case_id} ${one.kind} ${one.what}`}>
            <Link to={paths.case(one.case_id)}>
              {one.case_number} {one.name}
            </Link>
            <p className={classes.text}>{one.what}</p>
            <p className={classes.dim}>{one.remedy}</p>
          </li>
        ))}
      </ul>
      {attention_count > attention.length && (
        <p className={classes.dim}>
          {counted(attention.length, 'note')} of {attention_count.toLocaleString('en-US')} shown, oldest cases first.
        </p>
      )}
    </>
  );

/** The current case is finished before a stop. */
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
        {state === 'running' ? 'Stop sending' : 'Resume sending'}
      </Button>
    </div>
  );
};

const Sending = ({ run, may }: { run: SyncRun; may: boolean }) => {
  const failed = run.kinds.reduce((sum, one) => sum + one.failed, 0);
  const there = run.kinds.reduce((sum, one) => sum + one.there, 0);
  const isDone = run.state === 'done';
  // Records created since the preview were not counted there.
  const all = Math.max(run.of_records ?? 0, run.records);
  const sentence = isDone
    ? `Finished checking since ${formatDate(run.from)}: ${there.toLocaleString('en-US')} of ${counted(run.records, 'record')} are in QuickBooks.`
    : run.of_records === null
      ? `${counted(run.records, 'record')} checked so far.`
      : `${run.records.toLocaleString('en-US')} of ${counted(all, 'record')} checked.`;
  return (
    <div className={classes.run}>
      {!isDone && run.of_records !== null && (
        <ProgressBar label="Sent to QuickBooks" percent={all === 0 ? 0 : Math.floor((run.records / all) * 100)} />
      )}
      <p className={classes.text} role="status">
        {sentence}{' '}
        {failed > 0 && (
          <Link to="?">{counted(failed, 'record has', 'records have')} failed. See the reasons above.</Link>
        )}
      </p>
      {run.state === 'stopped' && (
        <p className={classes.dim}>
          {run.stopped_by_name
            ? `Stopped by ${run.stopped_by_name}. Records already sent stay in QuickBooks. New payments are still sent.`
            : 'Paused. Reconnect QuickBooks or choose an account to continue.'}
        </p>
      )}
      <p className={classes.dim}>
        {isDone && run.finished_at ? (
          <>
            Finished <TimeAgo at={run.finished_at} />
          </>
        ) : (
          <>
            Started <TimeAgo at={run.begun_at} />
            {run.begun_by_name && ` by ${run.begun_by_name}`}.
            {run.state === 'running' && ' This continues if you leave the page.'}
          </>
        )}
      </p>
      {may && !isDone && <StopOrGoOn run={run} />}
    </div>
  );
};

const title = 'Earlier transactions';

/** Sends payments from before the accounts were chosen, after a preview. */
export const FirstSyncCard = () => {
  const query = useQuery(syncProgressQuery(useApi(), useCompany()));
  if (query.data) return <FirstSync progress={query.data} />;
  return (
    <SettingsCard title={title}>
      <QueryState query={query} rows={2} height={40} />
    </SettingsCard>
  );
};

const FirstSync = ({ progress: { start_date, preview, sending } }: { progress: SyncProgress }) => {
  const may = useCan()('accounting:edit');
  // A preview that was sent is replaced by the progress of sending.
  const isOpen = preview && (!sending || sending.begun_at < preview.begun_at);
  return (
    <SettingsCard title={title}>
      <p className={classes.text}>
        Payments and Statements since {formatDate(start_date ?? '')} are sent automatically. To send older ones too,
        choose an earlier date. You can preview before sending.
      </p>
      {may && <AskForPreview last={preview?.from ?? start_date ?? ''} />}
      {sending && !isOpen && <Sending run={sending} may={may} />}
      {isOpen && <Preview run={preview} may={may} />}
    </SettingsCard>
  );
};

const fromField = { name: 'from', label: 'Start date', kind: 'date' } as const;

const AskForPreview = ({ last }: { last: string }) => {
  const ask = usePreviewSync(useCompany());
  const { form, busy, onSubmit } = useSentForm({ start: { from: last }, send: ({ from }) => ask.mutateAsync(from) });
  const { value, error, onChange } = form.bind(fromField);
  return (
    <form noValidate onSubmit={onSubmit}>
      <div className={classes.ask}>
        <DayInput label={fromField.label} value={asString(value)} onChange={onChange} />
        <Button type="submit" variant="default" loading={busy}>
          Preview
        </Button>
      </div>
      {error && (
        <Notice tone="problem" title="Choose another day">
          {error}
        </Notice>
      )}
    </form>
  );
};

const Preview = ({ run, may }: { run: SyncRun; may: boolean }) => {
  const start = useStartSync(useCompany());
  if (run.state !== 'done')
    return (
      <p className={classes.run} role="status">
        Checking cases since {formatDate(run.from)} … {counted(run.cases, 'case')} with payments so far. Nothing has
        been sent.
      </p>
    );
  const count = toSend(run);
  return (
    <>
      <WhatWouldBeSent run={run} />
      {may && count > 0 && (
        <div className={classes.ask}>
          <ConfirmButton
            variant="filled"
            ask={{
              title: `Send ${counted(count, 'record')} to QuickBooks?`,
              confirmLabel: 'Send',
              action: () => start.mutateAsync(run.id),
              text: `Everything since ${formatDate(run.from)} not yet in QuickBooks will be entered. This takes about ${counted(Math.max(1, Math.ceil(count / 200)), 'minute')} and continues if you leave this page.`,
            }}
          >
            Send to QuickBooks
          </ConfirmButton>
        </div>
      )}
    </>
  );
};
