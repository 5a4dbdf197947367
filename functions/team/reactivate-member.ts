import type { teamEndpoints } from '#domain/team/team.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { setMemberStatus } from './set-member-status.ts';

export const reactivateMember: Handler<typeof teamEndpoints.reactivateMember> = ({ params }, context) =>
  setMemberStatus(params.id, 'active', context);
