import { AppError, invalid } from '#domain/contract/errors.ts';
import type { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { assignableRoles, mayManage, teamMessages } from '#domain/team/team.rules.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { changesBetween } from '#functions/store/audit.ts';
import { onCurrent } from '#functions/store/on-current.ts';
import { anotherOwner } from './another-owner.ts';
import { presentMember } from './present-member.ts';

/** Another role or home for a member. It acts at once: sessions read the profile, not the token (quality S-05). */
export const changeMember: Handler<typeof teamEndpoints.changeMember> = (
  { params, body },
  { db, actor, forgetActor },
) =>
  onCurrent(
    () => db.team.requireMember(params.id),
    async (before) => {
      const homes = await db.organizations.homes();
      const next = {
        ...before,
        role: body.role ?? before.role,
        funeral_home_id: body.funeral_home ?? before.funeral_home_id,
      };
      if (!homes.some(({ id }) => id === next.funeral_home_id))
        throw invalid({ funeral_home: ['Funeral home not found'] });
      for (const { role, funeral_home_id: homeId } of [before, next])
        if (!mayManage(actor, { role, homeId }))
          throw new AppError('forbidden', { detail: teamMessages.outsideYourHome });
      if (!assignableRoles(actor).includes(next.role)) throw new AppError('forbidden');
      const changes = changesBetween({ ...before }, { ...next });
      if (changes.length === 0) return presentMember(before, homes, actor);
      const demoted = before.role === 'super_admin' && next.role !== 'super_admin';
      const answer = await db.commit(
        [
          db.team.changeMember(before, next),
          ...(demoted ? [await anotherOwner(db, before.id)] : []),
          db.audit.entry('PROFILE', next.id, 'member.changed', changes),
          db.outbox.event('member.changed', next.id, { profile_id: next.id }),
        ],
        presentMember(next, homes, actor),
      );
      forgetActor(next.id);
      return answer;
    },
  );
