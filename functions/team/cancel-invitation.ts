import { AppError } from '#domain/contract/errors.ts';
import type { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { mayManage, teamMessages } from '#domain/team/team.rules.ts';
import type { Handler } from '#functions/kernel/context.ts';
import type { InvitationRecord } from '#functions/records/team.ts';
import { onCurrent } from '#functions/store/on-current.ts';
import { presentInvitation } from './present-member.ts';

/** Withdraws an invitation; its link says so from then on. */
export const cancelInvitation: Handler<typeof teamEndpoints.cancelInvitation> = ({ params }, { db, actor, now }) =>
  onCurrent(
    () => db.team.requireInvitation(params.id),
    async (before) => {
      if (!mayManage(actor, { role: before.role, homeId: before.funeral_home_id }))
        throw new AppError('forbidden', { detail: teamMessages.outsideYourHome });
      if (before.status === 'cancelled') return presentInvitation(before, now);
      if (before.status === 'accepted') throw new AppError('conflict', { detail: teamMessages.invitationUsed });
      const next: InvitationRecord = { ...before, status: 'cancelled' };
      return db.commit(
        [
          db.team.changeInvitation(before, next),
          ...(await db.team.letGoOfAddress(before)),
          ...(next.token_hash ? [db.team.closeCard(next.token_hash, 'cancelled')] : []),
          db.audit.entry('INVITATION', next.id, 'invitation.cancelled'),
          db.outbox.event('invitation.cancelled', next.id, { invitation_id: next.id }),
        ],
        presentInvitation(next, now),
      );
    },
  );
