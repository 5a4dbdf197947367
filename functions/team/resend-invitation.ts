import { AppError, invalid } from '#domain/contract/errors.ts';
import type { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { invitationEnd, mayManage, teamMessages } from '#domain/team/team.rules.ts';
import { onCurrent } from '#functions/data/on-current.ts';
import type { InvitationRecord } from '#functions/data/team.ts';
import type { Handler } from '#functions/kernel/context.ts';
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
      const next: InvitationRecord = {
        ...before,
        sent_at: null,
        expires_at_instant: invitationEnd(now),
        mailing: before.mailing + 1,
      };
      const { id, mailing } = next;
      return db.commit(
        [
          db.team.changeInvitation(before, next),
          db.team.holdAddress(next, now, () => invalid({ email: [teamMessages.alreadyInvited] })),
          db.audit.entry('INVITATION', id, 'invitation.resent'),
          db.outbox.event('invitation.resent', id, { invitation_id: id, mailing }),
        ],
        presentInvitation(next, now),
      );
    },
  );
