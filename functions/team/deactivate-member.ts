import type { teamEndpoints } from '#domain/team/team.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { setMemberStatus } from './set-member-status.ts';

export const deactivateMember: Handler<typeof teamEndpoints.deactivateMember> = ({ params }, context) =>
  setMemberStatus(params.id, 'deactivated', context);
