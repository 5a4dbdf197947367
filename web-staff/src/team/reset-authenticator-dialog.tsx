import { Text } from '@mantine/core';
import type { TeamMember } from '#domain/team/team.endpoints.ts';
import { ConfirmModal } from '../ui/feedback/confirm-modal.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { useResetAuthenticator } from './mutations.ts';

/** For somebody who lost the phone with the app; asked twice, since anybody might ring up and say so. */
export const ResetAuthenticatorDialog = ({ member, onClose }: { member: TeamMember; onClose: () => void }) => {
  const reset = useResetAuthenticator();
  const { id, full_name: name, email } = member;
  const confirm = () =>
    reset.mutate(id, {
      onSuccess: () => toastSuccess(`The authenticator app of ${name} is being turned off. An email tells them.`),
      onError: toastFailure,
      onSettled: onClose,
    });
  return (
    <ConfirmModal
      opened
      title={`Reset the authenticator app of ${name}?`}
      confirmLabel="Reset"
      danger
      busy={reset.isPending}
      onClose={onClose}
      onConfirm={confirm}
    >
      <Text>
        {name} ({email}) is signed out everywhere and signs in with the password alone, until they set up an app again
        in their profile.
      </Text>
      <Text mt="xs">Be sure that it is them who ask: speak with them, do not rely on an email.</Text>
    </ConfirmModal>
  );
};
