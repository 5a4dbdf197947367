import {
  freshSecondFactorMessage,
  freshSecondFactorRequired,
  isFreshSecondFactor,
} from '#domain/shared/access/fresh-second-factor.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { Call, CallMiddleware } from '../call.ts';

/** Throws 403 where the row takes a sign-in of a moment ago in which the caller's authenticator app was seen. */
export const assertFreshSecondFactor = ({ actor, handler: { row }, now }: Call): void => {
  if (!row.requiresRecentMfa || (actor && isFreshSecondFactor(actor, now))) return;
  throw new AppError('forbidden', {
    detail: freshSecondFactorMessage,
    extra: { code: freshSecondFactorRequired },
    reason: 'fresh second factor',
  });
};

/** Refuses whoever has not shown their authenticator app lately, where a row asks for that. It comes after the permission. */
export const requiresRecentMfa = (): CallMiddleware => ({
  before: ({ context: { call } }) => assertFreshSecondFactor(call),
});
