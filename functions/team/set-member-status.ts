import { AppError } from '#domain/contract/errors.ts';
import type { TeamMember } from '#domain/team/team.endpoints.ts';
import { mayManage, teamMessages } from '#domain/team/team.rules.ts';
import type { StaffContext } from '#functions/kernel/context.ts';
import type { Profile } from '#functions/records/organizations.ts';
import { onCurrent } from '#functions/store/on-current.ts';
import { anotherOwner } from './another-owner.ts';
import { presentMember } from './present-member.ts';

/** Ends or restores access. The profile decides at once; the user pool follows through the event. */
export const setMemberStatus = (
  id: string,
  status: Profile['status'],
  { db, actor, now, forgetActor }: StaffContext,
): Promise<TeamMember> =>
  onCurrent(
    () => db.team.requireMember(id),
    async (before) => {
      const homes = await db.organizations.homes();
      if (id === actor.id) throw new AppError('conflict', { detail: teamMessages.notYourself });
      if (!mayManage(actor, { role: before.role, homeId: before.funeral_home_id }))
        throw new AppError('forbidden', { detail: teamMessages.outsideYourHome });
      if (before.status === status) return presentMember(before, homes, actor);
      const leaving = status === 'deactivated' && before.role === 'super_admin';
      const next: Profile = { ...before, status };
      const name = status === 'deactivated' ? 'member.deactivated' : 'member.reactivated';
      const answer = await db.commit(
        [
          db.team.changeMember(before, next),
          ...(status === 'deactivated' ? [db.secondFactor.forget(id, now)] : []),
          ...(leaving ? [await anotherOwner(db, id)] : []),
          db.audit.entry('PROFILE', id, name, [{ field: 'status', from: before.status, to: status }]),
          db.outbox.event(name, id, { profile_id: id }),
        ],
        presentMember(next, homes, actor),
      );
      forgetActor(id);
      return answer;
    },
  );
