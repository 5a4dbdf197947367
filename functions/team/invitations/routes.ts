import { setTimeout as wait } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { isAllowed } from '#domain/registry/policies.ts';
import { AppError, invalid, notFound } from '#domain/shared/contract/errors.ts';
import { knownPassword } from '#domain/shared/values/known-passwords.ts';
import { confirmation } from '#domain/shared/values/password.ts';
import { invitationEndpoints } from '#domain/team/team.endpoints.ts';
import { teamMessages } from '#domain/team/team.rules.ts';
import { type Profile, signIns } from '#functions/organizations/repository/organizations.ts';
import { newUsers } from '#functions/platform/api/dependencies.ts';
import { type ContextOf, handler, routesOf } from '#functions/platform/api/handler.ts';
import { sha256 } from '#functions/platform/store/transactions/idempotency.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { type InvitationCard, type Inviter, invitationCards, newMembers } from '../repository/team.ts';

interface Cards {
  find(tokenHash: string): Promise<InvitationCard | undefined>;
}

/** Returns the open invitation of a token. Throws a 404 for an unknown token, a 410 for one that ended. */
const openInvitation = async (
  cards: Cards,
  token: string,
  now: Date,
): Promise<{ card: InvitationCard; tokenHash: string }> => {
  const tokenHash = sha256(token);
  const card = await cards.find(tokenHash);
  if (!card) throw notFound();
  if (card.status === 'cancelled') throw new AppError('gone', { detail: teamMessages.invitationCancelled });
  if (card.status === 'accepted') throw new AppError('gone', { detail: teamMessages.invitationUsed });
  if (card.expires_at_instant < now.toISOString())
    throw new AppError('gone', { detail: teamMessages.invitationExpired });
  return { card, tokenHash };
};

const needs = { invitationCards, signIns, members: newMembers, newUsers };
type Context = ContextOf<typeof invitationEndpoints.accept, typeof needs>;

const accountExists = () => new AppError('conflict', { detail: teamMessages.accountExists });
const withdrawn = () => new AppError('gone', { detail: teamMessages.invitationCancelled });

/** Longer than the function's timeout. */
const claimMs = 30_000;
const triesMs = [0, 200, 400, 800, 1600];

const assertUsable = ({ password, confirm_password }: { password: string; confirm_password?: string }): void => {
  const mismatch = confirm_password === undefined ? undefined : confirmation(password, confirm_password);
  if (mismatch) throw invalid({ confirm_password: [mismatch] });
  const known = knownPassword(password);
  if (known) throw invalid({ password: [known] });
};

interface Claimed {
  card: InvitationCard;
  tokenHash: string;
  claim: string;
}

/** Only one of concurrent calls creates the member. The claim of a crashed call expires. */
const claimed = async (token: string, { db: shared, within, now }: Context): Promise<Claimed> => {
  const claim = uuid();
  for (const milliseconds of triesMs) {
    await wait(milliseconds);
    const { card, tokenHash } = await openInvitation(shared.invitationCards, token, now);
    if (card.claimed_until && card.claimed_until > now.toISOString()) continue;
    const { db, work } = within(card.organization_id);
    const until = new Date(now.getTime() + claimMs);
    try {
      await work.add(db.members.claimCard(tokenHash, card, claim, until)).step();
      return { card, tokenHash, claim };
    } catch (error) {
      if (!(error instanceof WriteConflictError)) throw error;
    }
  }
  throw new AppError('unavailable', { reason: 'the invitation is being accepted', retryAfterSeconds: 5 });
};

/** Returns the current inviter; throws a 410 if they may no longer send this invitation. */
const stillMay = (
  { role, funeral_home_id: homeId }: InvitationCard,
  { profile_id: id }: Inviter,
  now: Partial<Profile> | undefined,
): Inviter => {
  const { status, role: ofInviter, funeral_home_id } = now ?? {};
  if (status !== 'active' || !ofInviter || !funeral_home_id) throw withdrawn();
  const actor = { id, role: ofInviter, homeId: funeral_home_id };
  if (!isAllowed(actor, 'member:give-role', { role }) || !isAllowed(actor, 'member:manage', { role, homeId }))
    throw withdrawn();
  return { profile_id: id, role: ofInviter, funeral_home_id };
};

const joining = (
  { organization_id, funeral_home_id, email, role }: InvitationCard,
  person: Pick<Profile, 'sub' | 'first_name' | 'last_name'>,
  now: Date,
): Profile => ({
  id: uuid(),
  organization_id,
  funeral_home_id,
  email,
  role,
  ...person,
  status: 'active',
  created_at: now.toISOString(),
});

const released = async ({ tokenHash, claim, card }: Claimed, { within }: Context): Promise<void> => {
  const { db, work } = within(card.organization_id);
  await work
    .add(db.members.releaseCard(tokenHash, claim))
    .step()
    .catch(() => undefined);
};

/** Creates the sign-in first; after a crash the link works again and adopts it. */
const acceptInvitation = handler(invitationEndpoints.accept, needs, async ({ params, body }, context) => {
  const { db: shared, within, newUsers, now } = context;
  const { password } = body;
  assertUsable(body);
  const held = await claimed(params.token, context);
  const { card, tokenHash, claim } = held;
  const { invitation_id, organization_id, email, role } = card;
  const { db, work } = within(organization_id);
  try {
    const { sub } = await newUsers.userOf(email);
    if (await shared.signIns.taken(sub)) throw accountExists();
    await newUsers.setPassword(email, password);
    const profile = joining(card, { sub, first_name: body.first_name, last_name: body.last_name }, now);
    let inviter = card.invited_by ?? undefined;
    return await work.attempt(
      async () => inviter,
      (vouching) =>
        work
          .add(
            db.members.useCard(tokenHash, claim),
            vouching &&
              db.members.stillInviter(vouching, (found) => {
                inviter = stillMay(card, vouching, found);
                return new WriteConflictError();
              }),
            db.members.join(profile, accountExists),
            db.members.markAccepted(invitation_id),
            db.members.freeAddress(email),
          )
          .audit('member.joined', profile.id, [{ field: 'role', from: null, to: role }])
          .audit('invitation.accepted', invitation_id)
          .announce('invitation.accepted', invitation_id, { invitation_id, profile_id: profile.id })
          .finish({ success: true as const, email }),
    );
  } catch (error) {
    await released(held, context);
    throw error;
  }
});

const getInvitation = handler(invitationEndpoints.get, { invitationCards }, async ({ params }, { db, now }) => {
  const { card } = await openInvitation(db.invitationCards, params.token, now);
  const { expires_at_instant: expires_at, ...rest } = card;
  return { ...rest, expires_at };
});

export const invitationRoutes = routesOf(invitationEndpoints, { get: getInvitation, accept: acceptInvitation });
