import { AppError } from '#domain/contract/errors.ts';
import type { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { mayManage, teamMessages } from '#domain/team/team.rules.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { onCurrent } from '#functions/store/on-current.ts';
import { presentMember } from './present-member.ts';

/**
 * A member lost the phone that shows the codes. The user pool follows through the event, whose worker alone may do it;
 * the member hears of it by mail, whoever asked for it.
 */
export const resetAuthenticator: Handler<typeof teamEndpoints.resetAuthenticator> = (
  { params },
  { db, actor, now, forgetActor },
) =>
  onCurrent(
    () => db.team.requireMember(params.id),
    async (member) => {
      const { id, role, status, funeral_home_id: homeId } = member;
      if (id === actor.id) throw new AppError('conflict', { detail: teamMessages.ownAuthenticator });
      if (!mayManage(actor, { role, homeId }))
        throw new AppError('forbidden', { detail: teamMessages.outsideYourHome });
      if (status !== 'active') throw new AppError('conflict', { detail: teamMessages.notActive });
      const answer = await db.commit(
        [
          db.team.stillAs(member),
          db.secondFactor.forget(id, now),
          db.audit.entry('PROFILE', id, 'member.authenticator_reset'),
          db.outbox.event('member.authenticator-reset', id, { profile_id: id }),
        ],
        presentMember(member, await db.organizations.homes(), actor),
      );
      forgetActor(id);
      return answer;
    },
  );
