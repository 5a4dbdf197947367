import type { RateLimit } from '#domain/contract/endpoint.ts';
import { AppError } from '#domain/contract/errors.ts';
import { sha256 } from '#functions/store/idempotency.ts';
import { countCall } from '#functions/store/rate-limits.ts';
import type { Table } from '#functions/store/table.ts';
import type { Call } from './call.ts';
import { networkOf } from './network.ts';

/** What one member of staff may ask in a minute, whatever the calls (quality S-23). */
const staffLimit: RateLimit = { by: 'user', max: 600, seconds: 60 };

interface Counted {
  limit: RateLimit;
  scope: string;
  /** A hash or an id, never an address in clear. */
  caller: string;
}

/** Counts a call against one limit; answers what the RateLimit header says. Throws 429 with Retry-After. */
const count = async (table: Table, now: Date, { limit, scope, caller }: Counted) => {
  const { by, max, seconds } = limit;
  const { allowed, remaining, resetSeconds } = await countCall(table, {
    limit: `${scope}#${by}`,
    caller,
    max,
    seconds,
    now,
  });
  const headers = { ratelimit: `limit=${max}, remaining=${remaining}, reset=${resetSeconds}` };
  if (!allowed)
    throw new AppError('tooManyRequests', { reason: `limit by ${by}`, retryAfterSeconds: resetSeconds, headers });
  return { remaining, headers };
};

const callerOf = ({ by }: RateLimit, { actor, request }: Call): string =>
  by === 'user' ? (actor?.id ?? 'nobody') : sha256(`ip ${networkOf(request.ip ?? 'unknown')}`).slice(0, 32);

/** Counts a call against the limits of its caller; the headers are those of the tightest. */
export const countCaller = async (
  table: () => Table,
  call: Call,
  query: Readonly<Record<string, string | undefined>>,
): Promise<Record<string, string>> => {
  const { row } = call.handler;
  const counted = [
    ...(row.limits ?? []).filter(({ by }) => by !== 'home').map((limit) => ({ limit, scope: row.path })),
    ...(row.may === 'public' ? [] : [{ limit: staffLimit, scope: 'staff' }]),
  ];
  let header: Record<string, string> = {};
  let tightest = Number.POSITIVE_INFINITY;
  for (const { limit, scope } of counted) {
    if (limit.unlessQuery !== undefined && query[limit.unlessQuery]) continue;
    const { remaining, headers } = await count(table(), call.now, { limit, scope, caller: callerOf(limit, call) });
    if (remaining >= tightest) continue;
    tightest = remaining;
    header = headers;
  }
  return header;
};

/** Counts a call against what one funeral home takes of its row, when its handler has found that the call is meant. */
export const countHome = async (table: () => Table, { handler, now }: Call, homeId: string): Promise<void> => {
  for (const limit of handler.row.limits ?? [])
    if (limit.by === 'home') await count(table(), now, { limit, scope: handler.row.path, caller: homeId });
};
