import { Text } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmModal } from '../feedback/confirm-modal.tsx';

/** The forms on screen that hold something unsaved, and the saves that are on their way. */
const dirtyForms = new Set<string>();

export const hasUnsavedChanges = (): boolean => dirtyForms.size > 0;

/** Lets every form go: after somebody said that the changes may be dropped. */
export const discardUnsavedChanges = (): void => dirtyForms.clear();

const warnBeforeUnload = (event: BeforeUnloadEvent) => {
  if (hasUnsavedChanges()) event.preventDefault();
};

/** Counts a form or a save among what is unsaved; answers how to take it out again. */
export const registerUnsaved = (id: string): (() => void) => {
  dirtyForms.add(id);
  window.addEventListener('beforeunload', warnBeforeUnload);
  return () => {
    dirtyForms.delete(id);
    if (!hasUnsavedChanges()) window.removeEventListener('beforeunload', warnBeforeUnload);
  };
};

/**
 * Holds people back from leaving a form that has unsaved changes, inside the site and when the tab closes. A form that
 * saves itself gives `flush`, and asks only about what could not be saved. `letGo` must be called before leaving after a
 * save.
 */
export const useUnsavedChanges = (dirty: boolean, flush?: () => Promise<unknown>) => {
  const form = useId();
  useEffect(() => (dirty ? registerUnsaved(form) : undefined), [dirty, form]);
  const blocker = useBlocker(
    // Another tab or step of a page is another place too: its form is not the one that was filled in. Of several forms
    // on a page the router asks only the last, which answers for all.
    ({ currentLocation: here, nextLocation: next }) =>
      hasUnsavedChanges() && (here.pathname !== next.pathname || here.search !== next.search),
  );
  const isBlocked = blocker.state === 'blocked';
  const [asking, setAsking] = useState(false);
  const hold = useEffectEvent(async () => {
    await flush?.();
    if (blocker.state !== 'blocked') return;
    if (hasUnsavedChanges()) setAsking(true);
    else blocker.proceed();
  });
  useEffect(() => {
    if (isBlocked) void hold();
    else setAsking(false);
  }, [isBlocked]);
  const dialog = (
    <ConfirmModal
      opened={isBlocked && (asking || !flush)}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      danger
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    >
      <Text>Your changes have not been saved and will be lost.</Text>
    </ConfirmModal>
  );
  return { dialog, letGo: () => dirtyForms.delete(form) };
};
