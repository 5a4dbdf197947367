import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { roleLabels } from '#domain/shared/access/roles.ts';
import { fieldBuilders } from '#domain/shared/forms/field-builders.ts';
import { schemaErrors } from '#domain/shared/forms/validate.ts';
import { accountEndpoints } from '#domain/team/account.endpoints.ts';
import { NotificationPreferences } from '#domain/team/notification-preferences.ts';
import { ProfileChange, UserProfile, userProfileEndpoints } from '#domain/team/user-profile.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { callQuery } from '../../api/calls.ts';
import { countUnsent } from '../../session/device/device.ts';
import { identity } from '../../session/identity.ts';
import { useSession } from '../../session/session-context.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { errorsByField } from '../../ui/feedback/field-errors.ts';
import { QueryState } from '../../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { FieldGrid, type FormValues } from '../../ui/fields/field-grid.tsx';
import { FormFields } from '../../ui/fields/field-input.tsx';
import { type FieldShape, useSentForm } from '../../ui/fields/use-values-form.ts';
import { useDocumentTitle } from '../../ui/page/document-title.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { SettingsCard, SettingsCards } from '../../ui/page/settings-card.tsx';
import { PasswordFields, useNewPassword } from '../../ui/password-fields.tsx';
import { useRecordForm } from '../../ui/record-form/use-record-form.tsx';
import { teamKeys } from '../keys.ts';
import { useCurrentUser } from '../parts/current-user.ts';
import { signOutHere } from '../parts/leave.ts';
import { AuthenticatorCard } from './authenticator-card.tsx';
import { profileKeys } from './keys.ts';

const fields: readonly FieldShape[] = [
  { name: 'email', label: 'Send me emails', kind: 'checkbox' },
  { name: 'task_assigned', label: 'When a task is assigned to me', kind: 'checkbox' },
  { name: 'task_due', label: 'When one of my tasks is due', kind: 'checkbox' },
  { name: 'run_sheet_changed', label: 'When my run sheet of today or tomorrow changes', kind: 'checkbox' },
  { name: 'only_on_duty', label: 'Only while I am on duty', kind: 'checkbox' },
  {
    name: 'quiet_from',
    label: 'Quiet from',
    kind: 'time',
    help: 'Emails wait until the quiet hours end. Leave both times empty for none.',
  },
  { name: 'quiet_to', label: 'Quiet until', kind: 'time' },
];

export const NotificationForm = () => {
  const query = useQuery(
    callQuery(useApi(), userProfileEndpoints.getPreferences, {}, profileKeys.preferences, { staleTime: 0 }),
  );
  return query.data ? <Form stored={query.data.notifications} /> : <QueryState query={query} rows={4} />;
};

const sentOf = ({ email, quiet_from, quiet_to, ...switches }: Readonly<Record<string, unknown>>) => ({
  ...switches,
  channels: email ? ['email'] : [],
  quiet_from: quiet_from || null,
  quiet_to: quiet_to || null,
});

const Form = ({ stored }: { stored: NotificationPreferences }) => {
  const call = useApi();
  const client = useQueryClient();
  const { channels, quiet_from, quiet_to, ...switches } = stored;
  const { form, busy, onSubmit } = useSentForm({
    start: { ...switches, email: channels.includes('email'), quiet_from: quiet_from ?? '', quiet_to: quiet_to ?? '' },
    judge: (values) => ({
      ...(!values.quiet_from !== !values.quiet_to && {
        [values.quiet_from ? 'quiet_to' : 'quiet_from']: ['Enter both times, or neither'],
      }),
      ...schemaErrors(NotificationPreferences, sentOf(values)),
    }),
    send: (values) => {
      const notifications = NotificationPreferences.parse(sentOf(values));
      return call(userProfileEndpoints.changePreferences, { body: { notifications } });
    },
    done: 'Notifications saved',
    onDone: (saved) => client.setQueryData(profileKeys.preferences, saved),
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        <FormFields form={form} fields={fields} />
        <Button type="submit" loading={busy} ml="auto">
          Save Notifications
        </Button>
      </Stack>
    </form>
  );
};

const form = fieldBuilders<never>();
const { shape } = ProfileChange;

const profileFields = [
  form.name('first_name', 'First name', { width: 'half', schema: shape.first_name }),
  form.name('last_name', 'Last name', { width: 'half', schema: shape.last_name }),
  form.line('title', 'Title', {
    width: 'half',
    maxLength: 100,
    schema: shape.title,
  }),
  form.phone('phone', 'Phone', { width: 'half', schema: shape.phone }),
  form.line('license_number', 'License number', { width: 'half', maxLength: 20, schema: shape.license_number }),
];

const requiredFields: ReadonlySet<string> = new Set(['first_name', 'last_name']);

const valuesOf = (profile: UserProfile | undefined): FormValues =>
  Object.fromEntries(profileFields.map(({ name }) => [name, profile?.[name] ?? '']));

const ProfileForm = () => {
  const user = useCurrentUser();
  const call = useApi();
  const client = useQueryClient();
  const update = useMutation({
    mutationFn: (body: ProfileChange) => call(userProfileEndpoints.update, { params: { id: user.id }, body }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: teamKeys.all });
      return client.invalidateQueries({ queryKey: profileKeys.currentUser });
    },
  });
  const form = useRecordForm<UserProfile>({
    fields: profileFields,
    record: user,
    recordSchema: UserProfile,
    // Only the team's list edits it too, where the last save also wins.
    versionOf: () => undefined,
    valuesOf,
    rules: () => ProfileChange,
    save: ({ values }) => update.mutateAsync(ProfileChange.parse(values)),
    onSaved: () => toastSuccess('Profile saved'),
  });
  return (
    <form noValidate onSubmit={form.submit}>
      <FieldGrid control={form.methods.control} fields={profileFields} required={requiredFields} />
      <Group justify="flex-end" mt="md">
        <Button type="submit" disabled={!form.dirty} loading={form.saving}>
          Save Changes
        </Button>
      </Group>
      {form.dialogs}
    </form>
  );
};

/** Not a mutation of the query client, which would cache the passwords. */
export const PasswordForm = () => {
  const { id, email } = useCurrentUser();
  const call = useApi();
  const session = useSession();
  const [current, setCurrent] = useState('');
  const next = useNewPassword();
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);

  /** Every session ended with the old password; if a code is needed, the sign-in page asks for it. */
  const signInAgain = async (password: string) => {
    const step = await identity.signIn(email, password).catch(() => undefined);
    if (step?.step !== 'done') session.end();
  };
  const clear = () => {
    setCurrent('');
    setTried(false);
    setRefused(undefined);
    next.clear();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const fits = next.check();
    if (busy || !fits || current === '') return;
    setBusy(true);
    const body = { current_password: current, new_password: next.password, confirm_password: next.confirm };
    try {
      await call(accountEndpoints.updatePassword, { params: { id }, body });
      const password = next.password;
      clear();
      await signInAgain(password);
      toastSuccess('Password changed');
    } catch (error) {
      const fields = errorsByField(error, 400);
      setRefused(fields.current_password?.[0]);
      next.refuse({ password: fields.new_password?.[0], confirm: fields.confirm_password?.[0] });
      if (Object.keys(fields).length === 0) toastFailure(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md" maw={400}>
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          value={current}
          onChange={(event) => {
            setCurrent(event.currentTarget.value);
            setRefused(undefined);
          }}
          error={refused ?? (tried && current === '' && 'Current password is required')}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the current password', tabIndex: 0 }}
        />
        <PasswordFields state={next} />
        <Group>
          <Button type="submit" loading={busy}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

export const ProfilePage = () => {
  useDocumentTitle('Your profile');
  const user = useCurrentUser();
  return (
    <>
      <PageHeader
        title="Your profile"
        lead={`${user.email} · ${roleLabels[user.role]} · ${user.funeral_home_details.name}`}
      />
      <SettingsCards>
        <SettingsCard title="About you" lead="Visible to your team. Role and location are changed on the Team page.">
          <ProfileForm />
        </SettingsCard>
        <SettingsCard title="Notifications" lead="How Stillwater tells you about your tasks.">
          <NotificationForm />
        </SettingsCard>
        <SettingsCard title="Password" lead="Changing your password signs you out on all other devices.">
          <PasswordForm />
        </SettingsCard>
        <SettingsCard title="Two-step verification">
          <AuthenticatorCard />
        </SettingsCard>
        <SettingsCard title="Sessions" lead="If you lost a device or left one signed in, you can sign out everywhere.">
          <SignOutEverywhere />
        </SettingsCard>
      </SettingsCards>
    </>
  );
};

const SignOutEverywhere = () => {
  const session = useSession();
  const call = useApi();
  const { id } = useCurrentUser();
  /** `unsent`: first calls and moves on this device that signing out deletes. */
  const [asking, setAsking] = useState<{ unsent: number }>();
  const ask = async () => setAsking({ unsent: await countUnsent(id) });
  const leave = async () => {
    await call(accountEndpoints.signOutEverywhere, { params: { id } });
    await signOutHere(session);
  };
  return (
    <>
      <Button variant="default" onClick={() => void ask()}>
        Sign out everywhere
      </Button>
      {asking && (
        <ConfirmDialog
          title="Sign out everywhere?"
          confirmLabel="Sign out everywhere"
          action={leave}
          text={
            <>
              <Text>You will be signed out on every browser and device, including this one.</Text>
              {asking.unsent > 0 && (
                <Text mt="xs">
                  A first call or a move on this device has not been sent. Signing out deletes it from this device. Send
                  it first, under First calls or Care.
                </Text>
              )}
            </>
          }
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
};
