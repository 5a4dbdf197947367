import { Text } from '@mantine/core';
import { actorOf, assignableRoles } from '#domain/registry/policies.ts';
import { schemaErrors } from '#domain/shared/forms/validate.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { type TeamMember, teamEndpoints } from '#domain/team/team.endpoints.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';
import { FormFields } from '../../ui/fields/field-input.tsx';
import { useSentForm } from '../../ui/fields/use-values-form.ts';
import { useInvite } from '../mutations.ts';
import { useCurrentUser } from './current-user.ts';
import { HomeChoice, homeField, RoleChoice, roleField } from './role-choice.tsx';

interface InviteDialogProps {
  members: readonly TeamMember[];
  onClose: () => void;
  onInvited?: () => void;
}

const emailField = { name: 'email', label: 'Email', kind: 'email', maxLength: 254, isFirst: true } as const;

const formerMember = (members: readonly TeamMember[], email: string): string | undefined => {
  const known = members.find((member) => member.email === email.trim().toLowerCase());
  return known?.status === 'deactivated'
    ? `${known.full_name} already has a deactivated account. Reactivate it instead.`
    : undefined;
};

export const InviteDialog = ({ members, onClose, onInvited }: InviteDialogProps) => {
  const user = useCurrentUser();
  const invite = useInvite();
  const keyFor = useIdempotencyKey();
  const { form, ...sent } = useSentForm({
    start: { email: '', role: '', funeral_home: user.funeral_home },
    judge: (values) => schemaErrors(teamEndpoints.invite.body, values),
    send: (values) => {
      const body = teamEndpoints.invite.body.parse(values);
      return invite.mutateAsync({ body, idempotencyKey: keyFor(body) });
    },
    done: ({ email }) => `Invitation sent to ${email}`,
    onDone: () => {
      onInvited?.();
      onClose();
    },
  });
  const help = formerMember(members, asString(form.values.email));
  return (
    <FormDialog title="Invite a colleague" submit="Send invitation" {...sent} onClose={onClose}>
      <Text size="sm" c="dimmed">
        They will get an email with a link to set up their account. The link works once and expires after 7 days.
      </Text>
      <FormFields form={form} fields={[{ ...emailField, help }]} />
      <RoleChoice roles={assignableRoles(actorOf(user))} {...form.bind(roleField)} />
      <HomeChoice {...form.bind(homeField)} />
    </FormDialog>
  );
};
