import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type GoogleEvent, googleScopes, hasScopes } from '#domain/google-calendar/google-event.ts';
import {
  OutcomeUnknownError,
  PermanentError,
  ReauthorizationError,
  RetryableError,
} from '#functions/platform/store/partners/circuit.ts';
import { type GoogleCalendar, startGoogleCalendar } from '#local/partners/google-calendar/google-calendar.ts';
import { Faults } from '#local/partners/google-calendar/store.ts';
import { CalendarGoneError, type GoogleAccount, googleAccount } from './google-connector.ts';
import { exchangeCode, googleAuthUrl } from './google-oauth.ts';

const redirectUri = 'http://127.0.0.1:4000/calendar/google';
const app = { client_id: 'client', client_secret: 'secret' };
const email = 'june@whitcomb-ames.example';
const event = (day: string, time?: string): GoogleEvent => ({
  ...{ summary: 'Service: H. L.', location: 'Chapel', description: 'Case WA-1', status: 'confirmed' },
  ...{ visibility: 'private', source: { title: 'Open the case', url: 'https://staff.example/cases/1' } },
  extendedProperties: { private: { stillwaterCase: '1', stillwaterKind: 'service' } },
  start: time ? { dateTime: `${day}T${time}:00`, timeZone: 'America/New_York' } : { date: day },
  end: time ? { dateTime: `${day}T23:00:00`, timeZone: 'America/New_York' } : { date: '2026-12-31' },
});

describe('Google Calendar client', { timeout: 30_000 }, () => {
  let google: GoogleCalendar;
  let dataDir: string;
  let account: GoogleAccount;
  let calendar: string;
  const options = () => ({ endpoints: google.endpoints, ...{ app, redirectUri, now: () => new Date() } });
  const codeFor = async (state: string, granted = googleScopes) => {
    const asked = new URL(googleAuthUrl(options().endpoints, app, { redirectUri, state }));
    const form = new URLSearchParams([...asked.searchParams, ['account', email], ['answer', 'allow']]);
    for (const scope of granted) form.append('granted', scope);
    const redirect = await fetch(options().endpoints.authUrl, { method: 'POST', body: form, redirect: 'manual' });
    return new URL(redirect.headers.get('location') ?? '').searchParams.get('code') ?? '';
  };
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'google-adapter-'));
    const registered = { clientId: 'client', clientSecret: 'secret', redirectUris: [redirectUri] };
    google = await startGoogleCalendar({
      ...{ port: 0, dataDir, app: registered, accounts: { [email]: 'June' }, takesLocalHttp: true },
    });
    const { refreshToken } = await exchangeCode(options(), await codeFor('state'), 'state');
    account = googleAccount(options(), refreshToken);
    calendar = (await account.newCalendar('Services', 'America/New_York')).id;
  });
  beforeEach(() => void Object.assign(google.faults, Faults.parse({})));
  afterAll(async () => {
    await google.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('signs in with PKCE, and reports missing scopes', async () => {
    const code = await codeFor('mine');
    await expect(exchangeCode(options(), code, 'another')).rejects.toBeInstanceOf(ReauthorizationError);
    const whole = await exchangeCode(options(), await codeFor('mine'), 'mine');
    expect([whole.email, hasScopes(whole.scope)]).toEqual([email, true]);
    const less = await exchangeCode(options(), await codeFor('mine', googleScopes.slice(1)), 'mine');
    expect(hasScopes(less.scope)).toBe(false);
  });

  it('puts, changes, removes and restores an event idempotently', async () => {
    const id = 'abc001';
    await account.put(calendar, id, event('2026-03-09', '10:00'), false);
    google.faults.loseAnswers = 1;
    await expect(account.put(calendar, id, event('2026-03-09', '11:00'), true)).rejects.toBeInstanceOf(
      OutcomeUnknownError,
    );
    const etag = await account.put(calendar, id, event('2026-03-10'), false);
    expect((await account.changes(calendar, null))?.events).toEqual([
      { id, etag, isGone: false, start: { date: '2026-03-10' } },
    ]);
    await account.remove(calendar, id);
    await account.remove(calendar, id);
    await account.remove(calendar, 'never00');
    await account.put(calendar, id, event('2026-03-11', '09:00'), true);
    const all = await account.changes(calendar, null);
    expect(all?.events).toMatchObject([{ id, isGone: false, start: { dateTime: '2026-03-11T09:00:00' } }]);
    expect((await account.changes(calendar, all?.next ?? ''))?.events).toEqual([]);
    google.faults.syncTokensGone = 1;
    expect(await account.changes(calendar, all?.next ?? '')).toBeUndefined();
  });

  it.each([
    [{ status: 503 }, OutcomeUnknownError, '503 backendError'],
    [{ status: 429, reason: 'rateLimitExceeded', retryAfter: 7 }, RetryableError, '429 rateLimitExceeded'],
    [{ status: 403, reason: 'userRateLimitExceeded' }, RetryableError, '403 userRateLimitExceeded'],
    [{ status: 403, reason: 'forbidden' }, ReauthorizationError, 'reconnect'],
    [{ status: 401, reason: 'push.webhookUrlUnauthorized' }, PermanentError, '401 push.webhookUrlUnauthorized'],
    [{ status: 400, reason: 'invalid' }, PermanentError, '400 invalid'],
  ])('maps a failure to its meaning: %j', async (faults, kind, message) => {
    Object.assign(google.faults, faults);
    const refused = account.put(calendar, 'abc002', event('2026-03-09'), false);
    await expect(refused).rejects.toBeInstanceOf(kind);
    await expect(refused).rejects.toMatchObject({ message });
    if ('retryAfter' in faults) await expect(refused).rejects.toMatchObject({ retryAfterSeconds: 7 });
  });

  it('refreshes a token once for concurrent calls, and reports a revoked grant', async () => {
    const { refreshToken } = await exchangeCode(options(), await codeFor('again'), 'again');
    const [one, other] = [googleAccount(options(), refreshToken), googleAccount(options(), refreshToken)];
    const before = google.seen.refreshes;
    // Two processes with three concurrent calls each: neither invalidates the other's token.
    await Promise.all([one, other].flatMap((each) => [1, 2, 3].map(() => each.calendars())));
    expect(google.seen.refreshes - before).toBe(2);
    await one.revoke();
    await one.revoke();
    const late = googleAccount(options(), refreshToken);
    await expect(late.calendars()).rejects.toBeInstanceOf(ReauthorizationError);
    await expect(other.calendars()).rejects.toBeInstanceOf(ReauthorizationError);
  });

  it('restarts the sync for a token of another query, and reports a deleted calendar', async () => {
    const other = (await account.newCalendar('Others', 'America/New_York')).id;
    await account.put(other, 'abc003', event('2026-03-09'), false);
    expect(await account.event(other, 'abc003')).toMatchObject({ id: 'abc003', isGone: false });
    const { next = '' } = (await account.changes(calendar, null)) ?? {};
    expect(await account.changes(other, next)).toBeUndefined();
    google.store.calendars.drop(google.store.calendars.get(other) as never);
    const asked = [
      () => account.put(other, 'abc003', event('2026-03-10'), true),
      () => account.changes(other, null),
      () => account.watch(other, { id: crypto.randomUUID(), address: `${google.url}/hook` }),
    ];
    for (const ask of asked) await expect(ask()).rejects.toBeInstanceOf(CalendarGoneError);
    expect(await account.event(other, 'abc003')).toBeUndefined();
    await account.remove(other, 'abc003');
  });

  it('starts and stops a notification channel', async () => {
    const address = `${google.url}/hook`;
    const channel = await account.watch(calendar, { id: crypto.randomUUID(), address });
    expect(channel.expires).toBeGreaterThan(Date.now());
    await account.stop(channel);
    await account.stop(channel);
  });
});
