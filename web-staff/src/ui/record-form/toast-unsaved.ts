import { toastError } from '../feedback/toasts.tsx';

/** Why a step is not taken: it would leave behind what somebody has typed in these parts. */
export const toastUnsaved = (parts: readonly string[]): void =>
  toastError(
    `What was typed in ${parts.join(' and ')} is not saved yet. Correct what is marked there, or wait for the connection; then try again.`,
  );
