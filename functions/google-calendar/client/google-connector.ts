import { calendar as calendarApi } from '@googleapis/calendar';
import * as z from 'zod';
import type { GoogleEvent } from '#domain/google-calendar/google-event.ts';
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

/** An event that changed at Google. */
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
  ...{ id, etag: etag ?? '', isGone: status === 'cancelled', start: start ?? undefined },
});
const Changes = z.object({
  items: z.array(Listed).default([]),
  nextSyncToken: optional,
  nextPageToken: optional,
});
const Watch = z.object({ resourceId: z.string().min(1), expiration: z.coerce.number().positive() });

const read = <T extends z.ZodType>(schema: T, answer: unknown): z.output<T> => {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new OutcomeUnknownError('answer');
  return parsed.data;
};

const statusOf = (error: unknown): string =>
  error instanceof PermanentError ? (error.message.split(' ')[0] ?? '') : '';
/** Undefined where Google answers one of these. */
const unless = async <T>(statuses: readonly string[], ask: Promise<T>): Promise<T | undefined> => {
  try {
    return await ask;
  } catch (error) {
    if (statuses.includes(statusOf(error))) return undefined;
    throw error;
  }
};

/** Our calendar was deleted there, and nothing can be put into it until somebody has connected anew. */
export class CalendarGone extends ReauthorizationError {}

/** Where Google knows no calendar any more of this id, it was deleted there: nothing can be put into it. */
const inCalendar = async <T>(ask: Promise<T>): Promise<T> => {
  try {
    return await ask;
  } catch (error) {
    throw statusOf(error) === '404' ? new CalendarGone() : error;
  }
};

/** Both kinds of beginnings and ends, with null for what the event has not: a patch merges. */
const whole = ({ start, end }: GoogleEvent) => {
  const filled = (when: GoogleEvent['start']) => ({ date: null, dateTime: null, timeZone: null, ...when });
  return { start: filled(start), end: filled(end) };
};

/** One account at Google, as far as the product uses it. Throws a PartnerError. */
export const googleAccount = (options: GoogleOptions, refreshToken: string) => {
  const client = googleClient(options);
  client.setCredentials({ refresh_token: refreshToken });
  const api = calendarApi({ version: 'v3', auth: client, rootUrl: options.endpoints.apiUrl });
  const answer = async (asked: Promise<{ data: unknown }>): Promise<unknown> =>
    (await fromGoogle(asked, options.now)).data;
  // Google mails nobody.
  const sendUpdates = 'none';
  const insert = async (calendarId: string, id: string, event: GoogleEvent) =>
    read(Event, await answer(api.events.insert({ calendarId, sendUpdates, requestBody: { id, ...event } })));
  const update = async (calendarId: string, eventId: string, event: GoogleEvent) => {
    const requestBody = { ...event, ...whole(event) };
    return read(Event, await answer(api.events.patch({ calendarId, eventId, sendUpdates, requestBody })));
  };
  return {
    async newCalendar(summary: string, timeZone: string): Promise<{ id: string; name: string }> {
      const made = read(Calendar, await answer(api.calendars.insert({ requestBody: { summary, timeZone } })));
      return { id: made.id, name: made.summary ?? summary };
    },
    /** Ids of the calendars that are in the account. */
    async calendars(): Promise<string[]> {
      const found = await answer(api.calendarList.list({ maxResults: 250 }));
      return read(CalendarList, found).items.flatMap(({ id }) => id ?? []);
    },
    /**
     * Puts an event under an id of our own, however often it is asked: one that is there is changed, one that was deleted is
     * brought back. Answers its etag.
     */
    async put(calendarId: string, id: string, event: GoogleEvent, isKnown: boolean): Promise<string> {
      const changed = isKnown ? await unless(['404', '410'], update(calendarId, id, event)) : undefined;
      const put =
        changed ??
        (await unless(['409'], inCalendar(insert(calendarId, id, event)))) ??
        (await update(calendarId, id, event));
      return put.etag ?? '';
    },
    /** How an event stands there now; undefined where it is not known. */
    async event(calendarId: string, id: string): Promise<ChangedEvent | undefined> {
      const found = await unless(['404', '410'], answer(api.events.get({ calendarId, eventId: id })));
      return found === undefined ? undefined : changedEvent({ ...read(Listed, found), id });
    },
    /** Takes an event away; one that is gone already is no failure. */
    async remove(calendarId: string, eventId: string): Promise<void> {
      await unless(['404', '410'], answer(api.events.delete({ calendarId, eventId, sendUpdates })));
    },
    /**
     * What changed since a sync token, with the next one; everything without one. Undefined where the token is over (410), or
     * belongs to another question (400): whoever asked begins without one.
     */
    async changes(
      calendarId: string,
      since: string | null,
    ): Promise<{ events: ChangedEvent[]; next: string } | undefined> {
      const events: ChangedEvent[] = [];
      const asked = { calendarId, singleEvents: true, showDeleted: true, maxResults: 2500 };
      const over = since === null ? ['410'] : ['400', '410'];
      let pageToken: string | undefined;
      for (let page = 0; page < maxPages; page++) {
        const from = { ...(since !== null && { syncToken: since }), ...(pageToken && { pageToken }) };
        const found = await unless(over, inCalendar(answer(api.events.list({ ...asked, ...from }))));
        if (found === undefined) return undefined;
        const said = read(Changes, found);
        for (const { id, ...one } of said.items) if (id) events.push(changedEvent({ ...one, id }));
        if (said.nextSyncToken) return { events, next: said.nextSyncToken };
        pageToken = said.nextPageToken ?? undefined;
      }
      throw new OutcomeUnknownError('pages');
    },
    /** Has changes of a calendar announced; it ends by itself, when Google says. */
    async watch(calendarId: string, channel: { id: string; address: string }): Promise<Channel> {
      const requestBody = { ...channel, type: 'web_hook' };
      const found = await inCalendar(answer(api.events.watch({ calendarId, requestBody })));
      const { resourceId, expiration } = read(Watch, found);
      return { id: channel.id, resource_id: resourceId, expires: expiration };
    },
    async stop({ id, resource_id: resourceId }: Channel): Promise<void> {
      await unless(['404', '410'], answer(api.channels.stop({ requestBody: { id, resourceId } })));
    },
    /** Gives the access back; access that was taken away before is no failure. */
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

/** Whoever connects an organization to Google Calendar comes in here. */
export interface GoogleConnector {
  /** Where the product itself is: Google sends browsers and announcements there. */
  siteUrl: string;
  authUrl(state: string): Promise<string>;
  exchange(code: string, state: string): ReturnType<typeof exchangeCode>;
  account(
    refreshToken: string,
  ): Promise<Pick<ReturnType<typeof googleAccount>, 'newCalendar' | 'calendars' | 'revoke'>>;
}

interface DoorOptions {
  endpoints: GoogleEndpoints;
  app: () => Promise<GoogleApp>;
  siteUrl: string;
  now: () => Date;
}

/** Where Google sends the browser back; registered there with the OAuth client. */
export const redirectUriOf = (siteUrl: string): string => `${siteUrl}/settings/calendar/google`;

const optionsOf = async ({ endpoints, app, siteUrl, now }: DoorOptions) => ({
  ...{ endpoints, now, redirectUri: redirectUriOf(siteUrl) },
  app: await app(),
});

export const googleConnectorAt = (door: DoorOptions): GoogleConnector => ({
  siteUrl: door.siteUrl,
  authUrl: async (state) => {
    const { endpoints, app, redirectUri } = await optionsOf(door);
    return googleAuthUrl(endpoints, app, { redirectUri, state });
  },
  exchange: async (code, state) => exchangeCode(await optionsOf(door), code, state),
  account: async (refreshToken) => googleAccount(await optionsOf(door), refreshToken),
});

/** The accounts that workers ask, each kept with its access token for as long as this process lives. */
export const googleAccounts = (door: DoorOptions) => {
  const kept = new Map<string, ReturnType<typeof googleAccount>>();
  const most = 200;
  return async (refreshToken: string): Promise<ReturnType<typeof googleAccount>> => {
    const known = kept.get(refreshToken);
    if (known) return known;
    const account = googleAccount(await optionsOf(door), refreshToken);
    if (kept.size >= most) kept.clear();
    kept.set(refreshToken, account);
    return account;
  };
};
export type GoogleAccounts = ReturnType<typeof googleAccounts>;
