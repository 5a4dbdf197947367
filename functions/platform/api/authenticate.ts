import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { accessEndedCode } from '#domain/shared/access/ended-access.ts';
import { type SecondFactorPolicy, secondFactorState } from '#domain/shared/access/second-factor.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { callerOf, policyOf, profileOfSubject } from '#functions/organizations/repository/organizations.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import type { Actor } from './grants.ts';

const cachedMs = 60_000;
const cacheSize = 500;
const accessEnded = 'Your access has ended. Please ask an administrator of your organization.';

const unauthenticated = (reason: string): AppError => new AppError('unauthenticated', { reason });
const ended = { extra: { code: accessEndedCode } };

/** A member as the table knows them, whichever session calls. */
interface Member {
  person: Omit<Actor, 'session' | 'secondFactor' | 'showedApp'>;
  policy: SecondFactorPolicy;
  /** The sessions whose second factor was seen. */
  confirmed: readonly string[];
}

/** Throws 401 for a session that began before the person's sessions were last ended (quality S-05). */
const actorOf = ({ person, policy, confirmed }: Member, session: string): Actor => {
  const { sessionsSince } = person;
  if (sessionsSince !== undefined && !(Number(session) > sessionsSince))
    throw new AppError('unauthenticated', { reason: 'session ended', ...ended });
  const showedApp = confirmed.includes(session);
  return { ...person, session, showedApp, secondFactor: secondFactorState(policy, person.role, showedApp) };
};

/**
 * Who is calling. The gateway has verified the token's signature, issuer and audience; it lets ID tokens pass, so the
 * token's use and client are checked here. Profile, role and the organization's rule for signing in come from the table,
 * at most 60 s old (quality S-05), or read anew where the call is to be `fresh`; that a session's second factor is
 * missing is never said from memory (quality S-08).
 */
export const authenticator = (tableOf: () => Table, clientId: string, now: () => Date) => {
  const cache = new Map<string, { member: Member; until: number }>();

  const load = async (sub: string): Promise<Member> => {
    const table = tableOf();
    const found = await profileOfSubject(table, sub);
    if (!found) throw unauthenticated('no profile for this sign-in');
    const keys = keysOf(found.organization_id);
    const { profile, organization, signIns } = await callerOf(table, keys, found.profile_id);
    if (profile?.status !== 'active' || !organization)
      throw new AppError('forbidden', { detail: accessEnded, reason: 'profile not active', ...ended });
    const person = {
      id: profile.id,
      organizationId: profile.organization_id,
      homeId: profile.funeral_home_id,
      name: `${profile.first_name} ${profile.last_name}`.trim(),
      email: profile.email,
      role: profile.role,
      sessionsSince: profile.sessions_since,
    };
    return { person, policy: policyOf(organization), confirmed: signIns.sessions };
  };

  const authenticate = async (
    event: Partial<APIGatewayProxyEventV2WithJWTAuthorizer>,
    { fresh = false } = {},
  ): Promise<Actor> => {
    const claims = event.requestContext?.authorizer?.jwt?.claims;
    if (!claims?.sub) throw unauthenticated('no claims');
    if (claims.token_use !== 'access') throw unauthenticated('not an access token');
    if (claims.client_id !== clientId) throw unauthenticated('another client');
    const sub = String(claims.sub);
    const session = String(claims.auth_time ?? '');
    const at = now().getTime();
    const cached = cache.get(sub);
    if (cached && cached.until > at && !fresh) {
      const actor = actorOf(cached.member, session);
      // It may have been confirmed since, in another function.
      if (actor.secondFactor !== 'missing') return actor;
    }
    const member = await load(sub);
    if (cache.size >= cacheSize) cache.clear();
    cache.set(sub, { member, until: at + cachedMs });
    return actorOf(member, session);
  };
  const forgetWhere = (isMeant: (person: Member['person']) => boolean): void => {
    for (const [sub, { member }] of cache) if (isMeant(member.person)) cache.delete(sub);
  };
  return Object.assign(authenticate, {
    /** Reads this member anew at their next call; other instances follow within the minute. */
    forget: (profileId: string): void => forgetWhere(({ id }) => id === profileId),
    /** The same for everybody of an organization. */
    forgetOrganization: (id: string): void => forgetWhere(({ organizationId }) => organizationId === id),
  });
};
