import { ApiError, fieldErrors } from '#domain/shared/contract/client.ts';
import type { FieldErrors } from '#domain/shared/forms/rules.ts';
import { toastErrors, toastFailure } from './toasts.tsx';

/** Returns a call's field errors, only those with the given status if there is one. */
export const errorsByField = (error: unknown, status?: number): FieldErrors =>
  error instanceof ApiError && (status === undefined || error.status === status) ? fieldErrors(error.body) : {};

export const fieldErrorMessages = (error: unknown): string[] => [
  ...new Set(Object.values(errorsByField(error, 400)).flat()),
];

/** Shows rejected input at the fields, and other failures as a toast. */
export const showFieldErrors = (error: unknown, show: (errors: FieldErrors) => void): void => {
  const errors = errorsByField(error, 400);
  if (Object.keys(errors).length > 0) show(errors);
  else toastFailure(error);
};

/** Shows rejected input, or another failure, as toasts. */
export const toastRejection = (error: unknown): void => {
  const errors = fieldErrorMessages(error);
  if (errors.length > 0) toastErrors(errors);
  else toastFailure(error);
};
