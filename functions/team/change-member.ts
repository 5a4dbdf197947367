import { assertAllowed } from '#domain/shared/access/policies.ts';
import { isDemotion } from '#domain/shared/access/roles.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { organizations, type Profile } from '#functions/organizations/repository/organizations.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { changesBetween } from '#functions/platform/store/audit/audit-log.ts';
import { team } from '#functions/team/repository/team.ts';
import { anotherOwner, withdrawInvitationsOf } from './cancel-invitations.ts';
import { presentMember } from './present-member.ts';
import { secondOf } from './repository/second-factor.ts';

/** Effective at once: sessions read the profile, not the token (quality S-05). */
export const changeMember = handler(
  teamEndpoints.changeMember,
  { team, organizations },
  ({ params, body }, { db, work, actor, now, forgetActor }) =>
    work.attempt(
      () => db.team.requireMember(params.id),
      async (before) => {
        const homes = await db.organizations.homes();
        const next: Profile = {
          ...before,
          role: body.role ?? before.role,
          funeral_home_id: body.funeral_home ?? before.funeral_home_id,
        };
        if (!homes.some(({ id }) => id === next.funeral_home_id))
          throw invalid({ funeral_home: ['Funeral home not found'] });
        for (const { role, funeral_home_id: homeId } of [before, next])
          assertAllowed(actor, 'member:manage', { role, homeId });
        assertAllowed(actor, 'member:give-role', { role: next.role });
        const changes = changesBetween({ ...before }, { ...next });
        if (changes.length === 0) return presentMember(before, homes, actor);
        const ownerNoMore = before.role === 'super_admin' && next.role !== 'super_admin';
        const otherOwner = ownerNoMore ? await anotherOwner(db.team, before.id) : undefined;
        // With fewer rights every session ends, because open tabs show data that is now forbidden.
        if (isDemotion(before.role, next.role)) next.sessions_since = secondOf(now);
        const answer = await work
          .add(db.team.changeMember(before, next), otherOwner)
          .audit('member.changed', next.id, changes)
          .announce('member.changed', next.id, { profile_id: next.id })
          .finish(presentMember(next, homes, actor));
        forgetActor(next.id);
        await withdrawInvitationsOf({ db, work }, next);
        return answer;
      },
    ),
);
