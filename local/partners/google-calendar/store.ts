import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import * as z from 'zod';
import { OAuthRefusal, openRecords } from '../fake-partner.ts';

export const Account = z.object({ email: z.string(), sub: z.string(), name: z.string() });
export type Account = z.output<typeof Account>;

export const Grant = z.object({
  id: z.string(),
  email: z.string(),
  scopes: z.array(z.string()),
  refreshToken: z.string(),
  accessTokens: z.array(z.object({ token: z.string(), expires: z.number() })),
});
export type Grant = z.output<typeof Grant>;

export const Calendar = z.object({
  id: z.string(),
  owner: z.string(),
  summary: z.string(),
  timeZone: z.string(),
  primary: z.boolean(),
  /** Created by the app: the narrowest scope reaches no other calendar. */
  ofApp: z.boolean(),
});
export type Calendar = z.output<typeof Calendar>;

export interface When {
  date?: string;
  dateTime?: string;
  timeZone?: string;
}

export const Stored = z.object({
  id: z.string(),
  calendar: z.string(),
  change: z.number(),
  resource: z.record(z.string(), z.unknown()),
});
export type Stored = z.output<typeof Stored>;

export const Channel = z.object({
  id: z.string(),
  resourceId: z.string(),
  calendar: z.string(),
  email: z.string(),
  address: z.string(),
  token: z.string().nullable(),
  expiration: z.number(),
  number: z.number(),
  isStopped: z.boolean(),
});
type Channel = z.output<typeof Channel>;

export const openStore = (dataDir: string) => {
  const { database, kindOf, next } = openRecords(join(dataDir, 'google-calendar.sqlite'));
  return {
    accounts: kindOf('account', Account, ({ email }) => email),
    grants: kindOf('grant', Grant, ({ id }) => id),
    calendars: kindOf('calendar', Calendar, ({ id }) => id),
    events: kindOf('event', Stored, ({ calendar, id }) => `${calendar} ${id}`),
    channels: kindOf('channel', Channel, ({ id }) => id),
    next,
    close: (): void => database.close(),
  };
};
export type Store = ReturnType<typeof openStore>;

const times = z.int().min(0).max(10_000);

/**
 * Injected faults. `status`: the response to every Calendar API call before it runs, with Google's `reason` and
 * `retryAfter` seconds in its header; `hang`: no response; `loseAnswers`: this many next changes run, and the
 * connection is cut before the response. `expireTokens`: access tokens count as expired; `invalidGrant`: refreshing is
 * rejected, as after revocation; `tokenStatus`: the token endpoint's response; `syncTokensGone`: this many next sync
 * tokens get a 410. `drop`: channels send no notification.
 */
export const Faults = z.strictObject({
  status: z.int().min(400).max(599).nullable().default(null),
  reason: z.string().max(60).default('backendError'),
  retryAfter: times.nullable().default(null),
  hang: z.boolean().default(false),
  loseAnswers: times.default(0),
  expireTokens: z.boolean().default(false),
  invalidGrant: z.boolean().default(false),
  tokenStatus: z.int().min(400).max(599).nullable().default(null),
  syncTokensGone: times.default(0),
  channels: z.strictObject({ drop: z.boolean().default(false) }).prefault({}),
});
export type Faults = z.output<typeof Faults>;

export class Refusal extends Error {
  readonly status: number;
  readonly reason: string;
  readonly domain: string;

  constructor(status: number, reason: string, message: string, domain = 'global') {
    super(message);
    this.status = status;
    this.reason = reason;
    this.domain = domain;
  }
}
export const invalid = (message: string): Refusal => new Refusal(400, 'invalid', message);
export const notFound = (): Refusal => new Refusal(404, 'notFound', 'Not Found');

export const answerJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body));
};

export const answerRefusal = (response: ServerResponse, error: unknown): boolean => {
  if (error instanceof Refusal) {
    const { status: code, reason, domain, message } = error;
    answerJson(response, code, { error: { errors: [{ domain, reason, message }], code, message } });
  } else if (error instanceof OAuthRefusal)
    answerJson(response, error.status, { error: error.error, error_description: error.message });
  else return false;
  return true;
};

interface Options {
  store: Store;
  faults: Faults;
  now: () => Date;
  /** URLs on this machine need no certificate. */
  takesLocalHttp: boolean;
}
interface Wanted {
  id?: unknown;
  type?: unknown;
  address?: unknown;
  token?: unknown;
}

const isLocal = (url: URL): boolean => ['127.0.0.1', 'localhost'].includes(url.hostname);
const retriesMs = [200, 1_000, 5_000];
const channelMs = 604_800_000;

/** Channels that notify an app that a calendar changed, without details. */
export const openChannels = ({ store, faults, now, takesLocalHttp }: Options) => {
  const waiting = new Set<NodeJS.Timeout>();
  const at = (): number => now().getTime();
  let isOver = false;

  const headersOf = (channel: Channel, state: string): Record<string, string> => ({
    'x-goog-channel-id': channel.id,
    'x-goog-resource-id': channel.resourceId,
    'x-goog-resource-uri': `https://www.googleapis.com/calendar/v3/calendars/${encodeURIComponent(channel.calendar)}/events?alt=json`,
    'x-goog-resource-state': state,
    'x-goog-message-number': String(channel.number),
    'x-goog-channel-expiration': new Date(channel.expiration).toUTCString(),
    ...(channel.token === null ? {} : { 'x-goog-channel-token': channel.token }),
  });

  const post = async (address: string, headers: Record<string, string>, tries = 0): Promise<void> => {
    if (isOver) return;
    const status = await fetch(address, { method: 'POST', headers, signal: AbortSignal.timeout(10_000) }).then(
      (answer) => answer.status,
      () => 503,
    );
    const wait = retriesMs[tries];
    if (![500, 502, 503, 504].includes(status) || wait === undefined || isOver) return;
    const timer = setTimeout(() => {
      waiting.delete(timer);
      void post(address, headers, tries + 1);
    }, wait);
    waiting.add(timer);
  };

  const notify = (before: Channel, state: 'sync' | 'exists'): void => {
    if (faults.channels.drop) return;
    // Numbers grow with gaps.
    const channel = { ...before, number: before.number + (state === 'sync' ? 1 : 3) };
    store.channels.put(channel);
    void post(channel.address, headersOf(channel, state));
  };

  const addressOf = (given: unknown): string => {
    if (typeof given !== 'string' || !URL.canParse(given)) throw invalid('Invalid address');
    const url = new URL(given);
    if (url.protocol !== 'https:' && !(takesLocalHttp && isLocal(url)))
      throw new Refusal(400, 'push.webhookUrlNotHttps', `WebHook callback must be HTTPS: ${given}`);
    return given;
  };

  return {
    watch(grant: Grant, calendar: Calendar, wanted: Wanted): object {
      const { id, type, token = null } = wanted;
      if (type !== 'web_hook') throw new Refusal(400, 'required', 'Invalid channel type');
      if (typeof id !== 'string' || !/^[A-Za-z0-9\-_+/=]{1,64}$/.test(id)) throw invalid('Invalid channel id');
      if (token !== null && (typeof token !== 'string' || token.length > 256)) throw invalid('Invalid channel token');
      if (store.channels.get(id)) throw new Refusal(400, 'channelIdNotUnique', `Channel id ${id} not unique`);
      const address = addressOf(wanted.address);
      const channel: Channel = {
        id,
        calendar: calendar.id,
        email: grant.email,
        address,
        token,
        number: 0,
        isStopped: false,
        // Google's is the same for all channels of one resource.
        resourceId: createHash('sha256').update(calendar.id).digest('base64url'),
        expiration: at() + channelMs,
      };
      store.channels.put(channel);
      notify(channel, 'sync');
      return { kind: 'api#channel', id, resourceId: channel.resourceId, expiration: String(channel.expiration) };
    },
    stop(grant: Grant, { id, resourceId }: { id?: unknown; resourceId?: unknown }): void {
      const channel = store.channels.get(String(id));
      const isOwn = channel?.email === grant.email && channel.resourceId === resourceId;
      if (!channel || !isOwn || channel.isStopped || channel.expiration <= at()) throw notFound();
      store.channels.put({ ...channel, isStopped: true });
    },
    changed(calendar: string): void {
      for (const channel of store.channels.all())
        if (channel.calendar === calendar && !channel.isStopped && channel.expiration > at()) notify(channel, 'exists');
    },
    close(): void {
      isOver = true;
      for (const timer of waiting) clearTimeout(timer);
    },
  };
};
export type Channels = ReturnType<typeof openChannels>;
