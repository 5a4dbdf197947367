import { ApiError, fieldErrors } from '#domain/shared/contract/client.ts';
import type { FieldErrors } from '#domain/shared/forms/rules.ts';
import { toastFailure } from './toasts.tsx';

/** What a call found wrong, by field; empty where it said something else. Of one status alone where that is named. */
export const faultsByField = (error: unknown, status?: number): FieldErrors =>
  error instanceof ApiError && (status === undefined || error.status === status) ? fieldErrors(error.body) : {};

/** What a call found wrong field by field, each sentence once; empty where it said something else. */
export const fieldErrorMessages = (error: unknown): string[] => [
  ...new Set(Object.values(faultsByField(error, 400)).flat()),
];

/** What a call refused of its input is shown at the fields; what failed otherwise is said by itself. */
export const showFieldErrors = (error: unknown, show: (faults: FieldErrors) => void): void => {
  const faults = faultsByField(error, 400);
  if (Object.keys(faults).length > 0) show(faults);
  else toastFailure(error);
};
