import { AppError, notFound } from '#domain/shared/contract/errors.ts';
import { type Profile, profileSchema } from '#functions/organizations/repository/organization-record.ts';
import { profileItem, subjectItem } from '#functions/organizations/repository/organizations.ts';
import { type Keys, sharedKeys } from '#functions/platform/store/keys.ts';
import type { Repository, SharedRepository } from '#functions/platform/store/repository.ts';
import { prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';
import { WriteConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import {
  type InvitationCard,
  type InvitationRecord,
  type Inviter,
  invitationCardSchema,
  invitationSchema,
} from './invitation-record.ts';

export type { InvitationCard, InvitationRecord, Inviter } from './invitation-record.ts';

const maxInvitations = 1_000;

/** Members and invitations of an organization. */
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
  /**
   * Writes what differs in `next` if role, home and status are still as read. The rest is left alone: a phone number
   * that somebody else changes at this moment stays changed.
   */
  changeMember: (before: Profile, next: Profile): Write => {
    const { role, status, funeral_home_id } = before;
    const set = Object.fromEntries(
      Object.entries(next).filter(([name, value]) => value !== before[name as keyof Profile]),
    );
    const guard = { when: { equals: { role, status, funeral_home_id } }, refused: () => new WriteConflict() };
    const key = keys.profile(next.id);
    return Object.keys(set).length ? { ...profileSchema.update(key, { set }), ...guard } : { check: key, ...guard };
  },
  /** Holds at the commit that role, home and status are still as read. */
  stillAs: ({ id, role, status, funeral_home_id }: Profile): Write => ({
    check: keys.profile(id),
    when: { equals: { role, status, funeral_home_id } },
    refused: () => new WriteConflict(),
  }),
  /** Holds at the commit that this other person is an active owner: an organization never loses its last one. */
  stillOwner: (id: string): Write => ({
    check: keys.profile(id),
    when: { equals: { role: 'super_admin', status: 'active' } },
    refused: () => new WriteConflict(),
  }),
  /** The newest of them: those that are older ended long ago, one way or the other. */
  async invitations(): Promise<InvitationRecord[]> {
    const items = await table.query({ pk: keys.invitations(), newestFirst: true, limit: maxInvitations });
    return items.map((item) => invitationSchema.parse(item));
  },
  async invitation(id: string): Promise<InvitationRecord | undefined> {
    const item = await table.get(keys.invitation(id));
    return item && invitationSchema.parse(item);
  },
  async requireInvitation(id: string): Promise<InvitationRecord> {
    const found = await this.invitation(id);
    if (!found) throw notFound();
    return found;
  },
  createInvitation: (invitation: InvitationRecord): Write => ({
    put: invitationSchema.item(keys.invitation(invitation.id), invitation),
    when: 'absent',
  }),
  /** One pending invitation per address: its key is held until it is accepted or cancelled, or has expired. */
  holdAddress: ({ id, email, expires_at_instant }: InvitationRecord, now: Date, taken: () => Error): Write => ({
    put: { ...keys.invited(email), invitation_id: id, expires_at: Math.floor(Date.parse(expires_at_instant) / 1000) },
    when: { expiredAt: Math.floor(now.getTime() / 1000), orEquals: { invitation_id: id } },
    refused: taken,
  }),
  /** Writes `next` if neither the staff nor the worker that mails the link changed it since `before` was read. */
  changeInvitation: (before: InvitationRecord, next: InvitationRecord): Write => ({
    put: invitationSchema.item(keys.invitation(next.id), next),
    when: { equals: { status: before.status, mailing: before.mailing, token_hash: before.token_hash } },
    refused: () => new WriteConflict(),
  }),
  /** Written without reading: the public accept call may not read the staff's invitations. */
  markAccepted: (id: string): Write => ({
    ...invitationSchema.update(keys.invitation(id), { set: { status: 'accepted' } }),
    when: { equals: { status: 'pending' } },
    refused: () => new AppError('gone', { reason: 'invitation no longer pending' }),
  }),
  /** A new member: one profile per sign-in. */
  join: (profile: Profile, taken: () => Error): Write[] => [
    { put: profileItem(keys, profile), when: 'absent' },
    { put: subjectItem(profile), when: 'absent', refused: taken },
  ],
  freeAddress: (email: string): Write => ({ delete: keys.invited(email) }),
  /** Lets go of the address if it is still this invitation's: an expired one may have been followed by another. */
  async letGoOfAddress({ id, email }: InvitationRecord): Promise<Write[]> {
    const held = await table.get(keys.invited(email));
    if (held?.invitation_id !== id) return [];
    const when = { equals: { invitation_id: id } };
    return [{ delete: keys.invited(email), when, refused: () => new WriteConflict() }];
  },
  putCard: (tokenHash: string, card: InvitationCard): Write => ({
    put: invitationCardSchema.item(sharedKeys.invite(tokenHash), {
      ...card,
      // Kept a month beyond its end, so that a late click is told why.
      expires_at: Math.floor(Date.parse(card.expires_at_instant) / 1000) + 30 * 24 * 3600,
    }),
  }),
  closeCard: (tokenHash: string, status: 'accepted' | 'cancelled'): Write =>
    invitationCardSchema.update(sharedKeys.invite(tokenHash), { set: { status } }),
  /** Holds an open link for one who accepts it, if nobody took it since `card` was read. */
  claimCard: (tokenHash: string, card: InvitationCard, claim: string, until: Date): Write => ({
    ...invitationCardSchema.update(sharedKeys.invite(tokenHash), {
      set: { claim, claimed_until: until.toISOString() },
    }),
    when: { equals: { status: 'open', claim: card.claim } },
    refused: () => new WriteConflict(),
  }),
  /** Lets go of a link that was not accepted in the end. */
  releaseCard: (tokenHash: string, claim: string): Write => ({
    ...invitationCardSchema.update(sharedKeys.invite(tokenHash), { remove: ['claim', 'claimed_until'] }),
    when: { equals: { claim } },
  }),
  /** Uses the link up; a second use finds it closed. */
  useCard: (tokenHash: string, claim: string): Write => ({
    ...invitationCardSchema.update(sharedKeys.invite(tokenHash), { set: { status: 'accepted' } }),
    when: { equals: { status: 'open', claim } },
    refused: () => new AppError('gone', { reason: 'invitation already used' }),
  }),
  /**
   * Holds at the commit that whoever vouches for an invitation is still active and of this role and home; `refused` is
   * told who they are now. Nobody is read for it.
   */
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

/** The card behind a link's token, given as its hash. */
export const invitationCard = async (table: Table, tokenHash: string): Promise<InvitationCard | undefined> => {
  const item = await table.get(sharedKeys.invite(tokenHash));
  return item && invitationCardSchema.parse(item);
};

export type Team = ReturnType<typeof createTeamRepository>;
/** Members alone, to read one. */
export const membersReadOnly = {
  grants: ['table:members-read'],
  in: (table, keys): Pick<Team, 'requireMember'> => createTeamRepository(table, keys),
} as const satisfies Repository;
export const team = { grants: ['table:team'], in: createTeamRepository } as const satisfies Repository;
export const invitationCards = {
  grants: ['table:invitation-accept'],
  shared: (table) => ({ find: (tokenHash: string) => invitationCard(table, tokenHash) }),
} as const satisfies SharedRepository;
/** For the public function: somebody who was invited joins, and nobody is looked at. */
export const newMembers = {
  grants: ['table:invitation-accept'],
  in: (
    table,
    keys,
  ): Pick<Team, 'claimCard' | 'releaseCard' | 'useCard' | 'stillInviter' | 'join' | 'markAccepted' | 'freeAddress'> =>
    createTeamRepository(table, keys),
} as const satisfies Repository;
