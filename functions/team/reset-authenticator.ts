import { assertAllowed } from '#domain/shared/access/policies.ts';
import { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { secondFactor } from '#functions/team/repository/second-factor.ts';
import { secondOf } from '#functions/team/repository/sessions.ts';
import { team } from '#functions/team/repository/team.ts';
import { presentMember } from './present-member.ts';

/**
 * A member lost the phone that shows the codes. The user pool follows through the event, whose worker alone may do it;
 * the member hears of it by mail, whoever asked for it.
 */
export const resetAuthenticator = handler(
  teamEndpoints.resetAuthenticator,
  { team, organizations, secondFactor },
  ({ params }, { db, work, actor, now, forgetActor }) =>
    work.attempt(
      () => db.team.requireMember(params.id),
      async (member) => {
        const { id, role, status, funeral_home_id: homeId } = member;
        assertAllowed(actor, 'member:reset-authenticator', { id, role, homeId, status });
        const homes = await db.organizations.homes();
        const answer = await work
          .add(
            db.team.changeMember(member, { ...member, sessions_since: secondOf(now) }),
            db.secondFactor.forget(id, now),
          )
          .audit('member.authenticator_reset', id)
          .announce('member.authenticator-reset', id, { profile_id: id })
          .finish(presentMember(member, homes, actor));
        forgetActor(id);
        return answer;
      },
    ),
);
