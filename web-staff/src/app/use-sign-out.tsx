import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { countKeptCalls, leaveDevice } from '../entities/device/device.ts';
import { useCurrentUser } from '../entities/profile/current-user.ts';
import { paths } from '../paths.ts';
import { useSession } from '../session/session-context.ts';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { dropUnsavedChanges, hasUnsavedChanges } from '../ui/record-form/unsaved-changes.tsx';

/** Signing out, which asks first where something is unsaved; the dialog that asks has to stand on the page. */
export const useSignOut = (): { signOut: () => void; dialog: ReactNode } => {
  const session = useSession();
  const { id } = useCurrentUser();
  const [asking, setAsking] = useState<'changes' | 'calls'>();

  /** Nothing stays on this device; loading the sign-in page anew leaves nothing in the tab's memory either. */
  const leave = async () => {
    dropUnsavedChanges();
    await leaveDevice();
    await session.signOut();
    window.location.assign(paths.signIn);
  };

  const signOut = async () => {
    if (hasUnsavedChanges()) return setAsking('changes');
    if ((await countKeptCalls(id)) > 0) return setAsking('calls');
    await leave();
  };

  return {
    signOut: () => void signOut(),
    dialog: (
      <ConfirmModal
        opened={asking !== undefined}
        title={asking === 'calls' ? 'A call on this device was not sent' : 'Sign out without saving?'}
        confirmLabel="Sign out"
        cancelLabel={asking === 'calls' ? 'Stay signed in' : 'Keep editing'}
        danger
        onClose={() => setAsking(undefined)}
        onConfirm={() => void leave()}
      >
        <Text>
          {asking === 'calls'
            ? 'Signing out removes it from this device, with all that was answered. Send it first, under First calls.'
            : 'Your changes have not been saved and will be lost.'}
        </Text>
      </ConfirmModal>
    ),
  };
};
