import { queryOptions } from '@tanstack/react-query';
import { authenticator } from '../../session/authenticator.ts';
import { problemOf } from '../../session/problem-of.ts';
import { profileKeys } from './keys.ts';

/** The user pool no longer knows the token: whoever it was has to sign in again. */
export const isSessionOver = (error: unknown): boolean =>
  error instanceof Error && ['NotAuthorizedException', 'UserUnAuthenticatedException'].includes(error.name);

/** The sentence for what the user pool refused of an authenticator app. */
export const authenticatorProblem = (error: unknown): string =>
  problemOf(error, 'Something went wrong. Please try again.');

/** Whether one's own sign-in asks for a code. */
export const authenticatorQuery = queryOptions({
  queryKey: profileKeys.authenticator,
  queryFn: () => authenticator.isOn(),
});
