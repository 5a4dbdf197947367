import { isIPv6 } from 'node:net';
import type { Endpoint, RateLimit } from '#domain/shared/contract/endpoint.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { sha256 } from '#functions/platform/store/transactions/idempotency.ts';
import { sharedKeys } from '../store/keys.ts';
import type { Call, Handler } from './actor.ts';

const groups = 8;
/** One caller can have all addresses of an IPv6 /64 (S-22). */
const networkGroups = 4;
/** A provider assigns a /48 to one site. */
const siteGroups = 3;

const hex = (part: string): number[] => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : []);

const groupsOf = (ip: string): number[] => {
  // A zone names an interface of this machine; the last two groups can be written as IPv4.
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

/** Returns the network of an address, equal for all its notations; any other text unchanged. */
export const networkOf = (ip: string): string => {
  if (!isIPv6(ip)) return ip;
  const address = groupsOf(ip);
  const [high = 0, low = 0] = address.slice(6);
  const isMapped = address.slice(0, 5).every((group) => group === 0) && address[5] === 0xffff;
  // An IPv4-mapped IPv6 address is that IPv4 address.
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return prefixOf(address, networkGroups);
};

/** A subscriber can have all networks of a /48; undefined for IPv4. */
const ipv6Site = (ip: string): string | undefined =>
  networkOf(ip).endsWith('/64') ? prefixOf(groupsOf(ip), siteGroups) : undefined;

/** Per staff member, over all endpoints (S-23). */
const staffLimit: RateLimit = { by: 'user', max: 600, seconds: 60 };

interface Counted {
  limit: RateLimit;
  scope: string;
  /** A hash or an id, never a plain address. */
  caller: string;
}

/** An IPv6 site may make this many times the calls of one network. */
const networksOfSite = 10;

interface Outcome {
  remaining: number;
  headers: Record<string, string>;
  refusal?: AppError;
}

const windowOf = ({ limit: { by, seconds }, scope, caller }: Counted, now: Date) => {
  const at = Math.floor(now.getTime() / 1000);
  const start = at - (at % seconds);
  return { key: sharedKeys.rate(`${scope}#${by}`, caller, String(start)), start, resetSeconds: start + seconds - at };
};

const count = async (table: Table, now: Date, definition: Counted): Promise<Outcome> => {
  const { by, max, seconds } = definition.limit;
  const { key, start, resetSeconds } = windowOf(definition, now);
  const item = await table.update({ update: key, add: { n: 1 }, set: { expires_at: start + seconds * 2 } });
  const remaining = Math.max(0, max - Number(item.n));
  const headers = { ratelimit: `limit=${max}, remaining=${remaining}, reset=${resetSeconds}` };
  if (Number(item.n) <= max) return { remaining, headers };
  const details = { reason: `limit by ${by}`, retryAfterSeconds: resetSeconds, headers };
  return { remaining, headers, refusal: new AppError('tooManyRequests', details) };
};

const hashed = (what: string): string => sha256(what).slice(0, 32);

const counted = (limit: RateLimit, scope: string, { actor, request }: Call): Counted[] => {
  if (limit.by === 'user') return [{ limit, scope, caller: actor?.id ?? 'nobody' }];
  const ip = request.ip ?? 'unknown';
  const site = ipv6Site(ip);
  return [
    { limit, scope, caller: hashed(`ip ${networkOf(ip)}`) },
    ...(site ? [{ limit: { ...limit, max: limit.max * networksOfSite }, scope, caller: hashed(`ip ${site}`) }] : []),
  ];
};

/** Uses the method too, so that reading an invitation does not use up the limit for accepting it. */
const scopeOf = ({ endpoint }: Pick<Handler, 'endpoint'>, { sharedCounter: together }: RateLimit): string =>
  together ?? `${endpoint.method} ${endpoint.path}`;

const acceptedScope = (handler: Pick<Handler, 'endpoint'>, limit: RateLimit): string =>
  `${scopeOf(handler, limit)}#accepted`;

const isOfCaller = ({ by, counts }: RateLimit): boolean => (by === 'ip' || by === 'user') && counts === undefined;

/** While writes fail, staff can still read, except what has a limit of its own. */
const isUncountedReading = ({ limit }: Counted, { handler: { endpoint } }: Call, error: unknown): boolean =>
  limit === staffLimit && endpoint.method === 'GET' && error instanceof AppError && error.kind === 'unavailable';

/** Counts a call against its caller's limits; the headers are those of the tightest. Throws 429. */
export const countRequest = async (
  table: () => Table,
  call: Call,
  query: Readonly<Record<string, string | undefined>>,
): Promise<Record<string, string>> => {
  const { endpoint } = call.handler;
  const all = [
    ...(endpoint.limits ?? [])
      .filter(isOfCaller)
      .flatMap((limit) => counted(limit, scopeOf(call.handler, limit), call)),
    ...(endpoint.permission === 'public' ? [] : counted(staffLimit, 'staff', call)),
  ];
  let header: Record<string, string> = {};
  let tightest = Number.POSITIVE_INFINITY;
  const counting = all
    .filter(({ limit: { unlessQuery } }) => unlessQuery === undefined || !query[unlessQuery])
    .map((definition) =>
      count(table(), call.now, definition).catch((error: unknown) => {
        if (isUncountedReading(definition, call, error)) return undefined;
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
 * Counts an accepted call by address, or by location, organization or email address (`about`). Returns the 429 if the
 * limit is used up.
 */
export const countAcceptedRequest = async (
  table: () => Table,
  call: Call,
  by: RateLimit['by'],
  about?: string,
): Promise<AppError | undefined> => {
  for (const limit of call.handler.endpoint.limits ?? []) {
    if (limit.by !== by || isOfCaller(limit)) continue;
    const scope = acceptedScope(call.handler, limit);
    const all = about === undefined ? counted(limit, scope, call) : [{ limit, scope, caller: hashed(about) }];
    for (const definition of all) {
      const { headers, refusal } = await count(table(), call.now, definition);
      if (refusal) return refusal;
      if (by === 'ip') Object.assign(call.headers, headers);
    }
  }
  return undefined;
};

/**
 * Counts an email against three limits: of the organization to this address, of the organization to all, of all to
 * this address. A rejected email uses up nothing of the later limits. Throws 429.
 */
export const countMail = async (
  { countAccepted }: { countAccepted(by: RateLimit['by'], about: string): Promise<AppError | undefined> },
  organizationId: string,
  email: string,
): Promise<void> => {
  const refusal =
    (await countAccepted('recipient', `${organizationId} ${email}`)) ??
    (await countAccepted('organization', organizationId)) ??
    (await countAccepted('address', email));
  if (refusal) throw refusal;
};

export interface UsedLimit {
  what: string;
  used: number;
  max: number;
  seconds: number;
}

/** Returns the current usage of a location's or organization's limits, omitting unused ones. */
export const currentUsage = async (
  table: Table,
  endpoints: readonly Endpoint[],
  { by, about, now }: { by: RateLimit['by']; about: string; now: Date },
): Promise<UsedLimit[]> => {
  const limits = endpoints.flatMap((endpoint) => (endpoint.limits ?? []).map((limit) => ({ endpoint, limit })));
  const ofAbout = limits.filter(({ limit }) => limit.by === by && !isOfCaller(limit));
  const scopes = new Map(
    ofAbout.map(({ endpoint, limit }) => [acceptedScope({ endpoint }, limit), { endpoint, limit }]),
  );
  const used = await Promise.all(
    [...scopes].map(async ([scope, { endpoint, limit }]) => {
      const item = await table.get(windowOf({ limit, scope, caller: hashed(about) }, now).key);
      const { max, seconds } = limit;
      return { what: scopeOf({ endpoint }, limit), used: Number(item?.n ?? 0), max, seconds };
    }),
  );
  return used.filter((resource) => resource.used > 0);
};
