import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { GoogleStatus } from '#domain/google-calendar/google.schema.ts';
import { useApi } from '../api/api-context.ts';
import { googleStatusQuery, useDisconnectGoogle, useStartGoogle, useSyncGoogle } from '../calendar/parts/google.ts';
import { useCan } from '../team/parts/current-user.ts';
import { ConfirmModal } from '../ui/feedback/confirm-modal.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { ErrorState, RowsSkeleton } from '../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { KeyFacts } from '../ui/page/key-facts.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import classes from './calendar-settings.module.css';
import { GoogleSettingsForm } from './google-settings-form.tsx';

const ConnectButton = ({ label, quiet }: { label: string; quiet?: boolean }) => {
  const start = useStartGoogle();
  return (
    <Button
      {...(quiet ? { variant: 'default' } : {})}
      // It stays busy until the browser has left.
      loading={start.isPending || start.isSuccess}
      onClick={() => start.mutate(undefined, { onError: toastFailure })}
    >
      {label}
    </Button>
  );
};

const NotConnected = () => (
  <section className={classes.card}>
    <Text>
      Services, arrivals at the cemetery, cremations and other dispositions of your cases, and their deadlines where you
      want them, appear in a calendar of their own, which Stillwater makes in your Google account and which you share
      there with those who need it. They follow when a case changes. What somebody moves in Google comes back as a
      suggestion.
    </Text>
    <Text>Stillwater sees this calendar alone, and none of your others.</Text>
    <div>
      <ConnectButton label="Connect Google Calendar" />
    </div>
  </section>
);

const Connected = ({ status }: { status: GoogleStatus }) => {
  const [asks, setAsks] = useState(false);
  const syncing = useSyncGoogle();
  const disconnecting = useDisconnectGoogle();
  const { email, calendar_name, connected_by_name, last_sync_at, needs_reconnect, last_error, paused_until } = status;
  return (
    <>
      {needs_reconnect && (
        <Notice tone="problem" title={last_error ?? 'Connect again.'}>
          Nothing is lost: what changed meanwhile follows then.
        </Notice>
      )}
      {paused_until && !needs_reconnect && (
        <Notice tone="warning">
          Google does not answer at the moment. What changes is kept and sent when it does.
        </Notice>
      )}
      <section className={classes.card} aria-label="Connection">
        <KeyFacts
          facts={[
            { label: 'Account', value: email },
            { label: 'Calendar', value: calendar_name },
            { label: 'Connected by', value: connected_by_name },
            { label: 'Last compared', value: last_sync_at ? <TimeAgo at={last_sync_at} /> : 'Not yet' },
            { label: 'Changes in Google', value: status.watch_active ? 'Announced at once' : 'Looked for every hour' },
          ]}
        />
        <div className={classes.buttons}>
          <Button
            variant="default"
            loading={syncing.isPending}
            onClick={() =>
              syncing.mutate(undefined, {
                onSuccess: () => toastSuccess('Everything is being compared'),
                onError: toastFailure,
              })
            }
          >
            Compare now
          </Button>
          <ConnectButton label="Connect again" quiet={!needs_reconnect} />
          <Button variant="default" onClick={() => setAsks(true)}>
            Disconnect
          </Button>
        </div>
      </section>
      <GoogleSettingsForm key={JSON.stringify(status.settings)} settings={status.settings} />
      <ConfirmModal
        opened={asks}
        title="Disconnect Google Calendar?"
        confirmLabel="Disconnect"
        danger
        busy={disconnecting.isPending}
        onClose={() => setAsks(false)}
        onConfirm={() =>
          disconnecting.mutate(undefined, {
            onSuccess: () => toastSuccess('Google Calendar is disconnected'),
            onError: toastFailure,
            onSettled: () => setAsks(false),
          })
        }
      >
        {status.settings.removes_on_disconnect
          ? 'Its events are taken out of Google Calendar, and Stillwater gives back its access.'
          : 'Its events stay in Google Calendar as they are, and Stillwater gives back its access.'}
      </ConfirmModal>
    </>
  );
};

/** How the organization is connected to Google Calendar, and what stands there. */
export const CalendarSettingsPage = () => {
  useDocumentTitle('Google Calendar');
  const mayConnect = useCan()('calendar:connect');
  const query = useQuery({ ...googleStatusQuery(useApi()), enabled: mayConnect });
  const body = () => {
    if (!mayConnect) return <Notice tone="info">Owners connect Google Calendar.</Notice>;
    if (query.data) return query.data.connected ? <Connected status={query.data} /> : <NotConnected />;
    if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
    return <RowsSkeleton rows={4} height={64} />;
  };
  return (
    <>
      <PageHeader title="Google Calendar" />
      <Stack gap="lg" className={classes.page}>
        {body()}
      </Stack>
    </>
  );
};
