import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { paths } from '../paths.ts';
import { useSession } from '../session/session-context.ts';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { dropUnsavedChanges, hasUnsavedChanges } from '../ui/record-form/unsaved-changes.tsx';

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
