import { Text } from '@mantine/core';
import { actorOf, assignableRoles } from '#domain/registry/policies.ts';
import { roleLabels } from '#domain/shared/access/roles.ts';
import type { TeamMember } from '#domain/team/team.endpoints.ts';
import { teamMessages } from '#domain/team/team.rules.ts';
import { FormDialog } from '../ui/feedback/form-dialog.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { useSentForm } from '../ui/fields/use-values-form.ts';
import { useChangeMember } from './mutations.ts';
import { useCurrentUser } from './parts/current-user.ts';
import { HomeChoice, homeField, RoleChoice, roleField } from './parts/role-choice.tsx';

interface MemberDialogProps {
  member: TeamMember;
  lastOwner: boolean;
  onClose: () => void;
}

export const MemberDialog = ({ member, lastOwner, onClose }: MemberDialogProps) => {
  const user = useCurrentUser();
  const change = useChangeMember(member.id);
  const { form, onSubmit, busy } = useSentForm({
    start: { role: member.role, funeral_home: member.funeral_home },
    send: change.mutateAsync,
    done: (_, { role }) =>
      role === member.role
        ? `${member.full_name} moved to another location`
        : `${member.full_name} is now ${roleLabels[role].toLowerCase()}`,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`${member.full_name}: role and location`}
      submit="Save Changes"
      busy={busy}
      onSubmit={form.isChanged ? onSubmit : onClose}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {member.email}. Changes take effect right away.
      </Text>
      {member.id === user.id && form.isChanged && (
        <Notice tone="warning">
          This is your own account. If you change your role, you may not be able to change it back.
        </Notice>
      )}
      <RoleChoice
        roles={assignableRoles(actorOf(user))}
        {...form.bind(roleField)}
        fixed={lastOwner ? teamMessages.lastOwner : undefined}
      />
      <HomeChoice {...form.bind(homeField)} />
    </FormDialog>
  );
};
