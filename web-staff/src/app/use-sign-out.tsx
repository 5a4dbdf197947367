import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ConfirmModal } from '#web-kit/confirm-modal.tsx';
import { useSession } from '../session/session-context.ts';
import { dropUnsavedChanges, hasUnsavedChanges } from '../ui/unsaved-changes.tsx';
import { paths } from './paths.ts';

/** Signing out, which asks first where something is unsaved; the dialog that asks has to stand on the page. */
export const useSignOut = (): { signOut: () => void; dialog: ReactNode } => {
  const session = useSession();
  const [asking, setAsking] = useState(false);

  /** Loading the sign-in page anew leaves nothing of the session in the tab's memory. */
  const leave = async () => {
    dropUnsavedChanges();
    await session.signOut();
    window.location.assign(paths.signIn);
  };

  return {
    signOut: () => (hasUnsavedChanges() ? setAsking(true) : void leave()),
    dialog: (
      <ConfirmModal
        opened={asking}
        title="Sign out without saving?"
        confirmLabel="Sign out"
        cancelLabel="Keep editing"
        danger
        onClose={() => setAsking(false)}
        onConfirm={() => void leave()}
      >
        <Text>Your changes have not been saved and will be lost.</Text>
      </ConfirmModal>
    ),
  };
};
