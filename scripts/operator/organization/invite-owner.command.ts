import * as z from 'zod';
import { inviteOwner, inviteOwnerByLink, OwnerToInvite } from '#functions/organizations/invite-owner.ts';
import { dataDirFromEnvironment, runningProduct } from '#local/data-dir.ts';
import { command, flag, text } from '../command.ts';
import { localTable } from '../local-product.ts';

function staffSite(): string {
  const url = process.env.TABLE_NAME ? process.env.STAFF_SITE_URL : runningProduct(dataDirFromEnvironment())?.staffUrl;
  if (url) return url.replace(/\/$/, '');
  throw new Error('Set STAFF_SITE_URL to the address of the staff site, the output StaffSiteUrl of the Edge stack.');
}

export const inviteOwnerCommand = command({
  name: 'invite-owner',
  options: { slug: text, email: text, 'show-link': flag },
  schema: OwnerToInvite.extend({ 'show-link': z.boolean().default(false) }),
  usage: `invite-owner --slug ADDRESS --email OWNER [--show-link]
  Invites an owner of the organization whose home has this public address; sends an open invitation again. With
  --show-link no mail is sent and the link is shown here, once: for a stage whose mail does not go out yet. Whoever has
  it becomes an owner; in AWS STAFF_SITE_URL says where it leads.`,
  async run({ 'show-link': showLink, ...wanted }) {
    const table = localTable();
    if (showLink) {
      const site = staffSite();
      const { invitation, token } = await inviteOwnerByLink(table, wanted, new Date());
      const until = invitation.expires_at_instant.slice(0, 10);
      return `${invitation.email} becomes an owner of ${invitation.organization_name} by this link, once, until ${until}:\n${site}/invitations/${token}`;
    }
    const { organization_name, email, mailing } = await inviteOwner(table, wanted, new Date());
    const ended = mailing > 1 ? ' The link before it has ended.' : '';
    return `An owner of ${organization_name} is invited: the mail to ${email} is on its way.${ended}`;
  },
});
