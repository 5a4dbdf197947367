import * as z from 'zod';
import { invalid } from '#domain/shared/contract/errors.ts';
import { emailAddress } from '#domain/shared/values/email.ts';
import { required } from '#domain/shared/values/required.ts';
import { invitationEnd, teamMessages } from '#domain/team/team.rules.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { createTeamRepository, type InvitationRecord, newInvitationLink } from '#functions/team/repository/team.ts';
import { resendMail } from '#functions/team/shared/resend-mail.ts';
import { operatorWork, organizationAt, ownerInvitation } from './create-organization.ts';

export const OwnerToInvite = z.object({
  slug: z.string('Public address is required'),
  email: required(emailAddress, 'Email is required'),
});
export type OwnerToInvite = z.output<typeof OwnerToInvite>;

/** Throws a 400 for an unknown public address, and for a member. */
const invitationOf = async (table: Table, { slug, email }: OwnerToInvite, now: Date) => {
  const { organization, home } = await organizationAt(table, slug);
  const team = createTeamRepository(table, keysOf(organization.id));
  const work = operatorWork(table, organization.id, now);
  const [members, invitations] = await Promise.all([team.members(), team.invitations()]);
  if (members.some((member) => member.email === email)) throw invalid({ email: [teamMessages.alreadyMember] });
  const open = invitations.find(
    (invitation) => invitation.email === email && invitation.role === 'super_admin' && invitation.status === 'pending',
  );
  return { team, work, open, fresh: ownerInvitation(organization, home, email, now) };
};

/** Sends an open invitation again. Throws as {@link invitationOf}. */
export const inviteOwner = async (table: Table, wanted: OwnerToInvite, now: Date): Promise<InvitationRecord> => {
  const { team, work, open, fresh } = await invitationOf(table, wanted, now);
  if (open) return work.finish(resendMail({ db: { team }, work, now }, open, null));
  return work
    .add(team.createInvitation(fresh), team.holdAddress(fresh, now))
    .audit('invitation.created', fresh.id, [{ field: 'role', from: null, to: fresh.role }])
    .announce('invitation.created', fresh.id, { invitation_id: fresh.id, mailing: 1 })
    .finish(fresh);
};

/** Returns the link's token, without an email: links of earlier emails end. Throws as {@link invitationOf}. */
export const inviteOwnerByLink = async (
  table: Table,
  wanted: OwnerToInvite,
  now: Date,
): Promise<{ invitation: InvitationRecord; token: string }> => {
  const { team, work, open, fresh } = await invitationOf(table, wanted, now);
  const renewed = open && {
    ...open,
    invited_by: null,
    mailing: open.mailing + 1,
    expires_at_instant: invitationEnd(now),
  };
  const { token, linked, writes } = newInvitationLink(team, renewed ?? fresh, now);
  return work
    .add(open ? team.changeInvitation(open, linked) : team.createInvitation(linked))
    .add(team.holdAddress(linked, now), writes)
    .audit(open ? 'invitation.resent' : 'invitation.created', linked.id)
    .finish({ invitation: linked, token });
};
