import { calendar as calendarApi } from '@googleapis/calendar';
import * as z from 'zod';
import type { GoogleEvent } from '#domain/google-calendar/google-event.ts';
import { parsedAnswer } from '#functions/platform/adapters/partner-fetch.ts';
import {
  OutcomeUnknownError,
  PermanentError,
  ReauthorizationError,
} from '#functions/platform/store/partners/circuit.ts';
import {
  exchangeCode,
  fromGoogle,
  type GoogleApp,
  type GoogleEndpoints,
  type GoogleOptions,
  googleAuthUrl,
  googleClient,
} from './google-oauth.ts';

export interface ChangedEvent {
  id: string;
  etag: string;
  isGone: boolean;
  start: z.output<typeof Start> | undefined;
}
interface Channel {
  id: string;
  resource_id: string;
  /** Milliseconds since 1970. */
  expires: number;
}

const maxPages = 40;
const optional = z.string().nullish();
const Start = z.object({ date: optional, dateTime: optional, timeZone: optional });
const Calendar = z.object({ id: z.string().min(1), summary: optional });
const CalendarList = z.object({ items: z.array(z.object({ id: optional })).default([]) });
const Event = z.object({ etag: optional });
const Listed = z.object({ id: optional, etag: optional, status: optional, start: Start.nullish() });
const changedEvent = ({ id, etag, status, start }: z.output<typeof Listed> & { id: string }): ChangedEvent => ({
  id,
  etag: etag ?? '',
  isGone: status === 'cancelled',
  start: start ?? undefined,
});
const Changes = z.object({
  items: z.array(Listed).default([]),
  nextSyncToken: optional,
  nextPageToken: optional,
});
const Watch = z.object({ resourceId: z.string().min(1), expiration: z.coerce.number().positive() });

const statusOf = (error: unknown): string =>
  error instanceof PermanentError ? (error.message.split(' ')[0] ?? '') : '';
/** Returns undefined if Google responds with one of these statuses. */
const unless = async <T>(statuses: readonly string[], ask: Promise<T>): Promise<T | undefined> => {
  try {
    return await ask;
  } catch (error) {
    if (statuses.includes(statusOf(error))) return undefined;
    throw error;
  }
};

/** Our calendar was deleted at Google: nothing can be stored until a user connects again. */
export class CalendarGoneError extends ReauthorizationError {}

const inCalendar = async <T>(ask: Promise<T>): Promise<T> => {
  try {
    return await ask;
  } catch (error) {
    throw statusOf(error) === '404' ? new CalendarGoneError() : error;
  }
};

/** Both forms of start and end, null for the absent one: a patch merges. */
const wholeDay = ({ start, end }: GoogleEvent) => {
  const filled = (when: GoogleEvent['start']) => ({ date: null, dateTime: null, timeZone: null, ...when });
  return { start: filled(start), end: filled(end) };
};

export const googleAccount = (options: GoogleOptions, refreshToken: string) => {
  const client = googleClient(options);
  client.setCredentials({ refresh_token: refreshToken });
  const api = calendarApi({ version: 'v3', auth: client, rootUrl: options.endpoints.apiUrl });
  const answer = async (request: Promise<{ data: unknown }>): Promise<unknown> =>
    (await fromGoogle(request, options.now)).data;
  const sendUpdates = 'none';
  const insert = async (calendarId: string, id: string, event: GoogleEvent) =>
    parsedAnswer(Event, await answer(api.events.insert({ calendarId, sendUpdates, requestBody: { id, ...event } })));
  const update = async (calendarId: string, eventId: string, event: GoogleEvent) => {
    const requestBody = { ...event, ...wholeDay(event) };
    return parsedAnswer(Event, await answer(api.events.patch({ calendarId, eventId, sendUpdates, requestBody })));
  };
  return {
    async newCalendar(summary: string, timeZone: string): Promise<{ id: string; name: string }> {
      const calendar = parsedAnswer(
        Calendar,
        await answer(api.calendars.insert({ requestBody: { summary, timeZone } })),
      );
      return { id: calendar.id, name: calendar.summary ?? summary };
    },
    async calendars(): Promise<string[]> {
      const found = await answer(api.calendarList.list({ maxResults: 250 }));
      return parsedAnswer(CalendarList, found).items.flatMap(({ id }) => id ?? []);
    },
    /** Creates, changes or restores the event of this id, and returns its etag. */
    async put(calendarId: string, id: string, event: GoogleEvent, isKnown: boolean): Promise<string> {
      const changed = isKnown ? await unless(['404', '410'], update(calendarId, id, event)) : undefined;
      const put =
        changed ??
        (await unless(['409'], inCalendar(insert(calendarId, id, event)))) ??
        (await update(calendarId, id, event));
      return put.etag ?? '';
    },
    async event(calendarId: string, id: string): Promise<ChangedEvent | undefined> {
      const found = await unless(['404', '410'], answer(api.events.get({ calendarId, eventId: id })));
      return found === undefined ? undefined : changedEvent({ ...parsedAnswer(Listed, found), id });
    },
    /** Succeeds if the event is already gone. */
    async remove(calendarId: string, eventId: string): Promise<void> {
      await unless(['404', '410'], answer(api.events.delete({ calendarId, eventId, sendUpdates })));
    },
    /**
     * Returns all changes since a sync token; undefined if the token expired (410) or belongs to another query (400).
     */
    async changes(
      calendarId: string,
      since: string | null,
    ): Promise<{ events: ChangedEvent[]; next: string } | undefined> {
      const events: ChangedEvent[] = [];
      const query = { calendarId, singleEvents: true, showDeleted: true, maxResults: 2500 };
      const over = since === null ? ['410'] : ['400', '410'];
      let pageToken: string | undefined;
      for (let page = 0; page < maxPages; page++) {
        const from = { ...(since !== null && { syncToken: since }), ...(pageToken && { pageToken }) };
        const found = await unless(over, inCalendar(answer(api.events.list({ ...query, ...from }))));
        if (found === undefined) return undefined;
        const changes = parsedAnswer(Changes, found);
        for (const { id, ...event } of changes.items) if (id) events.push(changedEvent({ ...event, id }));
        if (changes.nextSyncToken) return { events, next: changes.nextSyncToken };
        pageToken = changes.nextPageToken ?? undefined;
      }
      throw new OutcomeUnknownError('pages');
    },
    /** Starts notifications of changes; Google decides when they expire. */
    async watch(calendarId: string, channel: { id: string; address: string }): Promise<Channel> {
      const requestBody = { ...channel, type: 'web_hook' };
      const found = await inCalendar(answer(api.events.watch({ calendarId, requestBody })));
      const { resourceId, expiration } = parsedAnswer(Watch, found);
      return { id: channel.id, resource_id: resourceId, expires: expiration };
    },
    async stop({ id, resource_id: resourceId }: Channel): Promise<void> {
      await unless(['404', '410'], answer(api.channels.stop({ requestBody: { id, resourceId } })));
    },
    /** Succeeds if access was already revoked. */
    async revoke(): Promise<void> {
      try {
        await fromGoogle(client.revokeToken(refreshToken), options.now);
      } catch (error) {
        if (!(error instanceof PermanentError)) throw error;
      }
    },
  };
};
export type GoogleAccount = ReturnType<typeof googleAccount>;

export interface GoogleConnector {
  /** Google redirects browsers and sends notifications to this site. */
  siteUrl: string;
  authUrl(state: string): Promise<string>;
  exchange(code: string, state: string): ReturnType<typeof exchangeCode>;
  account(
    refreshToken: string,
  ): Promise<Pick<ReturnType<typeof googleAccount>, 'newCalendar' | 'calendars' | 'revoke'>>;
}

interface ConnectorOptions {
  endpoints: GoogleEndpoints;
  app: () => Promise<GoogleApp>;
  siteUrl: string;
  now: () => Date;
}

export const redirectUriOf = (siteUrl: string): string => `${siteUrl}/settings/calendar/google`;

const optionsOf = async ({ endpoints, app, siteUrl, now }: ConnectorOptions) => ({
  endpoints,
  now,
  redirectUri: redirectUriOf(siteUrl),
  app: await app(),
});

export const googleConnectorAt = (options: ConnectorOptions): GoogleConnector => ({
  siteUrl: options.siteUrl,
  authUrl: async (state) => {
    const { endpoints, app, redirectUri } = await optionsOf(options);
    return googleAuthUrl(endpoints, app, { redirectUri, state });
  },
  exchange: async (code, state) => exchangeCode(await optionsOf(options), code, state),
  account: async (refreshToken) => googleAccount(await optionsOf(options), refreshToken),
});

/** Returns an organization's Google account, with its access token cached in this process. */
export const googleAccounts = (options: ConnectorOptions) => {
  const accounts = new Map<string, ReturnType<typeof googleAccount>>();
  const most = 200;
  return async (refreshToken: string): Promise<ReturnType<typeof googleAccount>> => {
    const known = accounts.get(refreshToken);
    if (known) return known;
    const account = googleAccount(await optionsOf(options), refreshToken);
    if (accounts.size >= most) accounts.clear();
    accounts.set(refreshToken, account);
    return account;
  };
};
export type GoogleAccounts = ReturnType<typeof googleAccounts>;
