import { v7 as uuid } from 'uuid';
import * as z from 'zod';
import { invalid } from '#domain/contract/errors.ts';
import { FuneralHomeChange, reservedSlugs } from '#domain/funeral-homes/funeral-home.schema.ts';
import { invitationEnd } from '#domain/team/team.rules.ts';
import { emailAddress } from '#domain/values/email.ts';
import { lineUpTo } from '#domain/values/text.ts';
import { required } from '#domain/values/when-given.ts';
import { databaseOf } from '#functions/data/database.ts';
import type { HomeRecord } from '#functions/data/organizations.ts';
import type { Table } from '#functions/data/table.ts';
import type { InvitationRecord } from '#functions/data/team.ts';

const { slug, time_zone } = FuneralHomeChange.shape;

/** What an operator says of a new organization. */
export const NewOrganization = z.object({
  name: required(lineUpTo('Name', 100), 'Name is required'),
  home: required(lineUpTo('Home', 100), 'Home is required'),
  slug: slug.unwrap(),
  email: required(emailAddress, 'Email is required'),
  time_zone: time_zone.unwrap().default('America/New_York'),
});
export type NewOrganization = z.output<typeof NewOrganization>;

/** Initials of the home as the prefix of its case numbers: "Harbor Light Funeral Home" gives HLFH. */
const prefixOf = (home: string): string =>
  home
    .split(/[^A-Za-z0-9]+/)
    .map(([first = '']) => first.toUpperCase())
    .join('')
    .slice(0, 4) || 'C';

const newHome = (
  organizationId: string,
  { home, slug: address, email, time_zone: zone }: NewOrganization,
): HomeRecord => ({
  id: uuid(),
  organization_id: organizationId,
  name: home,
  slug: address,
  former_slugs: [],
  logo_url: null,
  phone: null,
  emergency_phone: null,
  address: '',
  city: '',
  state: '',
  zip_code: '',
  license_number: '',
  time_zone: zone,
  condolence_message: null,
  include_territories: false,
  notification_emails: [email],
  case_numbering: { prefix: prefixOf(home), padding: 4 },
  version: 1,
});

const ownersInvitation = (home: HomeRecord, { name, email }: NewOrganization, now: Date): InvitationRecord => ({
  id: uuid(),
  organization_id: home.organization_id,
  organization_name: name,
  email,
  role: 'super_admin',
  funeral_home_id: home.id,
  funeral_home_name: home.name,
  status: 'pending',
  invited_by_name: 'Stillwater',
  created_at: now.toISOString(),
  sent_at: null,
  expires_at_instant: invitationEnd(now),
  mailing: 1,
  token_hash: null,
});

/**
 * An organization with its first home and the invitation of its first owner, in one transaction; the mail goes out
 * through the event, as every invitation's does. Throws a 400 when the public address is taken.
 */
export const createOrganization = async (
  table: Table,
  wanted: NewOrganization,
  now: Date,
): Promise<{ organizationId: string; invitationId: string }> => {
  if (reservedSlugs.includes(wanted.slug)) throw invalid({ slug: ['This public address is reserved'] });
  const id = uuid();
  const trace = { actor: { id: null, name: 'System', role: null } as const, ip: null, requestId: 'operator', now };
  const db = databaseOf(table, id, trace);
  const home = newHome(id, wanted);
  const invitation = ownersInvitation(home, wanted, now);
  const taken = () => invalid({ slug: ['This public address is already taken'] });
  await db.commit(
    [
      db.organizations.putOrganization({ id, name: wanted.name }),
      ...db.organizations.createHome(home, taken),
      db.team.createInvitation(invitation),
      db.team.holdAddress(invitation, now, taken),
      db.audit.entry('ORGANIZATION', id, 'organization.created'),
      db.audit.entry('INVITATION', invitation.id, 'invitation.created'),
      db.outbox.event('invitation.created', invitation.id, { invitation_id: invitation.id, mailing: 1 }),
    ],
    undefined,
  );
  return { organizationId: id, invitationId: invitation.id };
};
