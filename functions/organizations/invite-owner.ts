import * as z from 'zod';
import { invalid } from '#domain/contract/errors.ts';
import { teamMessages } from '#domain/team/team.rules.ts';
import { emailAddress } from '#domain/values/email.ts';
import { required } from '#domain/values/presence.ts';
import { type InvitationRecord, teamIn } from '#functions/records/team.ts';
import { keysOf } from '#functions/store/keys.ts';
import type { Table } from '#functions/store/table.ts';
import { resendMail } from '#functions/team/shared/resend-mail.ts';
import { operatorWork } from './operator-work.ts';
import { organizationAt } from './organization-at.ts';
import { ownerInvitation } from './owner-invitation.ts';

/** Whom an operator invites as an owner, and by the public address of a home, to what organization. */
export const OwnerToInvite = z.object({
  slug: z.string('Public address is required'),
  email: required(emailAddress, 'Email is required'),
});
export type OwnerToInvite = z.output<typeof OwnerToInvite>;

const alreadyInvited = () => invalid({ email: [teamMessages.alreadyInvited] });

/**
 * Invites an owner of an organization that is there: the first one, whose link has ended with nobody inside who could
 * send another, or a new one. An open invitation to the same address is sent again. Throws a 400 for a public address
 * without a home, and for somebody who is a member already.
 */
export const inviteOwner = async (table: Table, wanted: OwnerToInvite, now: Date): Promise<InvitationRecord> => {
  const { organization, home } = await organizationAt(table, wanted.slug);
  const db = { team: teamIn(table, keysOf(organization.id)) };
  const work = operatorWork(table, organization.id, now);
  const [members, invitations] = await Promise.all([db.team.members(), db.team.invitations()]);
  const { email } = wanted;
  if (members.some((member) => member.email === email)) throw invalid({ email: [teamMessages.alreadyMember] });
  const open = invitations.find((one) => one.email === email && one.role === 'super_admin' && one.status === 'pending');
  if (open) return work.finish(resendMail({ db, work, now }, open, null));
  const invitation = ownerInvitation(organization, home, email, now);
  const { id } = invitation;
  return work
    .add(db.team.createInvitation(invitation), db.team.holdAddress(invitation, now, alreadyInvited))
    .audit('invitation.created', id, [{ field: 'role', from: null, to: invitation.role }])
    .announce('invitation.created', id, { invitation_id: id, mailing: 1 })
    .finish(invitation);
};
