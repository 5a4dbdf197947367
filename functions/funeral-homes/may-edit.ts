import { AppError } from '#domain/contract/errors.ts';
import type { Actor } from '#functions/kernel/context.ts';

/** Owners change every home of the organization, administrators their own. Throws 403. */
export const assertMayEdit = (actor: Actor, homeId: string): void => {
  if (actor.role !== 'super_admin' && actor.homeId !== homeId)
    throw new AppError('forbidden', { detail: 'You can only change your own funeral home.' });
};
