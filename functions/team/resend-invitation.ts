import { AppError, invalid } from '#domain/contract/errors.ts';
import type { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { mayManage, teamMessages } from '#domain/team/team.rules.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { mailAgain } from '#functions/records/mail-again.ts';
import { onCurrent } from '#functions/store/on-current.ts';
import { presentInvitation } from './present-member.ts';

/** A new mail with a new link and seven new days, also for one that has expired; the old link ends. */
export const resendInvitation: Handler<typeof teamEndpoints.resendInvitation> = ({ params }, { db, actor, now }) =>
  onCurrent(
    () => db.team.requireInvitation(params.id),
    async (before) => {
      if (!mayManage(actor, { role: before.role, homeId: before.funeral_home_id }))
        throw new AppError('forbidden', { detail: teamMessages.outsideYourHome });
      if (before.status !== 'pending')
        throw new AppError('conflict', {
          detail: before.status === 'accepted' ? teamMessages.invitationUsed : teamMessages.invitationCancelled,
        });
      const members = await db.team.members();
      if (members.some(({ email }) => email === before.email)) throw invalid({ email: [teamMessages.alreadyMember] });
      const { next, writes } = mailAgain(db, before, now);
      return db.commit(writes, presentInvitation(next, now));
    },
  );
