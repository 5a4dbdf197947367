import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { SyncProgress, SyncRun } from '#domain/quickbooks/accounting-sync.schema.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../api/api-context.ts';
import { useCan } from '../team/parts/current-user.ts';
import { ConfirmModal } from '../ui/feedback/confirm-modal.tsx';
import { faultsByField } from '../ui/feedback/field-errors.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { ErrorState, RowsSkeleton } from '../ui/feedback/states.tsx';
import { toastFailure } from '../ui/feedback/toasts.tsx';
import { SettingsCard } from '../ui/page/settings-card.tsx';
import { DayInput } from '../ui/time/day-input.tsx';
import classes from './books.module.css';
import { usePreviewSync, useStartSync } from './mutations.ts';
import { syncProgressQuery } from './queries.ts';
import { counted } from './quickbooks-labels.ts';
import { toSend, WhatWouldBeSent } from './sync-preview.tsx';
import { Sending } from './sync-sending.tsx';
import { useCompany } from './use-company.ts';

const title = 'Earlier money';

/** What was received before the accounts were chosen: what would be sent is looked at first, and sent when somebody says so. */
export const FirstSyncCard = () => {
  const query = useQuery(syncProgressQuery(useApi(), useCompany()));
  if (query.data) return <FirstSync progress={query.data} />;
  return (
    <SettingsCard title={title}>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <RowsSkeleton rows={2} height={40} />
      )}
    </SettingsCard>
  );
};

const FirstSync = ({ progress: { start_date, preview, sending } }: { progress: SyncProgress }) => {
  const may = useCan()('accounting:edit');
  // A preview that was sent says no more than the sending of it.
  const isOpen = preview && (!sending || sending.begun_at < preview.begun_at);
  return (
    <SettingsCard title={title}>
      <p className={classes.text}>
        Money and Statements since {formatDate(start_date ?? '')} are sent as they come. Choose an earlier day to send
        what is older as well; you see first what that would be.
      </p>
      {may && <AskForPreview last={preview?.from ?? start_date ?? ''} />}
      {sending && !isOpen && <Sending run={sending} may={may} />}
      {isOpen && <Preview run={preview} may={may} />}
    </SettingsCard>
  );
};

const AskForPreview = ({ last }: { last: string }) => {
  const [from, setFrom] = useState(last);
  const [error, setError] = useState<string>();
  const ask = usePreviewSync(useCompany());
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (ask.isPending) return;
    ask.mutate(from, {
      onError: (failure) => {
        const said = faultsByField(failure, 400).from?.[0];
        if (said) setError(said);
        else toastFailure(failure);
      },
    });
  };
  return (
    <form noValidate onSubmit={submit}>
      <div className={classes.ask}>
        <DayInput
          label="First day"
          value={from}
          onChange={(day) => {
            setFrom(day);
            setError(undefined);
          }}
        />
        <Button type="submit" variant="default" loading={ask.isPending}>
          Show what would be sent
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
  const [asking, setAsking] = useState(false);
  const start = useStartSync(useCompany());
  if (run.state !== 'done')
    return (
      <p className={classes.run} role="status">
        Looking at cases since {formatDate(run.from)} … {counted(run.cases, 'case')} with money so far. Nothing is sent.
      </p>
    );
  const count = toSend(run);
  return (
    <>
      <WhatWouldBeSent run={run} />
      {may && count > 0 && (
        <div className={classes.ask}>
          <Button onClick={() => setAsking(true)}>Send to QuickBooks</Button>
        </div>
      )}
      <ConfirmModal
        opened={asking}
        title={`Send ${counted(count, 'record')} to QuickBooks?`}
        confirmLabel="Send"
        busy={start.isPending}
        onConfirm={() => start.mutate(run.id, { onSettled: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        Everything since {formatDate(run.from)} that is not there yet is entered in the company’s books. It takes about{' '}
        {counted(Math.max(1, Math.ceil(count / 200)), 'minute')}, and goes on by itself when you leave this page.
      </ConfirmModal>
    </>
  );
};
