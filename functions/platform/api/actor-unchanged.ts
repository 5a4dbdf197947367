import { AppError } from '#domain/shared/contract/errors.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Write } from '#functions/platform/store/table.ts';
import type { Actor } from './actor.ts';

/** Thrown by a commit that found that whoever acts is not any more what the call was permitted as. */
export class ActorChangedError extends AppError {
  constructor() {
    super('conflict', { reason: 'the actor has changed' });
  }
}

/**
 * Holds at the commit that the actor is still active, of the same role and home, and that no session was ended since: who
 * acts is remembered for a minute, and what is remembered must change nothing (quality S-05). It stands in every
 * transaction of a member of staff and costs no round trip.
 */
export const actorUnchanged = (keys: Keys, { id, role, homeId, sessionsSince }: Actor): Write => ({
  check: keys.profile(id),
  when: { equals: { role, status: 'active', funeral_home_id: homeId, sessions_since: sessionsSince } },
  refused: () => new ActorChangedError(),
});
