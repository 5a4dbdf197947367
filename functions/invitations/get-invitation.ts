import type { invitationEndpoints } from '#domain/team/team.endpoints.ts';
import type { Handler } from '#functions/kernel/context.ts';
import { openInvitation } from './open-invitation.ts';

export const getInvitation: Handler<typeof invitationEndpoints.get> = async ({ params }, context) => {
  const { card } = await openInvitation(params.token, context);
  const { expires_at_instant: expires_at, ...rest } = card;
  return { ...rest, expires_at };
};
