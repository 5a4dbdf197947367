import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { AppError } from '#domain/contract/errors.ts';
import { keysOf } from '#functions/data/keys.ts';
import { organizationsIn, type Profile, profileOfSubject } from '#functions/data/organizations.ts';
import type { Table } from '#functions/data/table.ts';
import type { Actor } from './context.ts';

const cachedMs = 60_000;
const cacheSize = 500;
const accessEnded = 'Your access has ended. Please ask an administrator of your organization.';

const unauthenticated = (reason: string): AppError => new AppError('unauthenticated', { reason });

/**
 * Who is calling. The gateway has verified the token's signature, issuer and audience; it lets ID tokens pass, so the
 * token's use and client are checked here. Profile and role come from the table, at most 60 s old (quality S-05).
 */
export const authenticator = (tableOf: () => Table, clientId: string, now: () => Date) => {
  const cache = new Map<string, { actor: Actor; until: number }>();

  const load = async (sub: string): Promise<Actor> => {
    const table = tableOf();
    const found = await profileOfSubject(table, sub);
    if (!found) throw unauthenticated('no profile for this sign-in');
    const profile: Profile | undefined = await organizationsIn(table, keysOf(found.organization_id)).profile(
      found.profile_id,
    );
    if (profile?.status !== 'active')
      throw new AppError('forbidden', { detail: accessEnded, reason: 'profile not active' });
    return {
      id: profile.id,
      organizationId: profile.organization_id,
      homeId: profile.funeral_home_id,
      name: `${profile.first_name} ${profile.last_name}`.trim(),
      email: profile.email,
      role: profile.role,
    };
  };

  const authenticate = async (event: Partial<APIGatewayProxyEventV2WithJWTAuthorizer>): Promise<Actor> => {
    const claims = event.requestContext?.authorizer?.jwt?.claims;
    if (!claims?.sub) throw unauthenticated('no claims');
    if (claims.token_use !== 'access') throw unauthenticated('not an access token');
    if (claims.client_id !== clientId) throw unauthenticated('another client');
    const sub = String(claims.sub);
    const at = now().getTime();
    const cached = cache.get(sub);
    if (cached && cached.until > at) return cached.actor;
    const actor = await load(sub);
    if (cache.size >= cacheSize) cache.clear();
    cache.set(sub, { actor, until: at + cachedMs });
    return actor;
  };
  /** Reads this member anew at their next call; other instances follow within the minute. */
  const forget = (profileId: string): void => {
    for (const [sub, { actor }] of cache) if (actor.id === profileId) cache.delete(sub);
  };
  return Object.assign(authenticate, { forget });
};
