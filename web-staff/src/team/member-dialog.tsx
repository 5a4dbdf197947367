import { Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { actorOf, assignableRoles } from '#domain/shared/access/policies.ts';
import { type Role, roleLabels } from '#domain/shared/access/roles.ts';
import type { TeamMember } from '#domain/team/team.endpoints.ts';
import { teamMessages } from '#domain/team/team.rules.ts';
import { DialogButtons } from '../ui/feedback/dialog-buttons.tsx';
import { showFieldErrors } from '../ui/feedback/field-errors.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { toastSuccess } from '../ui/feedback/toasts.tsx';
import { useChangeMember } from './mutations.ts';
import { useCurrentUser } from './parts/current-user.ts';
import { HomeChoice, RoleChoice } from './parts/role-choice.tsx';

interface MemberDialogProps {
  member: TeamMember;
  lastOwner: boolean;
  onClose: () => void;
}

export const MemberDialog = ({ member, lastOwner, onClose }: MemberDialogProps) => {
  const user = useCurrentUser();
  const [role, setRole] = useState<Role>(member.role);
  const [home, setHome] = useState(member.funeral_home);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const change = useChangeMember(member.id);
  const self = member.id === user.id;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    if (role === member.role && home === member.funeral_home) return onClose();
    change.mutate(
      { role, funeral_home: home },
      {
        onSuccess: () => {
          toastSuccess(
            role === member.role
              ? `${member.full_name} moved to another location`
              : `${member.full_name} is now ${roleLabels[role].toLowerCase()}`,
          );
          onClose();
        },
        onError: (error) => showFieldErrors(error, setErrors),
      },
    );
  };

  return (
    <Modal opened onClose={onClose} title={`${member.full_name}: role and location`} centered>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {member.email}. Changes take effect right away.
          </Text>
          {self && (role !== member.role || home !== member.funeral_home) && (
            <Notice tone="warning">
              This is your own account. If you change your role, you may not be able to change it back.
            </Notice>
          )}
          <RoleChoice
            roles={assignableRoles(actorOf(user))}
            value={role}
            onChange={setRole}
            error={errors.role?.[0]}
            fixed={lastOwner ? teamMessages.lastOwner : undefined}
          />
          <HomeChoice value={home} onChange={setHome} error={errors.funeral_home?.[0]} />
          <DialogButtons submit="Save Changes" busy={change.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
};
