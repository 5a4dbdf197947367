import { assertAllowed } from '#domain/shared/access/policies.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { teamMessages } from '#domain/team/team.rules.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { team } from '#functions/team/repository/team.ts';
import { withdraw } from './cancel-invitations.ts';
import { presentInvitation } from './present-member.ts';

/** Withdraws an invitation; its link says so from then on. */
export const cancelInvitation = handler(
  teamEndpoints.cancelInvitation,
  { team },
  ({ params }, { db, work, actor, now }) =>
    work.attempt(
      () => db.team.requireInvitation(params.id),
      async (before) => {
        assertAllowed(actor, 'member:manage', { role: before.role, homeId: before.funeral_home_id });
        if (before.status === 'cancelled') return presentInvitation(before, now);
        if (before.status === 'accepted') throw new AppError('conflict', { detail: teamMessages.invitationUsed });
        const next = await withdraw(db.team, work, before);
        return work.finish(presentInvitation(next, now));
      },
    ),
);
