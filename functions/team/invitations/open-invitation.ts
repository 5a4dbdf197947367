import { AppError, notFound } from '#domain/shared/contract/errors.ts';
import { teamMessages } from '#domain/team/team.rules.ts';
import { sha256 } from '#functions/platform/store/transactions/idempotency.ts';
import type { InvitationCard } from '#functions/team/repository/team.ts';

interface Cards {
  find(tokenHash: string): Promise<InvitationCard | undefined>;
}

/** Returns the open invitation of a token. Throws a 404 for an unknown token, a 410 for one that ended. */
export const openInvitation = async (
  cards: Cards,
  token: string,
  now: Date,
): Promise<{ card: InvitationCard; tokenHash: string }> => {
  const tokenHash = sha256(token);
  const card = await cards.find(tokenHash);
  if (!card) throw notFound();
  if (card.status === 'cancelled') throw new AppError('gone', { detail: teamMessages.invitationCancelled });
  if (card.status === 'accepted') throw new AppError('gone', { detail: teamMessages.invitationUsed });
  if (card.expires_at_instant < now.toISOString())
    throw new AppError('gone', { detail: teamMessages.invitationExpired });
  return { card, tokenHash };
};
