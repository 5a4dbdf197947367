import { queryOptions } from '@tanstack/react-query';
import { authenticator } from '../../session/authenticator.ts';
import { problemOf } from '../../session/problem-of.ts';
import { profileKeys } from './keys.ts';

/** The user pool no longer accepts the token: the user must sign in again. */
export const isSessionOver = (error: unknown): boolean =>
  error instanceof Error && ['NotAuthorizedException', 'UserUnAuthenticatedException'].includes(error.name);

export const authenticatorProblem = (error: unknown): string =>
  problemOf(error, 'Something went wrong. Please try again.');

export const authenticatorQuery = queryOptions({
  queryKey: profileKeys.authenticator,
  queryFn: () => authenticator.isOn(),
});
