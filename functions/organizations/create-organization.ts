import { v7 as uuid } from 'uuid';
import * as z from 'zod';
import { FuneralHomeChange, reservedSlugs } from '#domain/organizations/funeral-home.schema.ts';
import { organizationName, secondFactor } from '#domain/organizations/organization.endpoints.ts';
import { erasableKinds, erasureBlockedReason, forgettableKinds } from '#domain/privacy/erasure.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { emailAddress } from '#domain/shared/values/email.ts';
import { required } from '#domain/shared/values/required.ts';
import { linkFreeName } from '#domain/shared/values/text.ts';
import { invitationEnd, teamMessages } from '#domain/team/team.rules.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { registerOrganization } from '#functions/platform/store/organization-registry.ts';
import type { Table, Write } from '#functions/platform/store/table.ts';
import { UnitOfWork } from '#functions/platform/store/transactions/unit-of-work.ts';
import {
  createTeamRepository,
  type InvitationRecord,
  newInvitation,
  newInvitationLink,
} from '#functions/team/repository/team.ts';
import { resendMail } from '#functions/team/shared/resend-mail.ts';
import { countErasableEntries, histories } from './repository/histories.ts';
import { allowedAddress, type HomeRecord, publicHomeProfile } from './repository/homes.ts';
import { createOrganizationRepository, type Organization, type Organizations } from './repository/organizations.ts';

const { slug, time_zone } = FuneralHomeChange.shape;

export const NewHome = z.object({
  home: required(linkFreeName('Home', 100), 'Home is required'),
  slug: slug.unwrap(),
  time_zone: time_zone.unwrap().default('America/New_York'),
  /** An operator confirmed an address similar to another organization's. */
  allow_look_alike: z.boolean().optional(),
});
type NewHome = z.output<typeof NewHome>;

/**
 * HLFH for "Harbor Light Funeral Home", HLFH2 if taken: receipts are numbered per home, so a shared prefix would
 * repeat numbers.
 */
const prefixOf = (home: string, taken: readonly string[]): string => {
  const initials =
    home
      .split(/[^A-Za-z0-9]+/)
      .map(([first = '']) => first.toUpperCase())
      .join('')
      .slice(0, 4) || 'C';
  let prefix = initials;
  for (let n = 2; taken.includes(prefix); n++) prefix = `${initials}${n}`;
  return prefix;
};

/** Throws a 400 for a reserved public address. */
const newHome = (
  organizationId: string,
  { home, slug: address, time_zone: zone }: NewHome,
  notificationEmails: readonly string[],
  takenPrefixes: readonly string[] = [],
): HomeRecord => {
  if (reservedSlugs.includes(address)) throw invalid({ slug: ['This public address is reserved'] });
  return {
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
    sales_tax_rate: '',
    services_tax_rate: '',
    special_charges_tax_rate: '',
    packages_tax_rate: '',
    cash_advances_tax_rate: '',
    tax_package_merchandise: false,
    contract_follows_statement: false,
    signature_reminders: 'every_three_days',
    condolence_message: null,
    include_territories: false,
    notification_emails: [...notificationEmails],
    case_numbering: { prefix: prefixOf(home, takenPrefixes), padding: 4 },
    version: 1,
  };
};

const addressWrites = (
  homes: Pick<Organizations, 'holdLook'>,
  home: HomeRecord,
  { allow_look_alike }: Pick<NewHome, 'allow_look_alike'>,
): Promise<Write[]> =>
  allow_look_alike ? Promise.resolve([allowedAddress(home.slug, home.organization_id)]) : homes.holdLook(home);

/** Returns the home with a public address and its organization. Throws a 400 when there is none. */
export const organizationAt = async (
  table: Table,
  slug: string,
): Promise<{ organization: Organization; home: HomeRecord }> => {
  const card = await publicHomeProfile(table, slug);
  const organizations = card && createOrganizationRepository(table, keysOf(card.organization_id));
  const [organization, home] = await Promise.all([
    organizations?.organization(),
    card && organizations?.home(card.funeral_home_id),
  ]);
  if (!organization || !home) throw invalid({ slug: [`No funeral home has the public address ${slug}`] });
  return { organization, home };
};

/** The audit log names the system as the actor of an operator's change. */
export const operatorWork = (table: Table, organizationId: string, now: Date): UnitOfWork =>
  new UnitOfWork(table, keysOf(organizationId), organizationId, {
    actor: { id: null, name: 'System', role: null },
    ip: null,
    requestId: 'operator',
    now,
  });

export const AdditionalHome = NewHome.extend({ beside: z.string('Organization is required') });
export type AdditionalHome = z.output<typeof AdditionalHome>;

/**
 * The home given as `beside` shares its notification recipients. Throws a 400 for an address that is taken or similar.
 */
export const addHome = async (table: Table, wanted: AdditionalHome, now: Date): Promise<HomeRecord> => {
  const { organization, home: sister } = await organizationAt(table, wanted.beside);
  const homes = createOrganizationRepository(table, keysOf(organization.id));
  const prefixes = await homes.prefixes();
  const home = newHome(organization.id, wanted, sister.notification_emails, [...prefixes.keys()]);
  return operatorWork(table, organization.id, now)
    .add(await addressWrites(homes, home, wanted), homes.createHome(home))
    .audit('home.created', home.id)
    .finish(home);
};

export const AllowedAddress = z.object({
  beside: z.string('Organization is required'),
  slug: NewHome.shape.slug,
});
export type AllowedAddress = z.output<typeof AllowedAddress>;

/** Returns the organization's name. */
export const allowAddress = async (table: Table, { beside, slug }: AllowedAddress, now: Date): Promise<string> => {
  const { organization } = await organizationAt(table, beside);
  return operatorWork(table, organization.id, now)
    .add(allowedAddress(slug, organization.id))
    .audit('organization.updated', organization.id, [{ field: 'allowed_address', from: null, to: slug }])
    .finish(organization.name);
};

export const SubjectToForget = z.object({
  slug: z.string('Public address is required'),
  kind: z.enum(forgettableKinds, `Kind is required: ${forgettableKinds.join(', ')}`),
  id: z.uuid('Id of the record is required'),
});

interface Forgotten {
  organization: string;
  /** Entries whose personal data is unreadable now. */
  forgotten: number;
  /** Entries from before encryption: their personal data remains. */
  inClear: number;
}

/**
 * Destroys the key of a deleted record's personal history; actor, time, action, fields and hash chain remain. Throws
 * while the record exists or must be retained by law.
 */
export const forgetSubject = async (
  table: Table,
  { slug, kind, id }: z.output<typeof SubjectToForget>,
  now: Date,
): Promise<Forgotten> => {
  const { organization } = await organizationAt(table, slug);
  const keys = keysOf(organization.id);
  const db = histories.in(table, keys);
  const { isThere, isSealed, history } = await db.of({ kind, id });
  const refusal = erasureBlockedReason({ isThere, history }, now);
  if (refusal) throw invalid({ id: [refusal] });
  if (isSealed)
    await operatorWork(table, organization.id, now)
      .add(db.forget({ kind, id }))
      .audit(erasableKinds[kind].action, id)
      .step();
  return { organization: organization.name, ...countErasableEntries(history) };
};

const ownerInvitation = (organization: Organization, home: HomeRecord, email: string, now: Date): InvitationRecord => {
  const who = { email, role: 'super_admin', invited_by_name: 'Stillwater', invited_by: null } as const;
  return newInvitation(organization, home, who, now);
};

export const NewOrganization = NewHome.extend({
  name: organizationName,
  email: required(emailAddress, 'Email is required'),
  second_factor: secondFactor.default('optional'),
});
export type NewOrganization = z.output<typeof NewOrganization>;

/** Throws a 400 for an address that is taken or similar to another organization's. */
export const createOrganization = async (
  table: Table,
  wanted: NewOrganization,
  now: Date,
): Promise<{ organizationId: string; invitationId: string }> => {
  const organization = { id: uuid(), name: wanted.name, second_factor: wanted.second_factor, version: 1 };
  const keys = keysOf(organization.id);
  const db = { organizations: createOrganizationRepository(table, keys), team: createTeamRepository(table, keys) };
  const home = newHome(organization.id, wanted, [wanted.email]);
  const invitation = ownerInvitation(organization, home, wanted.email, now);
  return operatorWork(table, organization.id, now)
    .add(
      db.organizations.putOrganization(organization),
      registerOrganization(organization.id),
      await addressWrites(db.organizations, home, wanted),
      db.organizations.createHome(home),
      db.team.createInvitation(invitation),
      db.team.holdAddress(invitation, now),
    )
    .audit('organization.created', organization.id)
    .audit('invitation.created', invitation.id)
    .announce('invitation.created', invitation.id, { invitation_id: invitation.id, mailing: 1 })
    .finish({ organizationId: organization.id, invitationId: invitation.id });
};

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
