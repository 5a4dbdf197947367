import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { countKeptCalls } from '../first-calls/parts/device.ts';
import { signOutHere } from '../first-calls/parts/leave.ts';
import { useSession } from '../session/session-context.ts';
import { ConfirmModal } from '../ui/feedback/confirm-modal.tsx';
import { hasUnsavedChanges } from '../ui/record-form/use-record-form.tsx';

/**
 * Signs out, asking first about unsaved changes; render its dialog on the page. If the user is unknown, any user's
 * unsent first call counts.
 */
export const useSignOut = (profileId?: string): { signOut: () => void; dialog: ReactNode } => {
  const session = useSession();
  const [asking, setAsking] = useState<'changes' | 'calls'>();

  const signOut = async () => {
    if (hasUnsavedChanges()) return setAsking('changes');
    if ((await countKeptCalls(profileId)) > 0) return setAsking('calls');
    await signOutHere(session);
  };

  return {
    signOut: () => void signOut(),
    dialog: (
      <ConfirmModal
        opened={asking !== undefined}
        title={asking === 'calls' ? 'A first call on this device has not been sent' : 'Sign out without saving?'}
        confirmLabel="Sign out"
        cancelLabel={asking === 'calls' ? 'Stay signed in' : 'Keep editing'}
        danger
        onClose={() => setAsking(undefined)}
        onConfirm={() => void signOutHere(session)}
      >
        <Text>
          {asking === 'calls'
            ? 'Signing out deletes it from this device. Send it first, under First calls.'
            : 'Your changes have not been saved and will be lost.'}
        </Text>
      </ConfirmModal>
    ),
  };
};
