import { mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auth, calendar, type calendar_v3 } from '@googleapis/calendar';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listen, type Running } from '#local/aws/http-listener.ts';
import { type GoogleCalendar, startGoogleCalendar } from './google-calendar.ts';
import { Faults } from './store.ts';

const scopes = ['calendar.app.created', 'calendar.calendarlist.readonly'].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
);
const redirectUri = 'http://127.0.0.1:4000/calendar/google';
const app = { clientId: 'client', clientSecret: 'secret', redirectUris: [redirectUri] };
const email = 'june@whitcomb-ames.example';
const timed = (day: string) => ({
  start: { dateTime: `${day}T10:00:00`, timeZone: 'America/New_York' },
  end: { dateTime: `${day}T11:00:00`, timeZone: 'America/New_York' },
});

describe('Google Calendar sandbox with Google’s own client', { timeout: 30_000 }, () => {
  let google: GoogleCalendar;
  let dataDir: string;
  let watcher: Running;
  let notifications: Record<string, string | string[] | undefined>[];
  const now = Date.parse('2026-03-01T10:00:00Z');
  const start = () =>
    startGoogleCalendar({
      ...{ port: 0, dataDir, app, accounts: { [email]: 'June Alder', 'two@example.com': 'Two' } },
      ...{ takesLocalHttp: true, now: () => new Date(now) },
    });
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'google-calendar-'));
    google = await start();
    const listener: RequestListener = (request, response) => {
      notifications.push(request.headers);
      response.writeHead(204).end();
    };
    watcher = await listen(listener, 0);
  });
  beforeEach(() => {
    notifications = [];
    Object.assign(google.faults, Faults.parse({}));
  });
  afterAll(async () => {
    await google.close();
    await watcher.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const client = () =>
    new auth.OAuth2({
      ...{ clientId: app.clientId, clientSecret: app.clientSecret, redirectUri, forceRefreshOnFailure: true },
      endpoints: {
        oauth2AuthBaseUrl: `${google.url}/o/oauth2/v2/auth`,
        oauth2TokenUrl: `${google.url}/token`,
        oauth2RevokeUrl: `${google.url}/revoke`,
      },
    });
  const consent = async (authUrl: string, granted: readonly string[], answer = 'allow') => {
    const form = new URLSearchParams([...new URL(authUrl).searchParams, ['account', email], ['answer', answer]]);
    for (const scope of granted) form.append('granted', scope);
    const response = await fetch(`${google.url}/o/oauth2/v2/auth`, { method: 'POST', body: form, redirect: 'manual' });
    return new URL(response.headers.get('location') ?? '').searchParams;
  };
  const connected = async (granted: readonly string[] = [...scopes, 'openid', 'email']) => {
    const oauth = client();
    const { codeVerifier, codeChallenge } = await oauth.generateCodeVerifierAsync();
    const url = oauth.generateAuthUrl({
      ...{ access_type: 'offline', prompt: 'consent', state: 'state', scope: [...scopes, 'openid', 'email'] },
      ...{ code_challenge: codeChallenge ?? '', code_challenge_method: 'S256' as never },
    });
    expect((await fetch(url)).status).toBe(200);
    const back = await consent(url, granted);
    const code = back.get('code') ?? '';
    await expect(client().getToken({ code, codeVerifier: 'wrong' })).rejects.toMatchObject({ status: 400 });
    const again = (await consent(url, granted)).get('code') ?? '';
    const { tokens } = await oauth.getToken({ code: again, codeVerifier });
    await expect(client().getToken({ code: again, codeVerifier })).rejects.toMatchObject({ message: 'invalid_grant' });
    oauth.setCredentials(tokens);
    const api = calendar({ version: 'v3', auth: oauth, rootUrl: `${google.url}/`, retry: false });
    return { oauth, api, tokens };
  };
  const ownCalendar = async (api: calendar_v3.Calendar): Promise<string> =>
    (await api.calendars.insert({ requestBody: { summary: 'Whitcomb & Ames', timeZone: 'America/New_York' } })).data
      .id ?? '';

  it('issues tokens after consent, limited to the granted scopes', async () => {
    const { api, tokens } = await connected();
    expect(tokens.refresh_token).toMatch(/^1\/\/0g/);
    expect(JSON.parse(Buffer.from(tokens.id_token?.split('.')[1] ?? '', 'base64url').toString()).email).toBe(email);
    const list = await api.calendarList.list();
    expect(list.data.items?.map(({ id }) => id)).toContain(email);
    await expect(api.events.list({ calendarId: 'primary' })).rejects.toMatchObject({ status: 404 });
    const { api: less, tokens: tokens2 } = await connected([scopes[0] ?? '']);
    expect(tokens2.scope).toBe(scopes[0]);
    await expect(less.calendarList.list()).rejects.toMatchObject({ status: 403 });
    expect((await consent(client().generateAuthUrl({ scope: scopes }), [], 'deny')).get('error')).toBe('access_denied');
  });

  it("stores events under the client's ids: 409, 410, 412, revived, merged", async () => {
    const { api } = await connected();
    const calendarId = await ownCalendar(api);
    const event = { id: 'abc12', summary: 'Service', ...timed('2026-03-09') };
    const { data } = await api.events.insert({ calendarId, requestBody: event });
    await expect(api.events.insert({ calendarId, requestBody: event })).rejects.toMatchObject({ status: 409 });
    for (const id of ['ABC', 'xyz12', 'abc']) {
      const refused = api.events.insert({ calendarId, requestBody: { ...event, id } });
      await expect(refused).rejects.toMatchObject({ status: 400 });
    }
    const patched = await api.events.patch({ calendarId, eventId: 'abc12', requestBody: { location: 'Chapel' } });
    expect(patched.data).toMatchObject({ summary: 'Service', location: 'Chapel', sequence: 1 });
    const stale = { headers: { 'if-match': data.etag ?? '' } };
    await expect(
      api.events.patch({ calendarId, eventId: 'abc12', requestBody: { location: 'Garden' } }, stale),
    ).rejects.toMatchObject({ status: 412 });
    await api.events.delete({ calendarId, eventId: 'abc12' });
    await expect(api.events.delete({ calendarId, eventId: 'abc12' })).rejects.toMatchObject({ status: 410 });
    await expect(api.events.insert({ calendarId, requestBody: event })).rejects.toMatchObject({ status: 409 });
    const revived = { ...event, status: 'confirmed' };
    expect((await api.events.patch({ calendarId, eventId: 'abc12', requestBody: revived })).data.status).toBe(
      'confirmed',
    );
    const at = (time: string, timeZone: string) => ({ dateTime: `2026-03-09T${time}`, timeZone });
    for (const wrong of [
      { end: { date: '2026-03-10' } },
      { start: { date: '2026-03-10' }, end: { date: '2026-03-10' } },
      { start: { date: '2026-02-28' }, end: { date: '2026-02-30' } },
      { end: at('09:59:59', 'America/New_York') },
      { end: at('11:00:00', 'America/Jacksonville') },
      { extendedProperties: { shared: { note: 'x'.repeat(1025) } } },
    ]) {
      const refused = api.events.insert({ calendarId, requestBody: { ...event, id: 'wrong', ...wrong } });
      await expect(refused, JSON.stringify(wrong)).rejects.toMatchObject({ status: 400 });
    }
  });

  it('returns changes since a token page by page, and 410 for an expired token', async () => {
    const { api } = await connected();
    const calendarId = await ownCalendar(api);
    for (const id of ['aaaaa', 'bbbbb', 'ccccc'])
      await api.events.insert({ calendarId, requestBody: { id, ...timed('2026-03-09') } });
    const first = await api.events.list({ calendarId, maxResults: 2 });
    expect([first.data.items?.length, first.data.nextSyncToken]).toEqual([2, undefined]);
    const last = await api.events.list({ calendarId, maxResults: 2, pageToken: first.data.nextPageToken ?? '' });
    const syncToken = last.data.nextSyncToken ?? '';
    await api.events.delete({ calendarId, eventId: 'bbbbb' });
    const delta = await api.events.list({ calendarId, syncToken });
    expect(delta.data.items).toEqual([expect.objectContaining({ id: 'bbbbb', status: 'cancelled' })]);
    await expect(api.events.list({ calendarId, syncToken, timeMin: '2026-01-01T00:00:00Z' })).rejects.toMatchObject({
      status: 400,
    });
    google.faults.syncTokensGone = 1;
    await expect(api.events.list({ calendarId, syncToken })).rejects.toMatchObject({ status: 410 });
  });

  it('notifies channels until they are stopped or expire', async () => {
    const { api } = await connected();
    const calendarId = await ownCalendar(api);
    const address = `${watcher.url}/hook`;
    const channel = { id: 'channel-1', type: 'web_hook', address, token: 'secret' };
    const { data } = await api.events.watch({ calendarId, requestBody: channel });
    expect(Number(data.expiration)).toBe(now + 604_800_000);
    await expect.poll(() => notifications.map((one) => one['x-goog-resource-state'])).toEqual(['sync']);
    await expect(api.events.watch({ calendarId, requestBody: channel })).rejects.toMatchObject({ status: 400 });
    const foreign = { ...channel, id: 'channel-2', address: 'http://example.com/hook' };
    await expect(api.events.watch({ calendarId, requestBody: foreign })).rejects.toMatchObject({ status: 400 });
    await api.events.insert({ calendarId, requestBody: { id: 'aaaaa', ...timed('2026-03-09') } });
    await expect.poll(() => notifications.length).toBe(2);
    expect(notifications.at(-1)).toMatchObject({ 'x-goog-channel-token': 'secret', 'x-goog-message-number': '4' });
    await api.channels.stop({ requestBody: { id: 'channel-1', resourceId: data.resourceId ?? '' } });
    await expect(
      api.channels.stop({ requestBody: { id: 'channel-1', resourceId: data.resourceId ?? '' } }),
    ).rejects.toMatchObject({ status: 404 });
  });
});
