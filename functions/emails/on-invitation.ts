import { roleLabels } from '#domain/shared/access/roles.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Delivery } from '#functions/platform/workers/worker.ts';
import { newInvitationLink } from '#functions/team/repository/invitation-link.ts';
import { createTeamRepository, type InvitationRecord } from '#functions/team/repository/team.ts';
import { type MailContent, oneLine } from './mail-content.ts';
import { type NotifyDependencies, sendMail } from './send-mail.ts';

/** The mail with the secret link. */
const invitationMail = (invitation: InvitationRecord, link: string): MailContent => ({
  to: [invitation.email],
  subject: `You are invited to ${oneLine(invitation.organization_name)} on Stillwater`,
  text: [
    `${oneLine(invitation.invited_by_name)} invites you to work with ${oneLine(invitation.organization_name)} on Stillwater, at ${oneLine(invitation.funeral_home_name)}, as ${roleLabels[invitation.role].toLowerCase()}.`,
    '',
    'Choose your name and password here:',
    link,
    '',
    'The link works once and ends after seven days. If you did not expect this mail, you can ignore it.',
  ].join('\n'),
});

/**
 * Sends an invitation. The token is made here, kept as a hash, and stands in the mail alone: no event, log or answer
 * ever holds it. A mail that has to be sent again gets a new link, and the one before it ends.
 */
export const onInvitation =
  (dependencies: NotifyDependencies) =>
  async ({ envelope }: Delivery<'invitation.created' | 'invitation.resent'>): Promise<void> => {
    const { table, now, staffSiteUrl } = dependencies;
    const { organization_id: organizationId, payload } = envelope;
    const team = createTeamRepository(table, keysOf(organizationId));
    const current = await team.invitation(payload.invitation_id);
    // Cancelled, accepted or sent again meanwhile: this mail has no business any more.
    if (current?.status !== 'pending' || current.mailing !== payload.mailing) return;
    const compose = async () => {
      const { token, linked, writes } = newInvitationLink(team, current, now());
      await table.transact([team.changeInvitation(current, linked), ...writes]);
      return invitationMail(linked, `${staffSiteUrl}/invitations/${token}`);
    };
    await sendMail(dependencies, envelope, 'invitation', compose, { record: current.id, version: current.mailing });
  };
