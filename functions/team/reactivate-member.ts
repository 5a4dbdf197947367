import { teamEndpoints } from '#domain/team/team.endpoints.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { team } from '#functions/team/repository/team.ts';
import { setMemberStatus } from './set-member-status.ts';

/** Gives access again. */
export const reactivateMember = handler(
  teamEndpoints.reactivateMember,
  { team, organizations },
  ({ params }, context) =>
    setMemberStatus(context, params.id, 'active', async ({ id }) => {
      context.work
        .audit('member.reactivated', id, [{ field: 'status', from: 'deactivated', to: 'active' }])
        .announce('member.reactivated', id, { profile_id: id });
    }),
);
