import { secondFactorMessages, secondFactorRequired } from '#domain/access/second-factor.ts';
import { AppError } from '#domain/contract/errors.ts';
import type { CallMiddleware } from '../call.ts';

/** Refuses administrators whose authenticator app is still to be seen, but for what leads to it (quality S-08). */
export const secondFactor = (): CallMiddleware => ({
  before({ context: { call } }) {
    if (call.actor?.secondFactor !== 'missing' || call.handler.row.beforeSecondFactor) return;
    throw new AppError('forbidden', {
      detail: secondFactorMessages.required,
      extra: { code: secondFactorRequired },
      reason: 'second factor',
    });
  },
});
