import { Button, Checkbox, NativeSelect, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { namingLabels } from '#domain/calendar/calendar-feed.schema.ts';
import { type NameFormat, nameFormats } from '#domain/calendar/event-text.ts';
import { type GoogleSettings, googleKindLabels, googleKinds } from '#domain/google-calendar/google.schema.ts';
import { useChangeGoogleSettings } from '../calendar/parts/google.ts';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
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

/** What stands in the calendar, and how. */
export const GoogleSettingsForm = ({ settings }: { settings: GoogleSettings }) => {
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
        What stands in the calendar
      </h2>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Checkbox
            label="Keep the calendar up to date"
            checked={next.sync_enabled}
            onChange={(event) => set({ sync_enabled: event.currentTarget.checked })}
          />
          <Checkbox.Group
            label="Kinds"
            value={next.event_kinds}
            onChange={(event_kinds) => set({ event_kinds: googleKinds.filter((kind) => event_kinds.includes(kind)) })}
            error={tried && lacksKind ? 'Choose at least one kind' : undefined}
          >
            <Stack gap="xs" mt="xs">
              {googleKinds.map((kind) => (
                <Checkbox key={kind} value={kind} label={googleKindLabels[kind]} />
              ))}
            </Stack>
          </Checkbox.Group>
          <NativeSelect
            label="How the deceased are named"
            description="Initials keep names off screens that others see."
            value={next.naming}
            onChange={(event) => set({ naming: event.currentTarget.value as NameFormat })}
            data={nameFormats.map((value) => ({ value, label: namingLabels[value] }))}
          />
          <NativeSelect
            label="How long an event is shown"
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
              { value: '', label: 'That of the case’s location' },
              ...choices(zones, next.time_zone ?? 'America/New_York').map((value) => ({ value, label: value })),
            ]}
          />
          <Checkbox
            label="Take the events out of Google when it is disconnected"
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
