import { assertAllowed } from '#domain/shared/access/policies.ts';
import { accountEndpoints } from '#domain/team/account.endpoints.ts';
import { endSessions } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { sessions } from '#functions/team/repository/sessions.ts';
import { revokeAllSessions } from './revoke-all-sessions.ts';

/** Ends every session of the caller, this one too. */
export const signOutEverywhere = handler(
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
