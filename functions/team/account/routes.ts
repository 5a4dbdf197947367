import { setTimeout as wait } from 'node:timers/promises';
import { assertAllowed } from '#domain/shared/access/policies.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import { knownPassword } from '#domain/shared/values/known-passwords.ts';
import { confirmation } from '#domain/shared/values/password.ts';
import { accountEndpoints } from '#domain/team/account.endpoints.ts';
import type { count } from '#functions/platform/adapters/metrics.ts';
import type { EndSessions } from '#functions/platform/adapters/user-pool.ts';
import { changePassword, endSessions, hasAuthenticator } from '#functions/platform/api/dependencies.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import { secondFactor, sessions, untilSignInCounts } from '../repository/second-factor.ts';

interface Context {
  endSessions: EndSessions;
  request: { bearer: string };
  count: typeof count;
  now: Date;
}

/**
 * The user pool follows what the table says already: no refresh, and nothing done at the pool with a token of before. A
 * pool that cannot be reached is counted and turns nobody back, as the table alone decides about calls. Answers when a
 * new sign-in counts.
 */
const revokeAllSessions = async ({ endSessions, request, count, now }: Context): Promise<void> => {
  const counts = wait(untilSignInCounts(now));
  await endSessions(request.bearer).catch(() => count('PoolSessionsLeft'));
  await counts;
};

/**
 * Access tokens do not say whether a code was asked for, so the user pool is asked, with the caller's own session,
 * whether there is an app. When it is seen for the first time, every session ends: none of them was asked for its code,
 * and one of them may be somebody's who knows the password alone. Sign-ins that begin later were asked (quality S-08).
 */
const confirmSecondFactor = handler(
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

/**
 * The pool checks the current password, with the caller's own session; the attempt is on record before it is made. Every
 * session ends with the old password, this one too: it is how people get rid of somebody who knows it.
 */
const updatePassword = handler(
  accountEndpoints.updatePassword,
  { sessions, changePassword, endSessions },
  async ({ params, body }, context) => {
    const { db, work, actor, request, now, changePassword, forgetActor } = context;
    const { id, sessionsSince } = actor;
    assertAllowed(actor, 'account:change', params);
    const { current_password, new_password, confirm_password } = body;
    const mismatch = confirm_password === undefined ? undefined : confirmation(new_password, confirm_password);
    if (mismatch) throw invalid({ confirm_password: [mismatch] });
    const known = knownPassword(new_password);
    if (known) throw invalid({ new_password: [known] });
    await work.audit('password.change-requested', id).step();
    await changePassword(request.bearer, current_password, new_password);
    const answer = await work
      .add(db.sessions.end(id, sessionsSince, now))
      .audit('password.changed', id)
      .finish({ success: true as const });
    forgetActor(id);
    await revokeAllSessions(context);
    return answer;
  },
);

/** Ends every session of the caller, this one too. */
const signOutEverywhere = handler(
  accountEndpoints.signOutEverywhere,
  { sessions, endSessions },
  async ({ params }, { db, work, actor, request, now, endSessions, count, forgetActor, setHeader }) => {
    const { id, sessionsSince } = actor;
    // Nothing of the session stays in the browser, whatever the page does (quality S-29).
    setHeader('clear-site-data', '"cache", "storage"');
    assertAllowed(actor, 'account:change', params);
    const answer = await work
      .add(db.sessions.end(id, sessionsSince, now))
      .audit('sessions.ended', id)
      .finish({ success: true as const });
    forgetActor(id);
    await revokeAllSessions({ endSessions, request, count, now });
    return answer;
  },
);

export const accountRoutes = routesOf(accountEndpoints, {
  updatePassword,
  confirmSecondFactor,
  signOutEverywhere,
});
