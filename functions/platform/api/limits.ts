import { isIPv6 } from 'node:net';
import type { Endpoint, RateLimit } from '#domain/shared/contract/endpoint.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { sha256 } from '#functions/platform/store/transactions/idempotency.ts';
import { sharedKeys } from '../store/organization-registry.ts';
import type { Call, Handler } from './grants.ts';

const groups = 8;
/** One caller may have every address of an IPv6 /64, so that its network is what is counted (quality S-22). */
const networkGroups = 4;
/** What a provider gives to one site. */
const siteGroups = 3;

const hex = (part: string): number[] => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : []);

/** The eight groups of an IPv6 address, however it is written. */
const groupsOf = (ip: string): number[] => {
  // A zone names an interface of this machine; the last two groups may stand as an IPv4 address.
  const plain = ip.replace(/%.*$/, '').replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = '', tail] = plain.split('::');
  const [before, after] = [hex(head), hex(tail ?? '')];
  const left = tail === undefined ? 0 : groups - before.length - after.length;
  return [...before, ...Array<number>(left).fill(0), ...after];
};

const prefixOf = (address: readonly number[], length: number): string =>
  `${address
    .slice(0, length)
    .map((group) => group.toString(16))
    .join(':')}::/${length * 16}`;

/** The network that an address belongs to, the same for all the ways of writing it; what is no address stands for itself. */
export const networkOf = (ip: string): string => {
  if (!isIPv6(ip)) return ip;
  const address = groupsOf(ip);
  const [high = 0, low = 0] = address.slice(6);
  const isMapped = address.slice(0, 5).every((group) => group === 0) && address[5] === 0xffff;
  // An IPv4 address that came in IPv6 form is that IPv4 address.
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return prefixOf(address, networkGroups);
};

/** The /48 that an IPv6 address belongs to: a subscriber may have that many networks. Undefined for IPv4. */
const ipv6Site = (ip: string): string | undefined =>
  networkOf(ip).endsWith('/64') ? prefixOf(groupsOf(ip), siteGroups) : undefined;

interface RateState {
  allowed: boolean;
  remaining: number;
  resetSeconds: number;
}

interface Window {
  limit: string;
  caller: string;
  seconds: number;
  now: Date;
}

/** How many calls were counted in the window that runs. */
const callsCounted = async (table: Table, { limit, caller, seconds, now }: Window): Promise<number> => {
  const at = Math.floor(now.getTime() / 1000);
  const item = await table.get(sharedKeys.rate(limit, caller, String(at - (at % seconds))));
  return Number(item?.n ?? 0);
};

/** Counts one call against a fixed window. `caller` is a hash or an id, never an address in clear. */
const countCall = async (
  table: Table,
  { limit, caller, max, seconds, now }: Window & { max: number },
): Promise<RateState> => {
  const at = Math.floor(now.getTime() / 1000);
  const start = at - (at % seconds);
  const item = await table.update({
    update: sharedKeys.rate(limit, caller, String(start)),
    add: { n: 1 },
    set: { expires_at: start + seconds * 2 },
  });
  const used = Number(item.n);
  return { allowed: used <= max, remaining: Math.max(0, max - used), resetSeconds: start + seconds - at };
};

/** What one member of staff may ask in a minute, whatever the calls (quality S-23). */
const staffLimit: RateLimit = { by: 'user', max: 600, seconds: 60 };

interface Counted {
  limit: RateLimit;
  scope: string;
  /** A hash or an id, never an address in clear. */
  caller: string;
}

/** So many networks of one IPv6 site are let do what one may. */
const networksOfSite = 10;

interface Outcome {
  remaining: number;
  headers: Record<string, string>;
  /** Where the limit is used up: 429 with Retry-After. */
  refusal?: AppError;
}

/** Counts a call against one limit. */
const count = async (table: Table, now: Date, { limit, scope, caller }: Counted): Promise<Outcome> => {
  const { by, max, seconds } = limit;
  const { allowed, remaining, resetSeconds } = await countCall(table, {
    limit: `${scope}#${by}`,
    caller,
    max,
    seconds,
    now,
  });
  const headers = { ratelimit: `limit=${max}, remaining=${remaining}, reset=${resetSeconds}` };
  if (allowed) return { remaining, headers };
  const details = { reason: `limit by ${by}`, retryAfterSeconds: resetSeconds, headers };
  return { remaining, headers, refusal: new AppError('tooManyRequests', details) };
};

const hashed = (what: string): string => sha256(what).slice(0, 32);

/** Limits by address also count the whole site of an IPv6 network, at ten times the number. */
const counted = (limit: RateLimit, scope: string, { actor, request }: Call): Counted[] => {
  if (limit.by === 'user') return [{ limit, scope, caller: actor?.id ?? 'nobody' }];
  const ip = request.ip ?? 'unknown';
  const site = ipv6Site(ip);
  return [
    { limit, scope, caller: hashed(`ip ${networkOf(ip)}`) },
    ...(site ? [{ limit: { ...limit, max: limit.max * networksOfSite }, scope, caller: hashed(`ip ${site}`) }] : []),
  ];
};

/** The path is not enough: reading an invitation must not use up accepting it. */
const scopeOf = ({ row }: Pick<Handler, 'row'>, { sharedCounter: together }: RateLimit): string =>
  together ?? `${row.method} ${row.path}`;

/** What counts calls that were meant. */
const acceptedScope = (handler: Pick<Handler, 'row'>, limit: RateLimit): string =>
  `${scopeOf(handler, limit)}#accepted`;

const isOfCaller = ({ by, counts }: RateLimit): boolean => (by === 'ip' || by === 'user') && counts === undefined;

/**
 * While nothing can be written, staff read on: the limit of all their calls guards the machine, and a reading writes
 * nothing but its count. What has a limit of its own, since it discloses or can be guessed at, is refused (quality R-27).
 */
const isUncountedReading = ({ limit }: Counted, { handler: { row } }: Call, error: unknown): boolean =>
  limit === staffLimit && row.method === 'GET' && error instanceof AppError && error.kind === 'unavailable';

/** Counts a call against the limits of its caller; the headers are those of the tightest. Throws 429. */
export const countRequest = async (
  table: () => Table,
  call: Call,
  query: Readonly<Record<string, string | undefined>>,
): Promise<Record<string, string>> => {
  const { row } = call.handler;
  const all = [
    ...(row.limits ?? []).filter(isOfCaller).flatMap((limit) => counted(limit, scopeOf(call.handler, limit), call)),
    ...(row.permission === 'public' ? [] : counted(staffLimit, 'staff', call)),
  ];
  let header: Record<string, string> = {};
  let tightest = Number.POSITIVE_INFINITY;
  const counting = all
    .filter(({ limit: { unlessQuery } }) => unlessQuery === undefined || !query[unlessQuery])
    .map((one) =>
      count(table(), call.now, one).catch((error: unknown) => {
        if (isUncountedReading(one, call, error)) return undefined;
        throw error;
      }),
    );
  for (const outcome of await Promise.all(counting)) {
    if (!outcome) continue;
    const { remaining, headers, refusal } = outcome;
    if (refusal) throw refusal;
    if (remaining >= tightest) continue;
    tightest = remaining;
    header = headers;
  }
  return header;
};

/**
 * Counts a call that its handler has found to be meant against what the row takes of one caller address (`about` is
 * left out), home, organization or e-mail address. Answers the refusal where that is used up: the handler may throw it,
 * or take the call all the same.
 */
export const countAcceptedRequest = async (
  table: () => Table,
  call: Call,
  by: RateLimit['by'],
  about?: string,
): Promise<AppError | undefined> => {
  for (const limit of call.handler.row.limits ?? []) {
    if (limit.by !== by || isOfCaller(limit)) continue;
    const scope = acceptedScope(call.handler, limit);
    const all = about === undefined ? counted(limit, scope, call) : [{ limit, scope, caller: hashed(about) }];
    for (const one of all) {
      const { headers, refusal } = await count(table(), call.now, one);
      if (refusal) return refusal;
      if (by === 'ip') Object.assign(call.headers, headers);
    }
  }
  return undefined;
};

export interface UsedLimit {
  /** The call, or what it is counted together with. */
  what: string;
  used: number;
  max: number;
  seconds: number;
}

/** How much of what rows take of one home or organization is used in the windows that run; without those that are not. */
export const currentUsage = async (
  table: Table,
  rows: readonly Endpoint[],
  { by, about, now }: { by: RateLimit['by']; about: string; now: Date },
): Promise<UsedLimit[]> => {
  const limits = rows.flatMap((row) => (row.limits ?? []).map((limit) => ({ row, limit })));
  const ofAbout = limits.filter(({ limit }) => limit.by === by && !isOfCaller(limit));
  const scopes = new Map(ofAbout.map(({ row, limit }) => [acceptedScope({ row }, limit), { row, limit }]));
  const used = await Promise.all(
    [...scopes].map(
      async ([
        scope,
        {
          row,
          limit: { max, seconds, sharedCounter: together },
        },
      ]) => {
        const counter = { limit: `${scope}#${by}`, caller: hashed(about), seconds, now };
        return {
          what: together ?? `${row.method} ${row.path}`,
          used: await callsCounted(table, counter),
          max,
          seconds,
        };
      },
    ),
  );
  return used.filter((one) => one.used > 0);
};
