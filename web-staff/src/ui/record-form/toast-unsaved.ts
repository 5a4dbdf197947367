import { toastError } from '../feedback/toasts.tsx';

/** Why a step is not taken: it would leave behind what somebody has typed in these parts. */
export const toastUnsaved = (parts: readonly string[]): void =>
  toastError(
    `Your changes in ${parts.join(' and ')} are not saved. Fix the marked fields or wait for the connection, then try again.`,
  );
