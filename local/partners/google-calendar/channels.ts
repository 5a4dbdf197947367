import { createHash } from 'node:crypto';
import { invalid, notFound, Refusal } from './answers.ts';
import type { Faults, Limits } from './faults.ts';
import type { Calendar, Channel, Grant } from './model.ts';
import type { Store } from './store.ts';

interface Options {
  store: Store;
  faults: Faults;
  limits: Limits;
  now: () => Date;
  /** Addresses on this machine need no certificate. */
  takesLocalHttp: boolean;
}
interface Wanted {
  id?: unknown;
  type?: unknown;
  address?: unknown;
  token?: unknown;
  expiration?: unknown;
  params?: { ttl?: unknown };
}

const isLocal = (url: URL): boolean => ['127.0.0.1', 'localhost'].includes(url.hostname);
const retriesMs = [200, 1_000, 5_000];

/** Channels that tell an app that something of a calendar changed, and never what. */
export const openChannels = ({ store, faults, limits, now, takesLocalHttp }: Options) => {
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
    // Numbers grow, with gaps.
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
      const { id, type, token = null, params } = wanted;
      if (type !== 'web_hook') throw new Refusal(400, 'required', 'Invalid channel type');
      if (typeof id !== 'string' || !/^[A-Za-z0-9\-_+/=]{1,64}$/.test(id)) throw invalid('Invalid channel id');
      if (token !== null && (typeof token !== 'string' || token.length > 256)) throw invalid('Invalid channel token');
      if (store.channels.get(id)) throw new Refusal(400, 'channelIdNotUnique', `Channel id ${id} not unique`);
      const address = addressOf(wanted.address);
      const asked = Number(wanted.expiration ?? (params?.ttl ? at() + Number(params.ttl) * 1000 : Number.NaN));
      const longest = at() + limits.channelSeconds * 1000;
      const channel: Channel = {
        ...{ id, calendar: calendar.id, email: grant.email, address, token, number: 0, isStopped: false },
        // Google's is the same for all channels of one resource.
        resourceId: createHash('sha256').update(calendar.id).digest('base64url'),
        expiration: Number.isFinite(asked) ? Math.min(asked, longest) : longest,
      };
      store.channels.put(channel);
      notify(channel, 'sync');
      return {
        ...{ kind: 'api#channel', id, resourceId: channel.resourceId, ...(token === null ? {} : { token }) },
        resourceUri: headersOf(channel, 'sync')['x-goog-resource-uri'],
        expiration: String(channel.expiration),
      };
    },
    stop(grant: Grant, { id, resourceId }: { id?: unknown; resourceId?: unknown }): void {
      const channel = store.channels.get(String(id));
      const isOwn = channel?.email === grant.email && channel.resourceId === resourceId;
      if (!channel || !isOwn || channel.isStopped || channel.expiration <= at()) throw notFound();
      store.channels.put({ ...channel, isStopped: true });
    },
    /** Something of the calendar changed. */
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
