import { toastError } from '../feedback/toasts.tsx';

/** The action would discard input in these sections. */
export const toastUnsaved = (parts: readonly string[]): void =>
  toastError(
    `Your changes in ${parts.join(' and ')} are not saved. Fix the marked fields or wait for the connection, then try again.`,
  );
