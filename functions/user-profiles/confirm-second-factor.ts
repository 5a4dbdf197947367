import { AppError } from '#domain/contract/errors.ts';
import type { userProfileEndpoints } from '#domain/profiles/user-profile.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { onCurrent } from '#functions/store/on-current.ts';

/**
 * Access tokens do not say whether a code was asked for, so the user pool is asked, with the caller's own session. An
 * app that is in use now was used in this sign-in or has just been set up in it; one that was turned off behind our
 * back is missed at the next sign-in, which has to be looked at anew (quality S-08).
 */
export const confirmSecondFactor: Handler<typeof userProfileEndpoints.confirmSecondFactor> = async (
  { params },
  { db, actor, request, hasAuthenticator, forgetActor },
) => {
  const { id, session } = actor;
  if (params.id !== id) throw new AppError('forbidden');
  const confirmed = await hasAuthenticator(request.bearer);
  await onCurrent(
    () => db.secondFactor.signIns(id),
    async (before) => {
      // A sign-in from before a reset may still find the old app: it does not count, and ends.
      if (!(Number(session) > (before?.since ?? 0)))
        throw new AppError('unauthenticated', { reason: 'signed in before a reset' });
      if ((before?.sessions.includes(session) ?? false) === confirmed) return;
      const seen = confirmed ? 'second_factor.confirmed' : 'second_factor.gone';
      const writes = [db.secondFactor.note(id, before, session, confirmed), db.audit.entry('PROFILE', id, seen)];
      await db.commit(writes, undefined);
    },
  );
  forgetActor(id);
  return { confirmed };
};
