import { AppError, notFound } from '#domain/contract/errors.ts';
import { teamMessages } from '#domain/team/team.rules.ts';
import type { PublicContext } from '#functions/kernel/context.ts';
import type { InvitationCard } from '#functions/records/team.ts';
import { sha256 } from '#functions/store/idempotency.ts';

/** The open invitation behind a token. Throws 404 for a token that was never sent, 410 for one that is over. */
export const openInvitation = async (
  token: string,
  context: PublicContext,
): Promise<{ card: InvitationCard; tokenHash: string }> => {
  const tokenHash = sha256(token);
  const card = await context.invitationCard(tokenHash);
  if (!card) throw notFound();
  if (card.status === 'cancelled') throw new AppError('gone', { detail: teamMessages.invitationCancelled });
  if (card.status === 'accepted') throw new AppError('gone', { detail: teamMessages.invitationUsed });
  if (card.expires_at_instant < context.now.toISOString())
    throw new AppError('gone', { detail: teamMessages.invitationExpired });
  return { card, tokenHash };
};
