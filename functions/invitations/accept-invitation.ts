import { v7 as uuid } from 'uuid';
import { AppError, invalid } from '#domain/contract/errors.ts';
import type { invitationEndpoints } from '#domain/team/team.endpoints.ts';
import { teamMessages } from '#domain/team/team.rules.ts';
import { confirmation } from '#domain/values/password.ts';
import type { Handler } from '#functions/kernel/context.ts';
import type { Profile } from '#functions/records/organizations.ts';
import { openInvitation } from './open-invitation.ts';

/**
 * Makes the invited person a member. The user comes first and the membership last, in one transaction that uses the
 * link up: when this dies in between, the link still works and takes over the user that has no membership yet. Holding
 * the mailed token proves the address.
 */
export const acceptInvitation: Handler<typeof invitationEndpoints.accept> = async ({ params, body }, context) => {
  const { card, tokenHash } = await openInvitation(params.token, context);
  const { first_name, last_name, password, confirm_password } = body;
  const mismatch = confirm_password === undefined ? undefined : confirmation(password, confirm_password);
  if (mismatch) throw invalid({ confirm_password: [mismatch] });
  const { sub } = await context.userPool.userOf(card.email);
  if (await context.subjectTaken(sub)) {
    // It may be this very link that was used meanwhile, as by a second click: then that is the reason to tell.
    await openInvitation(params.token, context);
    throw new AppError('conflict', { detail: teamMessages.accountExists });
  }
  await context.userPool.setPassword(card.email, password);
  const profile: Profile = {
    id: uuid(),
    organization_id: card.organization_id,
    funeral_home_id: card.funeral_home_id,
    sub,
    email: card.email,
    first_name,
    last_name,
    role: card.role,
    status: 'active',
    created_at: context.now.toISOString(),
  };
  const db = context.databaseOf(card.organization_id);
  const { invitation_id } = card;
  return db.commit(
    [
      db.team.useCard(tokenHash),
      ...db.team.join(profile, () => new AppError('conflict', { detail: teamMessages.accountExists })),
      db.team.markAccepted(invitation_id),
      db.team.freeAddress(card.email),
      db.audit.entry('PROFILE', profile.id, 'member.joined', [{ field: 'role', from: null, to: card.role }]),
      db.audit.entry('INVITATION', invitation_id, 'invitation.accepted'),
      db.outbox.event('invitation.accepted', invitation_id, { invitation_id, profile_id: profile.id }),
    ],
    { success: true as const, email: card.email },
  );
};
