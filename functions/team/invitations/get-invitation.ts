import { invitationEndpoints } from '#domain/team/team.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { invitationCards } from '#functions/team/repository/team.ts';
import { openInvitation } from './open-invitation.ts';

export const getInvitation = handler(invitationEndpoints.get, { invitationCards }, async ({ params }, { db, now }) => {
  const { card } = await openInvitation(db.invitationCards, params.token, now);
  const { expires_at_instant: expires_at, ...rest } = card;
  return { ...rest, expires_at };
});
