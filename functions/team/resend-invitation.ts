import { assertAllowed } from '#domain/shared/access/policies.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { teamMessages } from '#domain/team/team.rules.ts';
import { countMail } from '#functions/platform/api/count-mail.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { team } from '#functions/team/repository/team.ts';
import { inviterOf } from './cancel-invitations.ts';
import { presentInvitation } from './present-member.ts';
import { resendMail } from './shared/resend-mail.ts';

/** A new mail with a new link and seven new days, also for one that has expired; the old link ends. */
export const resendInvitation = handler(
  teamEndpoints.resendInvitation,
  { team },
  ({ params }, { db, work, actor, now, countAccepted }) =>
    work.attempt(
      () => db.team.requireInvitation(params.id),
      async (before) => {
        assertAllowed(actor, 'member:manage', { role: before.role, homeId: before.funeral_home_id });
        if (before.status !== 'pending')
          throw new AppError('conflict', {
            detail: before.status === 'accepted' ? teamMessages.invitationUsed : teamMessages.invitationCancelled,
          });
        const members = await db.team.members();
        if (members.some(({ email }) => email === before.email)) throw invalid({ email: [teamMessages.alreadyMember] });
        await countMail({ countAccepted }, actor.organizationId, before.email);
        const next = resendMail({ db, work, now }, before, inviterOf(actor));
        return work.finish(presentInvitation(next, now));
      },
    ),
);
