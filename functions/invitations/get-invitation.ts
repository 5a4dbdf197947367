import { invitationEndpoints } from '#domain/team/team.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { invitationCards } from '#functions/records/team/team.ts';
import { openInvitation } from './open-invitation.ts';

export const getInvitation = handler(invitationEndpoints.get, { invitationCards }, async ({ params }, { db, now }) => {
  const { card } = await openInvitation(db.invitationCards, params.token, now);
  const { expires_at_instant: expires_at, ...rest } = card;
  return { ...rest, expires_at };
});
