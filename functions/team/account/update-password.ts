import { assertAllowed } from '#domain/shared/access/policies.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { knownPassword } from '#domain/shared/values/known-passwords.ts';
import { confirmation } from '#domain/shared/values/password.ts';
import { accountEndpoints } from '#domain/team/account.endpoints.ts';
import { changePassword, endSessions } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { sessions } from '#functions/team/repository/sessions.ts';
import { revokeAllSessions } from './revoke-all-sessions.ts';

/**
 * The pool checks the current password, with the caller's own session; the attempt is on record before it is made. Every
 * session ends with the old password, this one too: it is how people get rid of somebody who knows it.
 */
export const updatePassword = handler(
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
