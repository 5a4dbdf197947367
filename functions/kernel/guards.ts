import { timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Endpoint, RateLimit } from '#domain/contract/endpoint.ts';
import { AppError } from '#domain/contract/errors.ts';
import { sha256 } from '#functions/store/idempotency.ts';
import { countCall } from '#functions/store/rate-limits.ts';
import { type Actor, type Dependencies, type RequestInfo, tableOf } from './context.ts';

interface GuardSettings {
  /** The values CloudFront may send: the current secret and, during rotation, the previous one. */
  originSecrets: () => Promise<readonly string[]>;
  /** Origins of our own pages; a request that names another origin is refused (quality S-27). */
  siteOrigins: readonly string[];
  rateLimits: boolean;
}
export type Guards = ReturnType<typeof guardsOf>;

const equal = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(sha256(a)), Buffer.from(sha256(b)));

/** One caller may have every address of an IPv6 /64, so that its network is counted. */
const networkOf = (ip: string): string => (ip.includes(':') ? ip.split(':').slice(0, 4).join(':') : ip);

const callerOf = ({ by }: RateLimit, request: RequestInfo, actor: Actor | undefined, body: unknown): string => {
  if (by === 'user') return actor?.id ?? 'nobody';
  if (by === 'slug') {
    const { funeral_home_slug: slug } = body as { funeral_home_slug?: unknown };
    return sha256(typeof slug === 'string' ? slug : '').slice(0, 32);
  }
  return sha256(`ip ${networkOf(request.ip ?? 'unknown')}`).slice(0, 32);
};

/** What one member of staff may ask in a minute, whatever the calls (quality S-23). */
const staffLimit: RateLimit = { by: 'user', max: 600, seconds: 60 };

const limitsOf = (row: Endpoint): { limit: RateLimit; scope: string }[] => [
  ...(row.limits ?? []).map((limit) => ({ limit, scope: row.path })),
  ...(row.may === 'public' ? [] : [{ limit: staffLimit, scope: 'staff' }]),
];

/** What stands before every handler: the origin lock (quality S-25), the Origin header, and the row's rate limits. */
export const guardsOf = (deps: Dependencies, { originSecrets, siteOrigins, rateLimits }: GuardSettings) => ({
  async origin(event: APIGatewayProxyEventV2): Promise<void> {
    const sent = event.headers['x-origin-verify'] ?? '';
    const accepted = await originSecrets();
    if (!accepted.some((secret) => equal(secret, sent)))
      throw new AppError('forbidden', { reason: 'not through the front door' });
    const origin = event.headers.origin;
    if (origin !== undefined && !siteOrigins.includes(origin))
      throw new AppError('forbidden', { reason: 'another origin' });
  },
  /** Counts the call; answers the RateLimit header of the tightest limit. Throws 429 with Retry-After. */
  async rate(
    row: Endpoint,
    request: RequestInfo,
    actor: Actor | undefined,
    { body, query }: { body: unknown; query: Record<string, unknown> },
  ): Promise<Record<string, string>> {
    if (!rateLimits) return {};
    let header: Record<string, string> = {};
    let tightest = Number.POSITIVE_INFINITY;
    for (const { limit, scope } of limitsOf(row)) {
      const { max, seconds, by, unlessQuery } = limit;
      if (unlessQuery !== undefined && query[unlessQuery]) continue;
      const caller = callerOf(limit, request, actor, body);
      const state = await countCall(tableOf(deps), {
        limit: `${scope}#${by}`,
        caller,
        max,
        seconds,
        now: deps.now(),
      });
      const { remaining, resetSeconds } = state;
      const headers = { ratelimit: `limit=${max}, remaining=${remaining}, reset=${resetSeconds}` };
      if (!state.allowed)
        throw new AppError('tooManyRequests', { reason: `limit by ${by}`, retryAfterSeconds: resetSeconds, headers });
      if (remaining >= tightest) continue;
      tightest = remaining;
      header = headers;
    }
    return header;
  },
});
