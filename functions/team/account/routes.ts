import { setTimeout as wait } from 'node:timers/promises';
import { assertAllowed } from '#domain/registry/policies.ts';
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

/** The table already decides about calls, so an unavailable user pool is only counted. */
const revokeAllSessions = async ({ endSessions, request, count, now }: Context): Promise<void> => {
  const counts = wait(untilSignInCounts(now));
  await endSessions(request.bearer).catch(() => count('PoolSessionsLeft'));
  await counts;
};

/**
 * Tokens do not show whether a code was used. When the user pool first reports an app, every session ends, because
 * none used its code (quality S-08).
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
        // A sign-in from before a reset may still find the old app.
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
 * Audited before the user pool checks it. Every session ends, because one may belong to someone who knows the old
 * password.
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

const signOutEverywhere = handler(
  accountEndpoints.signOutEverywhere,
  { sessions, endSessions },
  async ({ params }, { db, work, actor, request, now, endSessions, count, forgetActor, setHeader }) => {
    const { id, sessionsSince } = actor;
    // Deletes the session from the browser, whatever the page does (quality S-29).
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
