import { hasPermission } from '#domain/shared/access/roles.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { Call, CallMiddleware } from '../call.ts';

/** Throws 403 when the table of roles does not permit the call; what depends on the record is the handler's to ask. */
export const assertPermitted = ({ actor, handler }: Call): void => {
  const { permission: may, forbidden: detail } = handler.row;
  if (may === 'public') return;
  if (!actor || !hasPermission(actor, may))
    throw new AppError('forbidden', { reason: `needs ${may}`, ...(detail && { detail }) });
};

/** Refuses whom the table of roles does not permit the call. */
export const permission = (): CallMiddleware => ({ before: ({ context: { call } }) => assertPermitted(call) });
