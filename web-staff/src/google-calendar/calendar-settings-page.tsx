import { Button, Checkbox, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { namingLabels } from '#domain/calendar/calendar-feed.schema.ts';
import { type NameFormat, nameFormats } from '#domain/calendar/external-event.ts';
import {
  type GoogleSettings,
  type GoogleStatus,
  googleKindLabels,
  googleKinds,
} from '#domain/google-calendar/google.schema.ts';
import { useApi } from '../api/api-context.ts';
import {
  googleStatusQuery,
  useChangeGoogleSettings,
  useDisconnectGoogle,
  useStartGoogle,
  useSyncGoogle,
} from '../calendar/parts/google.ts';
import { useCan } from '../team/parts/current-user.ts';
import { ConfirmModal } from '../ui/feedback/confirm-modal.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { QueryState } from '../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { KeyFacts } from '../ui/page/key-facts.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import classes from './calendar-settings.module.css';

const minutes = [30, 45, 60, 90, 120, 180, 240];
const zones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
];

const choices = <T extends string | number>(known: readonly T[], chosen: T): T[] =>
  known.includes(chosen) ? [...known] : [chosen, ...known];

const GoogleSettingsForm = ({ settings }: { settings: GoogleSettings }) => {
  const [next, setNext] = useState(settings);
  const [tried, setTried] = useState(false);
  const changing = useChangeGoogleSettings();
  const set = (part: Partial<GoogleSettings>) => setNext({ ...next, ...part });
  const lacksKind = next.event_kinds.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (lacksKind || changing.isPending) return;
    const { sync_enabled, event_kinds, naming, default_duration_minutes, time_zone, removes_on_disconnect } = next;
    changing.mutate(
      { sync_enabled, event_kinds, naming, default_duration_minutes, time_zone, removes_on_disconnect },
      { onSuccess: () => toastSuccess('Settings saved'), onError: toastFailure },
    );
  };
  return (
    <section className={classes.card} aria-labelledby="google-settings">
      <h2 id="google-settings" className={classes.heading}>
        What to sync
      </h2>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Checkbox
            label="Sync automatically"
            checked={next.sync_enabled}
            onChange={(event) => set({ sync_enabled: event.currentTarget.checked })}
          />
          <Checkbox.Group
            label="Event types"
            value={next.event_kinds}
            onChange={(event_kinds) => set({ event_kinds: googleKinds.filter((kind) => event_kinds.includes(kind)) })}
            error={tried && lacksKind ? 'Choose at least one event type' : undefined}
          >
            <Stack gap="xs" mt="xs">
              {googleKinds.map((kind) => (
                <Checkbox key={kind} value={kind} label={googleKindLabels[kind]} />
              ))}
            </Stack>
          </Checkbox.Group>
          <NativeSelect
            label="How to show names"
            description="Use initials if others can see your screen."
            value={next.naming}
            onChange={(event) => set({ naming: event.currentTarget.value as NameFormat })}
            data={nameFormats.map((value) => ({ value, label: namingLabels[value] }))}
          />
          <NativeSelect
            label="Default event length"
            value={String(next.default_duration_minutes)}
            onChange={(event) => set({ default_duration_minutes: Number(event.currentTarget.value) })}
            data={choices(minutes, next.default_duration_minutes).map((value) => ({
              value: String(value),
              label: `${value} minutes`,
            }))}
          />
          <NativeSelect
            label="Time zone"
            value={next.time_zone ?? ''}
            onChange={(event) => set({ time_zone: event.currentTarget.value || null })}
            data={[
              { value: '', label: 'Location’s time zone' },
              ...choices(zones, next.time_zone ?? 'America/New_York').map((value) => ({ value, label: value })),
            ]}
          />
          <Checkbox
            label="Remove events from Google when disconnecting"
            checked={next.removes_on_disconnect}
            onChange={(event) => set({ removes_on_disconnect: event.currentTarget.checked })}
          />
          <div>
            <Button type="submit" loading={changing.isPending}>
              Save
            </Button>
          </div>
        </Stack>
      </form>
    </section>
  );
};

const ConnectButton = ({ label, quiet }: { label: string; quiet?: boolean }) => {
  const start = useStartGoogle();
  return (
    <Button
      {...(quiet ? { variant: 'default' } : {})}
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
      Stillwater creates a calendar in your Google account with your services, cemetery arrivals, cremations, other
      dispositions and (optionally) deadlines. Share it in Google with anyone who needs it. It updates when a case
      changes. Changes made in Google come back as suggestions.
    </Text>
    <Text>Stillwater can see only this calendar.</Text>
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
          Changes made in the meantime will sync then.
        </Notice>
      )}
      {paused_until && !needs_reconnect && (
        <Notice tone="warning">Google is not responding. Changes will sync when it does.</Notice>
      )}
      <section className={classes.card} aria-labelledby="google-connection">
        <h2 id="google-connection" className={classes.heading}>
          Connection
        </h2>
        <KeyFacts
          facts={[
            { label: 'Account', value: email },
            { label: 'Calendar', value: calendar_name },
            { label: 'Connected by', value: connected_by_name },
            { label: 'Last synced', value: last_sync_at ? <TimeAgo at={last_sync_at} /> : 'Not yet' },
            { label: 'Changes in Google', value: status.watch_active ? 'Right away' : 'Every hour' },
          ]}
        />
        <div className={classes.buttons}>
          <Button
            variant="default"
            loading={syncing.isPending}
            onClick={() =>
              syncing.mutate(undefined, {
                onSuccess: () => toastSuccess('Sync started'),
                onError: toastFailure,
              })
            }
          >
            Sync now
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
          ? 'Events will be removed from Google Calendar, and Stillwater’s access will be revoked.'
          : 'Events will stay in Google Calendar, and Stillwater’s access will be revoked.'}
      </ConfirmModal>
    </>
  );
};

export const CalendarSettingsPage = () => {
  useDocumentTitle('Google Calendar');
  const mayConnect = useCan()('calendar:connect');
  const query = useQuery({ ...googleStatusQuery(useApi()), enabled: mayConnect });
  const body = () => {
    if (!mayConnect) return <Notice tone="info">Only owners can connect Google Calendar.</Notice>;
    if (query.data) return query.data.connected ? <Connected status={query.data} /> : <NotConnected />;
    return <QueryState query={query} rows={4} height={64} />;
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
