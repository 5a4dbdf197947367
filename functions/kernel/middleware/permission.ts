import { can } from '#domain/access/roles.ts';
import { AppError } from '#domain/contract/errors.ts';
import type { CallMiddleware } from '../call.ts';

/** Refuses whom the table of roles does not permit the call; what depends on the record is the handler's to ask. */
export const permission = (): CallMiddleware => ({
  before({ context: { call } }) {
    const { may } = call.handler.row;
    if (may === 'public') return;
    if (!call.actor || !can(call.actor, may)) throw new AppError('forbidden', { reason: `needs ${may}` });
  },
});
