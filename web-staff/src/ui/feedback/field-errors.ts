import { ApiError, fieldErrors } from '#domain/shared/contract/client.ts';
import type { FieldErrors } from '#domain/shared/forms/rules.ts';
import { toastErrors, toastFailure } from './toasts.tsx';

/** Returns a call's field errors, only those with the given status if there is one. */
export const faultsByField = (error: unknown, status?: number): FieldErrors =>
  error instanceof ApiError && (status === undefined || error.status === status) ? fieldErrors(error.body) : {};

export const fieldErrorMessages = (error: unknown): string[] => [
  ...new Set(Object.values(faultsByField(error, 400)).flat()),
];

/** Shows rejected input at the fields, and other failures as a toast. */
export const showFieldErrors = (error: unknown, show: (faults: FieldErrors) => void): void => {
  const faults = faultsByField(error, 400);
  if (Object.keys(faults).length > 0) show(faults);
  else toastFailure(error);
};

/** Shows rejected input, or another failure, as toasts. */
export const toastFaults = (error: unknown): void => {
  const faults = fieldErrorMessages(error);
  if (faults.length > 0) toastErrors(faults);
  else toastFailure(error);
};
