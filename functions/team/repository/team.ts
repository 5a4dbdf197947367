import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import * as z from 'zod';
import { roles } from '#domain/shared/access/roles.ts';
import { AppError, invalid, notFound } from '#domain/shared/contract/errors.ts';
import { invitationEnd, teamMessages } from '#domain/team/team.rules.ts';
import { type Profile, profileSchema } from '#functions/organizations/repository/organization-record.ts';
import { profileItem, subjectItem } from '#functions/organizations/repository/organizations.ts';
import { type Keys, sharedKeys } from '#functions/platform/store/keys.ts';
import type { Repository, SharedRepository } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import { prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';
import { sha256 } from '#functions/platform/store/transactions/idempotency.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';

const inviter = z.object({ profile_id: z.string(), role: z.enum(roles), funeral_home_id: z.string() });
export type Inviter = z.output<typeof inviter>;

const invited = {
  organization_id: z.string(),
  organization_name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  funeral_home_id: z.string(),
  funeral_home_name: z.string(),
  expires_at_instant: z.string(),
  /** Null for an operator's; missing in older records. */
  invited_by: inviter.nullish(),
};

const invitationSchema = storedSchema({
  kind: 'invitation',
  shape: 1,
  schema: z.object({
    ...invited,
    id: z.string(),
    status: z.enum(['pending', 'accepted', 'cancelled']),
    invited_by_name: z.string(),
    created_at: z.string(),
    sent_at: z.string().nullable(),
    /** Counts emails: a link belongs to the email that contained it. */
    mailing: z.number(),
    token_hash: z.string().nullable(),
  }),
});
export type InvitationRecord = z.output<typeof invitationSchema.schema>;

interface Named {
  id: string;
  name: string;
}

export const newInvitation = (
  organization: Named,
  home: Named,
  who: Pick<InvitationRecord, 'email' | 'role' | 'invited_by' | 'invited_by_name'>,
  now: Date,
): InvitationRecord => ({
  ...who,
  id: uuid(),
  organization_id: organization.id,
  organization_name: organization.name,
  funeral_home_id: home.id,
  funeral_home_name: home.name,
  status: 'pending',
  created_at: now.toISOString(),
  sent_at: null,
  expires_at_instant: invitationEnd(now),
  mailing: 1,
  token_hash: null,
});

/** The public view of an invitation: only what its email already contains. */
const invitationCardSchema = storedSchema({
  kind: 'invitation card',
  shape: 1,
  schema: z.object({
    ...invited,
    invitation_id: z.string(),
    status: z.enum(['open', 'accepted', 'cancelled']),
    expires_at: z.number().optional(),
    /** The call that is accepting it, and until when no other can. */
    claim: z.string().optional(),
    claimed_until: z.string().optional(),
  }),
});
export type InvitationCard = Omit<z.output<typeof invitationCardSchema.schema>, 'expires_at'>;

const maxInvitations = 1_000;

export const createTeamRepository = (table: Table, keys: Keys) => ({
  async members(): Promise<Profile[]> {
    const items = await table.query({ pk: keys.profiles(), between: ['PROFILE#', prefixEnd('PROFILE#')] });
    return items.map((item) => profileSchema.parse(item));
  },
  async requireMember(id: string): Promise<Profile> {
    const item = await table.get(keys.profile(id));
    if (!item) throw notFound();
    return profileSchema.parse(item);
  },
  /** Writes only differences, so that a phone number changed concurrently stays. */
  changeMember: (before: Profile, next: Profile): Write => {
    const { role, status, funeral_home_id } = before;
    const set = Object.fromEntries(
      Object.entries(next).filter(([name, value]) => value !== before[name as keyof Profile]),
    );
    const guard = { when: { equals: { role, status, funeral_home_id } }, refused: () => new WriteConflictError() };
    const key = keys.profile(next.id);
    return Object.keys(set).length ? { ...profileSchema.update(key, { set }), ...guard } : { check: key, ...guard };
  },
  stillAs: ({ id, role, status, funeral_home_id }: Profile): Write => ({
    check: keys.profile(id),
    when: { equals: { role, status, funeral_home_id } },
    refused: () => new WriteConflictError(),
  }),
  /** An organization never loses its last owner. */
  stillOwner: (id: string): Write => ({
    check: keys.profile(id),
    when: { equals: { role: 'super_admin', status: 'active' } },
    refused: () => new WriteConflictError(),
  }),
  /** Only the newest: older ones ended long ago. */
  async invitations(): Promise<InvitationRecord[]> {
    const items = await table.query({ pk: keys.invitations(), newestFirst: true, limit: maxInvitations });
    return items.map((item) => invitationSchema.parse(item));
  },
  invitation: (id: string) => invitationSchema.find(table, keys.invitation(id)),
  async requireInvitation(id: string): Promise<InvitationRecord> {
    const found = await this.invitation(id);
    if (!found) throw notFound();
    return found;
  },
  createInvitation: (invitation: InvitationRecord): Write => ({
    put: invitationSchema.item(keys.invitation(invitation.id), invitation),
    when: 'absent',
  }),
  holdAddress: ({ id, email, expires_at_instant }: InvitationRecord, now: Date): Write => ({
    put: { ...keys.invited(email), invitation_id: id, expires_at: Math.floor(Date.parse(expires_at_instant) / 1000) },
    when: { expiredAt: Math.floor(now.getTime() / 1000), orEquals: { invitation_id: id } },
    refused: () => invalid({ email: [teamMessages.alreadyInvited] }),
  }),
  /** Writes `next` if neither staff nor the worker that sends the link changed `before`. */
  changeInvitation: (before: InvitationRecord, next: InvitationRecord): Write => ({
    put: invitationSchema.item(keys.invitation(next.id), next),
    when: { equals: { status: before.status, mailing: before.mailing, token_hash: before.token_hash } },
    refused: () => new WriteConflictError(),
  }),
  /** Written without reading: the public accept call may not read the staff's invitations. */
  markAccepted: (id: string): Write => ({
    ...invitationSchema.update(keys.invitation(id), { set: { status: 'accepted' } }),
    when: { equals: { status: 'pending' } },
    refused: () => new AppError('gone', { reason: 'invitation no longer pending' }),
  }),
  join: (profile: Profile, taken: () => Error): Write[] => [
    { put: profileItem(keys, profile), when: 'absent' },
    { put: subjectItem(profile), when: 'absent', refused: taken },
  ],
  freeAddress: (email: string): Write => ({ delete: keys.invited(email) }),
  async letGoOfAddress({ id, email }: InvitationRecord): Promise<Write[]> {
    const invitedItem = await table.get(keys.invited(email));
    if (invitedItem?.invitation_id !== id) return [];
    const when = { equals: { invitation_id: id } };
    return [{ delete: keys.invited(email), when, refused: () => new WriteConflictError() }];
  },
  putCard: (tokenHash: string, card: InvitationCard): Write => ({
    put: invitationCardSchema.item(sharedKeys.invite(tokenHash), {
      ...card,
      // A month after its end, so that a late click gets an explanation.
      expires_at: Math.floor(Date.parse(card.expires_at_instant) / 1000) + 30 * 24 * 3600,
    }),
  }),
  closeCard: (tokenHash: string, status: 'accepted' | 'cancelled'): Write =>
    invitationCardSchema.update(sharedKeys.invite(tokenHash), { set: { status } }),
  claimCard: (tokenHash: string, card: InvitationCard, claim: string, until: Date): Write => ({
    ...invitationCardSchema.update(sharedKeys.invite(tokenHash), {
      set: { claim, claimed_until: until.toISOString() },
    }),
    when: { equals: { status: 'open', claim: card.claim } },
    refused: () => new WriteConflictError(),
  }),
  releaseCard: (tokenHash: string, claim: string): Write => ({
    ...invitationCardSchema.update(sharedKeys.invite(tokenHash), { remove: ['claim', 'claimed_until'] }),
    when: { equals: { claim } },
  }),
  useCard: (tokenHash: string, claim: string): Write => ({
    ...invitationCardSchema.update(sharedKeys.invite(tokenHash), { set: { status: 'accepted' } }),
    when: { equals: { status: 'open', claim } },
    refused: () => new AppError('gone', { reason: 'invitation already used' }),
  }),
  /** `refused` receives the inviter's current state, because the public function may not read members. */
  stillInviter: (
    { profile_id, role, funeral_home_id }: Inviter,
    refused: (now: Partial<Profile> | undefined) => Error,
  ): Write => ({
    check: keys.profile(profile_id),
    when: { equals: { status: 'active', role, funeral_home_id } },
    refused: (current) => refused(current as Partial<Profile> | undefined),
  }),
  removeCard: (tokenHash: string): Write => ({ delete: sharedKeys.invite(tokenHash) }),
});

export const invitationCard = (table: Table, tokenHash: string): Promise<InvitationCard | undefined> =>
  invitationCardSchema.find(table, sharedKeys.invite(tokenHash));

export type Team = ReturnType<typeof createTeamRepository>;
export const membersReadOnly = {
  grants: ['table:members-read'],
  in: (table, keys): Pick<Team, 'requireMember'> => createTeamRepository(table, keys),
} as const satisfies Repository;
export const team = { grants: ['table:team'], in: createTeamRepository } as const satisfies Repository;
export const invitationCards = {
  grants: ['table:invitation-accept'],
  shared: (table) => ({ find: (tokenHash: string) => invitationCard(table, tokenHash) }),
} as const satisfies SharedRepository;
/** The public function creates members without reading any. */
export const newMembers = {
  grants: ['table:invitation-accept'],
  in: (
    table,
    keys,
  ): Pick<Team, 'claimCard' | 'releaseCard' | 'useCard' | 'stillInviter' | 'join' | 'markAccepted' | 'freeAddress'> =>
    createTeamRepository(table, keys),
} as const satisfies Repository;

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
