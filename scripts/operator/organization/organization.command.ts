import * as z from 'zod';
import {
  AdditionalHome,
  AllowedAddress,
  addHome,
  allowAddress,
  createOrganization,
  forgetSubject,
  inviteOwner,
  inviteOwnerByLink,
  NewOrganization,
  OwnerToInvite,
  SubjectToForget,
} from '#functions/organizations/create-organization.ts';
import { dataDirFromEnvironment, runningProduct } from '#local/data-dir.ts';
import { command, flag, text, UsageError, underscored } from '../command.ts';
import { localTable } from '../local-product.ts';

export const addHomeCommand = command({
  name: 'add-home',
  options: { beside: text, home: text, slug: text, 'time-zone': text, 'allow-look-alike': flag },
  schema: z.preprocess(underscored, AdditionalHome),
  usage: `add-home --beside ADDRESS --home NAME --slug ADDRESS [--time-zone ZONE] [--allow-look-alike]
  Adds a funeral home to the organization of the one beside it.`,
  async run(wanted) {
    const { name, slug } = await addHome(localTable(), wanted, new Date());
    return `${name} is there. Families find it at /${slug}; owners see it under Settings, Funeral homes.`;
  },
});

export const allowAddressCommand = command({
  name: 'allow-address',
  options: { beside: text, slug: text },
  schema: AllowedAddress,
  usage: `allow-address --beside ADDRESS --slug ADDRESS
  Lets the organization of the home beside it give one of its homes this address, although it looks like another
  organization's: for whoever has shown that the name is theirs.`,
  async run(wanted) {
    const name = await allowAddress(localTable(), wanted, new Date());
    return `${name} may give one of its homes the address /${wanted.slug}, under Settings, Funeral homes.`;
  },
});

/** Local products have no authenticator app by default. */
const defaults = () => ({ second_factor: process.env.TABLE_NAME ? 'everybody' : 'optional' });

export const createOrganizationCommand = command({
  name: 'create-organization',
  options: {
    name: text,
    home: text,
    slug: text,
    email: text,
    'time-zone': text,
    'second-factor': text,
    'allow-look-alike': flag,
  },
  schema: z.preprocess((typed) => ({ ...defaults(), ...underscored(typed) }), NewOrganization),
  usage: `create-organization --name NAME --home NAME --slug ADDRESS --email OWNER [--time-zone ZONE]
                    [--second-factor optional|administrators|everybody] [--allow-look-alike]
  Creates an organization with its first funeral home, and invites its first owner by mail. Whether owners and
  administrators need an authenticator app at sign-in: in AWS they do unless told otherwise, here they do not. An address
  that looks like another organization's is refused, unless --allow-look-alike says that this is meant.`,
  async run(wanted) {
    await createOrganization(localTable(), wanted, new Date());
    return `${wanted.name} is there. Its owner is invited: the mail to ${wanted.email} is on its way.`;
  },
});

export const forgetCommand = command({
  name: 'forget',
  options: { slug: text, kind: text, id: text },
  schema: SubjectToForget,
  usage: `forget --slug ADDRESS --kind customer|submission|first-call|case --id ID
  Forgets what the history of a deleted record says of people, for good: the home has asked for it in writing. Who did
  what and when stays, and so does the proof of it. A case that was arranged is kept for a year (16 CFR 453.6). Backups
  hold what was there for 35 days more.`,
  async run(wanted) {
    const { organization, forgotten, inClear } = await forgetSubject(localTable(), wanted, new Date());
    const left = inClear ? ` ${inClear} entries of an earlier release say something in clear and stay.` : '';
    return `What ${forgotten} entries of ${organization} said of people is forgotten.${left}`;
  },
});

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

export const organizationCommand = command({
  name: 'organization',
  options: {},
  word: true,
  schema: z.object({}),
  usage: `organization ADDRESS
  Says how an organization stands, without anything that its families or people have entered: set-up, homes, members by
  role, connections, partners, work under way, limits in use, the audit trail. That it was looked at is on record.`,
  async run(_asked, slug) {
    if (!slug) throw new UsageError('Public address is required');
    // Loaded only by this command: all others start faster.
    const { organizationLines } = await import('./organization-lines.ts');
    return (await organizationLines(localTable(), slug, new Date())).join('\n');
  },
});
