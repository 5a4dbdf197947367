import { v7 as uuid } from 'uuid';
import { AppError, invalid } from '#domain/contract/errors.ts';
import { invitationEndpoints } from '#domain/team/team.endpoints.ts';
import { teamMessages } from '#domain/team/team.rules.ts';
import { confirmation } from '#domain/values/password.ts';
import { handler } from '#functions/kernel/handler.ts';
import { newUsers } from '#functions/kernel/provisions.ts';
import { type Profile, signIns } from '#functions/records/organizations.ts';
import { invitationCards, newMembers } from '#functions/records/team.ts';
import { openInvitation } from './open-invitation.ts';

const accountExists = () => new AppError('conflict', { detail: teamMessages.accountExists });

/**
 * Makes the invited person a member. The user comes first and the membership last, in one transaction that uses the
 * link up: when this dies in between, the link still works and takes over the user that has no membership yet. Holding
 * the mailed token proves the address.
 */
export const acceptInvitation = handler(
  invitationEndpoints.accept,
  { invitationCards, signIns, members: newMembers, newUsers },
  async ({ params, body }, { db: shared, within, newUsers, now }) => {
    const { card, tokenHash } = await openInvitation(shared.invitationCards, params.token, now);
    const { first_name, last_name, password, confirm_password } = body;
    const mismatch = confirm_password === undefined ? undefined : confirmation(password, confirm_password);
    if (mismatch) throw invalid({ confirm_password: [mismatch] });
    const { sub } = await newUsers.userOf(card.email);
    if (await shared.signIns.taken(sub)) {
      // It may be this very link that was used meanwhile, as by a second click: then that is the reason to tell.
      await openInvitation(shared.invitationCards, params.token, now);
      throw accountExists();
    }
    await newUsers.setPassword(card.email, password);
    const { invitation_id, organization_id, funeral_home_id, email, role } = card;
    const created_at = now.toISOString();
    const person = { sub, email, first_name, last_name, role, status: 'active' as const, created_at };
    const profile: Profile = { id: uuid(), organization_id, funeral_home_id, ...person };
    const { db, work } = within(organization_id);
    return work
      .add(
        db.members.useCard(tokenHash),
        db.members.join(profile, accountExists),
        db.members.markAccepted(invitation_id),
        db.members.freeAddress(email),
      )
      .audit('member.joined', profile.id, [{ field: 'role', from: null, to: role }])
      .audit('invitation.accepted', invitation_id)
      .announce('invitation.accepted', invitation_id, { invitation_id, profile_id: profile.id })
      .finish({ success: true as const, email });
  },
);
