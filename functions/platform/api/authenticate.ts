import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { accessEndedCode, type SecondFactorPolicy, secondFactorState } from '#domain/shared/access/second-factor.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { Table } from '#functions/platform/store/table.ts';
import type { Actor } from './actor.ts';

const cachedMs = 60_000;
const cacheSize = 500;
const accessEnded = 'Your access has ended. Please ask an administrator of your organization.';

const unauthenticated = (reason: string): AppError => new AppError('unauthenticated', { reason });
const ended = { extra: { code: accessEndedCode } };

/** A staff member as stored, with the policy of the organization and the sessions that used an authenticator app. */
export interface Member {
  person: Omit<Actor, 'session' | 'secondFactor' | 'showedApp'>;
  policy: SecondFactorPolicy;
  confirmed: readonly string[];
}
/** Returns the member of a sign-in; undefined without a profile, 'inactive' if its access has ended. */
export type FindMember = (table: Table, sub: string, now: Date) => Promise<Member | 'inactive' | undefined>;

/** Throws 401 for a session older than the member's last session end (S-05). */
const actorOf = ({ person, policy, confirmed }: Member, session: string): Actor => {
  const { sessionsSince } = person;
  if (sessionsSince !== undefined && !(Number(session) > sessionsSince))
    throw new AppError('unauthenticated', { reason: 'session ended', ...ended });
  const showedApp = confirmed.includes(session);
  return { ...person, session, showedApp, secondFactor: secondFactorState(policy, person.role, showedApp) };
};

/**
 * Identifies callers. The gateway has verified the token, but accepts ID tokens too, so token use and client are
 * checked here. Profile, role and policy are at most 60 s old (S-05); a missing second factor is never cached (S-08).
 */
export const authenticator = (tableOf: () => Table, findMember: FindMember, clientId: string, now: () => Date) => {
  const cache = new Map<string, { member: Member; until: number }>();

  const load = async (sub: string): Promise<Member> => {
    const member = await findMember(tableOf(), sub, now());
    if (!member) throw unauthenticated('no profile for this sign-in');
    if (member === 'inactive')
      throw new AppError('forbidden', { detail: accessEnded, reason: 'profile not active', ...ended });
    return member;
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
      // Another function may have confirmed it since.
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
    /** Other instances follow within a minute. */
    forget: (profileId: string): void => forgetWhere(({ id }) => id === profileId),
    forgetOrganization: (id: string): void => forgetWhere(({ organizationId }) => organizationId === id),
  });
};
