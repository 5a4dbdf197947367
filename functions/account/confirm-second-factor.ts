import { assertMay } from '#domain/access/policies.ts';
import { accountEndpoints } from '#domain/account/account.endpoints.ts';
import { AppError } from '#domain/contract/errors.ts';
import { handler } from '#functions/kernel/handler.ts';
import { hasAuthenticator } from '#functions/kernel/provisions.ts';
import { secondFactor } from '#functions/records/second-factor.ts';
import { retryOnConflict } from '#functions/store/retry-on-conflict.ts';

/**
 * Access tokens do not say whether a code was asked for, so the user pool is asked, with the caller's own session. An
 * app that is in use now was used in this sign-in or has just been set up in it; one that was turned off behind our
 * back is missed at the next sign-in, which has to be looked at anew (quality S-08).
 */
export const confirmSecondFactor = handler(
  accountEndpoints.confirmSecondFactor,
  { secondFactor, hasAuthenticator },
  async ({ params }, { db, work, actor, request, hasAuthenticator, forgetActor }) => {
    const { id, session } = actor;
    assertMay(actor, 'account:change', params);
    const confirmed = await hasAuthenticator(request.bearer);
    const answer = await retryOnConflict(
      () => db.secondFactor.signIns(id),
      async (before) => {
        // A sign-in from before a reset may still find the old app: it does not count, and ends.
        if (!(Number(session) > (before?.since ?? 0)))
          throw new AppError('unauthenticated', { reason: 'signed in before a reset' });
        if ((before?.sessions.includes(session) ?? false) === confirmed) return { confirmed };
        return work
          .add(db.secondFactor.note(id, before, session, confirmed))
          .audit(confirmed ? 'second_factor.confirmed' : 'second_factor.gone', id)
          .finish({ confirmed });
      },
    );
    forgetActor(id);
    return answer;
  },
);
