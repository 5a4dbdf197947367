import { Button, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { schemaErrors } from '#domain/shared/forms/validate.ts';
import { NotificationPreferences } from '#domain/team/notification-preferences.ts';
import { userProfileEndpoints } from '#domain/team/user-profile.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { callQuery } from '../../api/calls.ts';
import { QueryState } from '../../ui/feedback/states.tsx';
import { FormFields } from '../../ui/fields/field-input.tsx';
import { type FieldShape, useSentForm } from '../../ui/fields/use-values-form.ts';
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
