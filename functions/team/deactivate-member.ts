import { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { secondFactor } from '#functions/team/repository/second-factor.ts';
import { team } from '#functions/team/repository/team.ts';
import { withdrawInvitationsOf } from './cancel-invitations.ts';
import { anotherOwner } from './require-another-owner.ts';
import { setMemberStatus } from './set-member-status.ts';

/** Ends access at once; no sign-in so far counts any more, should it be given again. */
export const deactivateMember = handler(
  teamEndpoints.deactivateMember,
  { team, organizations, secondFactor },
  ({ params }, context) =>
    setMemberStatus(
      context,
      params.id,
      'deactivated',
      async (before) => {
        const { id, role } = before;
        const { db, work, now } = context;
        const other = role === 'super_admin' ? await anotherOwner(db.team, id) : undefined;
        work
          .add(db.secondFactor.forget(id, now), other)
          .audit('member.deactivated', id, [{ field: 'status', from: 'active', to: 'deactivated' }])
          .announce('member.deactivated', id, { profile_id: id });
      },
      (next) => withdrawInvitationsOf(context, next),
    ),
);
