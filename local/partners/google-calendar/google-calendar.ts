import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Running, readBody } from '#local/aws/http-listener.ts';
import {
  type App,
  answerHtml,
  answerRedirect,
  consentPolicy,
  OAuthRefusal,
  startFakePartner,
  takeErrors,
} from '#local/partners/fake-partner.ts';
import { answerJson, answerRefusal, invalid, Refusal } from './answers.ts';
import { serve } from './api-calls.ts';
import { type Channels, openChannels } from './channels.ts';
import { changeEvent, deleteEvent } from './events.ts';
import { Faults, Limits } from './faults.ts';
import { authorizeRequest, type Door, openTokens, type Tokens } from './oauth.ts';
import { renderAccounts, renderCalendar, renderConsent, renderProblem, STYLES } from './page.ts';
import { openStore, type Store } from './store.ts';

interface GoogleCalendarOptions {
  port: number;
  /** Holds `google-calendar.sqlite`. */
  dataDir: string;
  app: App;
  /** Who has a Google account from the beginning: address and name. */
  accounts: Readonly<Record<string, string>>;
  /** Channels may lead to this machine, without a certificate. */
  takesLocalHttp?: boolean;
  limits?: Partial<Limits>;
  now?: () => Date;
}

/** Plays Google's consent page, tokens and Calendar API with its channels, and has a page that shows the calendars. */
export interface GoogleCalendar extends Running {
  store: Store;
  /** Its addresses, as the product has them. */
  endpoints: { authUrl: string; tokenUrl: string; revokeUrl: string; apiUrl: string };
  /** Live switches; also `POST /faults`. */
  faults: Faults;
  limits: Limits;
  seen: { calls: number; throttled: number; refreshes: number };
}
interface Parts extends Door {
  tokens: Tokens;
  channels: Channels;
  seen: GoogleCalendar['seen'];
  throttle: (email: string) => void;
}

/** Counts the calls of each account in the last minute. */
const throttleOf = (limits: Limits, now: () => Date) => {
  const calls = new Map<string, number[]>();
  return (email: string): void => {
    const at = now().getTime();
    const recent = (calls.get(email) ?? []).filter((time) => time > at - 60_000);
    if (recent.length >= limits.perMinute)
      throw new Refusal(403, 'rateLimitExceeded', 'Rate Limit Exceeded', 'usageLimits');
    calls.set(email, [...recent, at]);
  };
};

export async function startGoogleCalendar(options: GoogleCalendarOptions): Promise<GoogleCalendar> {
  const { app, takesLocalHttp = false, now = () => new Date() } = options;
  const store = openStore(options.dataDir);
  for (const [email, name] of Object.entries(options.accounts)) {
    if (store.accounts.get(email)) continue;
    store.accounts.put({ email, name, sub: String(10 ** 20 + store.next('account')).slice(0, 21) });
    store.calendars.put({ id: email, owner: email, summary: name, timeZone: 'UTC', primary: true, ofApp: false });
  }
  const [faults, limits] = [Faults.parse({}), Limits.parse(options.limits ?? {})];
  const channels = openChannels({ store, faults, limits, now, takesLocalHttp });
  const seen = { calls: 0, throttled: 0, refreshes: 0 };
  const door: Door = { store, app, faults, limits, now };
  const parts: Parts = { ...door, tokens: openTokens(door), channels, seen, throttle: throttleOf(limits, now) };
  const running = await startFakePartner(
    { name: 'Google Calendar', port: options.port, refuse: answerRefusal },
    (request, response) => route(parts, request, response),
  );
  const close = async (): Promise<void> => {
    channels.close();
    await running.close();
    store.close();
  };
  const endpoints = {
    authUrl: `${running.url}/o/oauth2/v2/auth`,
    tokenUrl: `${running.url}/token`,
    revokeUrl: `${running.url}/revoke`,
    apiUrl: `${running.url}/`,
  };
  return { ...running, store, endpoints, faults, limits, seen, close };
}

async function route(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  response.setHeader('cache-control', 'no-store');
  response.setHeader('x-content-type-options', 'nosniff');
  const body = (await readBody(request, 1_000_000)).toString('utf8');
  if (url.pathname.startsWith('/calendar/v3/')) return api(parts, request, response, url, body);
  const call = `${request.method} ${url.pathname}`;
  const form = new URLSearchParams(body);
  if (call === 'POST /token') return token(parts, response, form);
  if (call === 'POST /revoke') {
    parts.tokens.revoke(form.get('token') ?? url.searchParams.get('token') ?? '');
    return answerJson(response, 200, {});
  }
  response.setHeader('content-security-policy', consentPolicy(parts.app.redirectUris));
  if (call === 'GET /o/oauth2/v2/auth') return consent(parts, response, url.searchParams);
  if (call === 'POST /o/oauth2/v2/auth') return answerConsent(parts, response, form);
  if (call === 'GET /google.css') return void response.writeHead(200, { 'content-type': 'text/css' }).end(STYLES);
  if (call === 'GET /') return answerHtml(response, 200, renderAccounts(parts.store, parts.faults));
  if (call === 'POST /faults') return setErrors(parts, request, response, body);
  return calendarPage(parts, response, call, form);
}

function token({ faults, tokens, seen }: Parts, response: ServerResponse, form: URLSearchParams) {
  if (faults.tokenStatus)
    throw new OAuthRefusal('internal_failure', { description: 'Backend Error', status: faults.tokenStatus });
  if (form.get('grant_type') === 'refresh_token') seen.refreshes += 1;
  answerJson(response, 200, tokens.token(form));
}

function consent(parts: Parts, response: ServerResponse, query: URLSearchParams) {
  const asked = authorizeRequest(parts, query);
  if (typeof asked === 'string') return answerHtml(response, 400, renderProblem(asked));
  answerHtml(response, 200, renderConsent(parts.store.accounts.all(), asked, query));
}

function answerConsent(parts: Parts, response: ServerResponse, form: URLSearchParams) {
  const asked = authorizeRequest(parts, form);
  if (typeof asked === 'string') return answerHtml(response, 400, renderProblem(asked));
  const email = form.get('account') ?? '';
  const to = new URL(asked.redirectUri);
  to.searchParams.set('state', asked.state);
  if (form.get('answer') !== 'allow' || !parts.store.accounts.get(email)) to.searchParams.set('error', 'access_denied');
  else {
    const left = asked.scopes.filter((scope) => form.getAll('granted').includes(scope));
    to.searchParams.set('code', parts.tokens.consented(asked, email, left));
    to.searchParams.set('scope', left.join(' '));
  }
  answerRedirect(response, to.href);
}

async function api(parts: Parts, request: IncomingMessage, response: ServerResponse, url: URL, body: string) {
  const { faults, seen, tokens } = parts;
  seen.calls += 1;
  if (faults.hang) return;
  if (faults.status) {
    if (faults.retryAfter !== null) response.setHeader('retry-after', String(faults.retryAfter));
    throw new Refusal(faults.status, faults.reason, 'Switched on', faults.status === 403 ? 'usageLimits' : 'global');
  }
  const grant = tokens.bearer(request.headers.authorization);
  try {
    parts.throttle(grant.email);
  } catch (error) {
    seen.throttled += 1;
    throw error;
  }
  const method = request.method ?? '';
  const path = url.pathname.slice('/calendar/v3'.length);
  const answer = serve(parts, grant, {
    method,
    path,
    query: url.searchParams,
    body,
    ifMatch: request.headers['if-match'],
  });
  if (faults.loseAnswers > 0 && method !== 'GET') {
    faults.loseAnswers -= 1;
    return void response.destroy();
  }
  if (answer.status === 204) return void response.writeHead(204).end();
  answerJson(response, answer.status, answer.body);
}

function setErrors({ faults }: Parts, request: IncomingMessage, response: ServerResponse, body: string) {
  const problem = takeErrors({ schema: Faults, faults }, request, response, body);
  if (problem !== undefined) answerHtml(response, 400, renderProblem(problem));
}

/** What somebody does in their own calendar: looks at it, moves an event, or deletes one or all of it. */
function calendarPage(parts: Parts, response: ServerResponse, call: string, form: URLSearchParams) {
  const { store, channels, now } = parts;
  const [, method, of = '', id = ''] = /^(GET|POST) \/calendars\/([^/]+)(?:\/events\/([a-v0-9]+))?$/.exec(call) ?? [];
  const calendar = store.calendars.get(decodeURIComponent(of));
  if (!calendar) return answerHtml(response, 404, renderProblem('There is no such page.'));
  if (method === 'GET') return answerHtml(response, 200, renderCalendar(store, calendar));
  if (!id && form.get('do') === 'delete-calendar' && calendar.ofApp) {
    store.calendars.drop(calendar);
    return void response.writeHead(303, { location: '/' }).end();
  }
  const desk = { store, now: now() };
  try {
    if (form.get('do') === 'delete') deleteEvent(desk, calendar, id, undefined);
    else if (form.get('do') === 'move') changeEvent(desk, calendar, id, { body: moved(form), ifMatch: undefined });
    else throw invalid('Nothing to do');
  } catch (error) {
    if (error instanceof Refusal) return answerHtml(response, 400, renderProblem(error.message));
    throw error;
  }
  channels.changed(calendar.id);
  answerRedirect(response, `/calendars/${encodeURIComponent(calendar.id)}`);
}

/** The page's own form speaks as Google's does: a day, or a beginning and an end on the event's clock. */
const moved = (form: URLSearchParams) => {
  const at = (name: string) => {
    const value = form.get(name) ?? '';
    if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return { date: value, dateTime: null, timeZone: null };
    return { dateTime: `${value}:00`, timeZone: form.get('timeZone') ?? 'UTC', date: null };
  };
  return { start: at('start'), end: at('end') };
};
