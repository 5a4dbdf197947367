import { assertAllowed } from '#domain/shared/access/policies.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { accountEndpoints } from '#domain/team/account.endpoints.ts';
import { endSessions, hasAuthenticator } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { secondFactor } from '#functions/team/repository/second-factor.ts';
import { sessions } from '#functions/team/repository/sessions.ts';
import { revokeAllSessions } from './revoke-all-sessions.ts';

/**
 * Access tokens do not say whether a code was asked for, so the user pool is asked, with the caller's own session,
 * whether there is an app. When it is seen for the first time, every session ends: none of them was asked for its code,
 * and one of them may be somebody's who knows the password alone. Sign-ins that begin later were asked (quality S-08).
 */
export const confirmSecondFactor = handler(
  accountEndpoints.confirmSecondFactor,
  { secondFactor, sessions, hasAuthenticator, endSessions },
  async ({ params }, { db, work, actor, request, now, hasAuthenticator, endSessions, count, forgetActor }) => {
    const { id, session } = actor;
    assertAllowed(actor, 'account:change', params);
    const inUse = await hasAuthenticator(request.bearer);
    const answer = await work.attempt(
      () => db.secondFactor.read(id),
      async (read) => {
        const { app, since, sessions: known } = read.signIns;
        // A sign-in from before a reset may still find the old app: it does not count, and ends.
        if (!(Number(session) > since)) throw new AppError('unauthenticated', { reason: 'signed in before a reset' });
        if (!inUse) {
          const none = { confirmed: false, sign_in_again: false };
          if (!app && known.length === 0) return none;
          return work.add(db.secondFactor.gone(id, read)).audit('second_factor.gone', id).finish(none);
        }
        if (!app) {
          return work
            .add(db.secondFactor.begin(id, read, now), db.sessions.end(id, actor.sessionsSince, now))
            .audit('second_factor.set_up', id)
            .finish({ confirmed: false, sign_in_again: true });
        }
        const confirmed = { confirmed: true, sign_in_again: false };
        if (known.includes(session)) return confirmed;
        return work
          .add(db.secondFactor.confirm(id, read, session))
          .audit('second_factor.confirmed', id)
          .finish(confirmed);
      },
    );
    forgetActor(id);
    if (answer.sign_in_again) await revokeAllSessions({ endSessions, request, count, now });
    return answer;
  },
);
