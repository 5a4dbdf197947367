import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { countUnsent } from '../session/device/device.ts';
import { useSession } from '../session/session-context.ts';
import { signOutHere } from '../team/parts/leave.ts';
import { ConfirmModal } from '../ui/feedback/confirm-modal.tsx';
import { hasUnsavedChanges } from '../ui/record-form/use-record-form.tsx';

/**
 * Signs out, asking first about unsaved changes; render its dialog on the page. If the user is unknown, any user's
 * unsent first call or move counts.
 */
export const useSignOut = (profileId?: string): { signOut: () => void; dialog: ReactNode } => {
  const session = useSession();
  const [asking, setAsking] = useState<'changes' | 'unsent'>();

  const signOut = async () => {
    if (hasUnsavedChanges()) return setAsking('changes');
    if ((await countUnsent(profileId)) > 0) return setAsking('unsent');
    await signOutHere(session);
  };

  return {
    signOut: () => void signOut(),
    dialog: (
      <ConfirmModal
        opened={asking !== undefined}
        title={
          asking === 'unsent' ? 'A first call or a move on this device has not been sent' : 'Sign out without saving?'
        }
        confirmLabel="Sign out"
        cancelLabel={asking === 'unsent' ? 'Stay signed in' : 'Keep editing'}
        danger
        onClose={() => setAsking(undefined)}
        onConfirm={() => void signOutHere(session)}
      >
        <Text>
          {asking === 'unsent'
            ? 'Signing out deletes it from this device. Send it first, under First calls or Care.'
            : 'Your changes have not been saved and will be lost.'}
        </Text>
      </ConfirmModal>
    ),
  };
};
