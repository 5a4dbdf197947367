import { AppError } from '#domain/contract/errors.ts';
import { whyNotEditable } from '#domain/funeral-homes/funeral-home.rules.ts';
import type { Actor } from '#functions/kernel/actor.ts';

/** Owners change every home of the organization, administrators their own. Throws 403. */
export const assertMayEdit = (actor: Actor, homeId: string): void => {
  const detail = whyNotEditable(actor, homeId);
  if (detail) throw new AppError('forbidden', { detail });
};
