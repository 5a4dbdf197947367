import { secondFactorMessages, secondFactorRequired } from '#domain/shared/access/second-factor.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { Call, CallMiddleware } from '../call.ts';

/** Throws 403 for somebody whose authenticator app is still to be seen, but for what leads to it (quality S-08). */
export const assertSecondFactor = ({ actor, handler }: Call): void => {
  if (actor?.secondFactor !== 'missing' || handler.row.allowedBeforeMfa) return;
  throw new AppError('forbidden', {
    detail: secondFactorMessages.required,
    extra: { code: secondFactorRequired },
    reason: 'second factor',
  });
};

/** Refuses those of whom the organization asks a second factor that was not seen yet. */
export const secondFactor = (): CallMiddleware => ({ before: ({ context: { call } }) => assertSecondFactor(call) });
