import { randomBytes } from 'node:crypto';
import type { Write } from '#functions/platform/store/table.ts';
import { sha256 } from '#functions/platform/store/transactions/idempotency.ts';
import type { InvitationRecord, Team } from './team.ts';

/** Only the response contains the token: no event, log or item does. The previous link ends. */
export const newInvitationLink = (
  team: Team,
  current: InvitationRecord,
  now: Date,
): { token: string; linked: InvitationRecord; writes: Write[] } => {
  const token = randomBytes(32).toString('base64url');
  const tokenHash = sha256(token);
  const { id: invitation_id, organization_id, organization_name, email, role } = current;
  const { funeral_home_id, funeral_home_name, expires_at_instant, invited_by } = current;
  const card = team.putCard(tokenHash, {
    invitation_id,
    organization_id,
    organization_name,
    email,
    role,
    funeral_home_id,
    funeral_home_name,
    expires_at_instant,
    status: 'open',
    ...(invited_by ? { invited_by } : {}),
  });
  return {
    token,
    linked: { ...current, token_hash: tokenHash, sent_at: now.toISOString() },
    writes: [card, ...(current.token_hash ? [team.removeCard(current.token_hash)] : [])],
  };
};
