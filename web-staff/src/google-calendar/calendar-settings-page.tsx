import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { nameFormats } from '#domain/calendar/calendar-events.ts';
import { namingLabels } from '#domain/calendar/calendar-feed.schema.ts';
import {
  type GoogleSettings,
  type GoogleStatus,
  googleKindLabels,
  googleKinds,
} from '#domain/google-calendar/google.schema.ts';
import type { FieldErrors } from '#domain/shared/forms/rules.ts';
import { useApi } from '../api/api-context.ts';
import {
  googleStatusQuery,
  useChangeGoogleSettings,
  useDisconnectGoogle,
  useStartGoogle,
  useSyncGoogle,
} from '../calendar/parts/google.ts';
import { useCan } from '../team/parts/current-user.ts';
import { ConfirmButton } from '../ui/feedback/confirm-dialog.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { QueryState } from '../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { FormFields } from '../ui/fields/field-input.tsx';
import { type FieldShape, useSentForm } from '../ui/fields/use-values-form.ts';
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

const optionsOf = (values: readonly string[], labels: Readonly<Record<string, string>>) =>
  values.map((value) => ({ value, label: labels[value] ?? value }));

const fieldsOf = ({ default_duration_minutes, time_zone }: GoogleSettings): readonly FieldShape[] => [
  { name: 'sync_enabled', label: 'Sync automatically', kind: 'checkbox' },
  {
    name: 'event_kinds',
    label: 'Event types',
    kind: 'multiselect',
    options: optionsOf(googleKinds, googleKindLabels),
  },
  {
    name: 'naming',
    label: 'How to show names',
    kind: 'chosen',
    options: optionsOf(nameFormats, namingLabels),
    help: 'Use initials if others can see your screen.',
  },
  {
    name: 'default_duration_minutes',
    label: 'Default event length',
    kind: 'chosen',
    options: choices(minutes, default_duration_minutes).map((value) => ({
      value: String(value),
      label: `${value} minutes`,
    })),
  },
  {
    name: 'time_zone',
    label: 'Time zone',
    kind: 'chosen',
    options: [
      { value: '', label: 'Location’s time zone' },
      ...optionsOf(choices(zones, time_zone ?? 'America/New_York'), {}),
    ],
  },
  { name: 'removes_on_disconnect', label: 'Remove events from Google when disconnecting', kind: 'checkbox' },
];

const GoogleSettingsForm = ({ settings }: { settings: GoogleSettings }) => {
  const changing = useChangeGoogleSettings();
  const { form, busy, onSubmit } = useSentForm({
    start: {
      ...settings,
      default_duration_minutes: String(settings.default_duration_minutes),
      time_zone: settings.time_zone ?? '',
    },
    judge: ({ event_kinds }): FieldErrors =>
      event_kinds.length > 0 ? {} : { event_kinds: ['Choose at least one event type'] },
    send: ({ default_duration_minutes, time_zone, ...values }) =>
      changing.mutateAsync({
        ...values,
        default_duration_minutes: Number(default_duration_minutes),
        time_zone: time_zone || null,
      }),
    done: 'Settings saved',
  });
  return (
    <section className={classes.card} aria-labelledby="google-settings">
      <h2 id="google-settings" className={classes.heading}>
        What to sync
      </h2>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="md">
          <FormFields form={form} fields={fieldsOf(settings)} />
          <div>
            <Button type="submit" loading={busy}>
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
          <ConfirmButton
            ask={{
              title: 'Disconnect Google Calendar?',
              confirmLabel: 'Disconnect',
              danger: true,
              action: () => disconnecting.mutateAsync().then(() => toastSuccess('Google Calendar is disconnected')),
              text: `Events will ${status.settings.removes_on_disconnect ? 'be removed from' : 'stay in'} Google Calendar, and Stillwater’s access will be revoked.`,
            }}
          >
            Disconnect
          </ConfirmButton>
        </div>
      </section>
      <GoogleSettingsForm key={JSON.stringify(status.settings)} settings={status.settings} />
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
