import { problemOf } from '../../session/problem-of.ts';

/** The user pool no longer knows the token: whoever it was has to sign in again. */
export const isSessionOver = (error: unknown): boolean =>
  error instanceof Error && ['NotAuthorizedException', 'UserUnAuthenticatedException'].includes(error.name);

/** The sentence for what the user pool refused of an authenticator app. */
export const authenticatorProblem = (error: unknown): string =>
  problemOf(error, 'This did not work. Please try again.');
