import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { actorOf, assignableRoles } from '#domain/shared/access/policies.ts';
import type { Role } from '#domain/shared/access/roles.ts';
import type { FieldErrors } from '#domain/shared/forms/rules.ts';
import { schemaErrors } from '#domain/shared/forms/validate.ts';
import { type TeamMember, teamEndpoints } from '#domain/team/team.endpoints.ts';
import { DialogButtons } from '../../ui/feedback/dialog-buttons.tsx';
import { showFieldErrors } from '../../ui/feedback/field-errors.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { useInvite } from '../mutations.ts';
import { useCurrentUser } from './current-user.ts';
import { HomeChoice, RoleChoice } from './role-choice.tsx';

interface InviteDialogProps {
  members: readonly TeamMember[];
  onClose: () => void;
  onInvited?: () => void;
}

const formerMember = (members: readonly TeamMember[], email: string): string | undefined => {
  const known = members.find((member) => member.email === email.trim().toLowerCase());
  return known?.status === 'deactivated'
    ? `${known.full_name} already has a deactivated account. Reactivate it instead.`
    : undefined;
};

export const InviteDialog = ({ members, onClose, onInvited }: InviteDialogProps) => {
  const user = useCurrentUser();
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role | ''>('');
  const [home, setHome] = useState(user.funeral_home);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Record<string, string[]>>({});
  // A repeated click repeats the request; changed entries make a new one.
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const invite = useInvite();
  const found = schemaErrors(teamEndpoints.invite.body, { email, role, funeral_home: home });
  const problems: FieldErrors = tried ? found : {};

  const changed = () => {
    setRefused({});
    setKey(crypto.randomUUID());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (invite.isPending) return;
    if (role === '' || found.email) {
      form.current?.querySelector<HTMLElement>(found.email ? '[type="email"]' : '[type="radio"]')?.focus();
      return;
    }
    invite.mutate(
      { body: { email, role, funeral_home: home }, idempotencyKey },
      {
        onSuccess: (invitation) => {
          toastSuccess(`Invitation sent to ${invitation.email}`);
          onInvited?.();
          onClose();
        },
        onError: (error) => showFieldErrors(error, setRefused),
      },
    );
  };

  return (
    <Modal opened onClose={onClose} title="Invite a colleague" centered>
      <form ref={form} noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            They will get an email with a link to set up their account. The link works once and expires after 7 days.
          </Text>
          <TextInput
            label="Email"
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            data-autofocus
            value={email}
            onChange={(event) => {
              setEmail(event.currentTarget.value);
              changed();
            }}
            description={formerMember(members, email)}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            error={refused.email?.[0] ?? problems.email?.[0]}
          />
          <RoleChoice
            roles={assignableRoles(actorOf(user))}
            value={role}
            onChange={(chosen) => {
              setRole(chosen);
              changed();
            }}
            error={refused.role?.[0] ?? problems.role?.[0]}
          />
          <HomeChoice
            value={home}
            onChange={(id) => {
              setHome(id);
              changed();
            }}
            error={refused.funeral_home?.[0]}
          />
          <DialogButtons submit="Send invitation" busy={invite.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
};
