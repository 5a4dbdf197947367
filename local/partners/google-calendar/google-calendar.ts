import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Running, readBody } from '#local/aws/http-listener.ts';
import {
  type App,
  answerHtml,
  answerRedirect,
  answerStyles,
  consentPolicy,
  OAuthRefusal,
  startFakePartner,
} from '#local/partners/fake-partner.ts';
import { consentForm, escaped, sandboxPage } from '../mailbox-page.ts';
import { changeEvent, deleteEvent, serve } from './api-calls.ts';
import { type Asked, authorizeRequest, type OAuthClients, openTokens, type Tokens } from './oauth.ts';
import {
  type Account,
  answerJson,
  answerRefusal,
  type Calendar,
  type Channels,
  Faults,
  invalid,
  openChannels,
  openStore,
  Refusal,
  type Store,
  type Stored,
  type When,
} from './store.ts';

const page = sandboxPage({
  name: 'Google',
  plays: 'Google Calendar',
  home: 'All calendars',
});

const scopeTexts: Readonly<Record<string, string>> = {
  openid: 'Know who you are',
  email: 'See your e-mail address',
  'calendar.app.created': 'Make secondary calendars, and see, create, change and delete events on them',
  'calendar.events': 'View and edit events on all your calendars',
  'calendar.calendarlist.readonly': 'See the list of calendars that you are subscribed to',
};
const shortScope = (scope: string): string => scope.replace('https://www.googleapis.com/auth/', '');

const renderConsent = (accounts: readonly Account[], request: Asked, query: URLSearchParams): string => {
  const scopes = request.scopes.map(
    (scope) =>
      `<label class="choice"><input type="checkbox" name="granted" value="${escaped(scope)}" checked> ${escaped(scopeTexts[shortScope(scope)] ?? shortScope(scope))}</label>`,
  );
  const from = accounts.map(({ email, name }) => ({ value: email, label: name, about: email }));
  return page(
    'Stillwater wants access to your Google Account',
    consentForm({
      action: '/o/oauth2/v2/auth',
      asked: query,
      yes: 'Allow',
      choose: { legend: 'Account', name: 'account', from },
      about: `<fieldset><legend>What Stillwater can do</legend>${scopes.join('')}</fieldset>`,
    }),
  );
};

const renderProblem = (problem: string): string => page('Access blocked', `<p>${escaped(problem)}</p>`);

const renderAccounts = (store: Store): string =>
  page(
    'Google sandbox',
    `${store.accounts
      .all()
      .map(
        ({ email, name }) => `<section><h2>${escaped(name)} <span class="soft">${escaped(email)}</span></h2>
<p class="soft">${store.grants.all().some((grant) => grant.email === email) ? 'Stillwater has access to this account.' : 'No app has access to this account.'}</p>
<ul>${store.calendars
          .all()
          .filter(({ owner }) => owner === email)
          .map(({ id, summary }) => `<li><a href="/calendars/${encodeURIComponent(id)}">${escaped(summary)}</a></li>`)
          .join('')}</ul></section>`,
      )
      .join('')}`,
  );

const shown = (when: When): string => when.date ?? (when.dateTime ?? '').slice(0, 16);

const row = (calendar: Calendar, { id, resource }: Stored): string => {
  const [start, end] = [resource.start as When, resource.end as When];
  const type = start.date ? 'date' : 'datetime-local';
  const input = (name: string, label: string, when: When) =>
    `<label>${label} <input type="${type}" name="${name}" value="${escaped(shown(when))}"></label>`;
  return `<li><h3>${escaped(resource.summary)}</h3>
<p>${escaped(shown(start).replace('T', ' '))} – ${escaped(shown(end).replace('T', ' '))} <span class="soft">${escaped(start.timeZone)}</span></p>
<p>${escaped(resource.location)}</p><p class="soft">${escaped(resource.description)}</p>
<form method="post" action="/calendars/${encodeURIComponent(calendar.id)}/events/${escaped(id)}" class="row">
<input type="hidden" name="timeZone" value="${escaped(start.timeZone)}">${input('start', 'From', start)} ${input('end', 'to', end)}
<button name="do" value="move">Move</button> <button name="do" value="delete" class="plain">Delete</button></form></li>`;
};

const removal = ({ id }: Calendar): string =>
  `<form method="post" action="/calendars/${encodeURIComponent(id)}"><button name="do" value="delete-calendar" class="plain">Delete this calendar</button></form>`;

const renderCalendar = (store: Store, calendar: Calendar): string => {
  const events = store.events
    .all()
    .filter((change) => change.calendar === calendar.id && change.resource.status !== 'cancelled')
    .sort((a, b) => (shown(a.resource.start as When) < shown(b.resource.start as When) ? -1 : 1));
  return page(
    calendar.summary,
    `${
      events.length
        ? `<ul class="events">${events.map((event) => row(calendar, event)).join('')}</ul>`
        : '<p class="soft">No events yet.</p>'
    }${calendar.ofApp ? removal(calendar) : ''}`,
  );
};

interface GoogleCalendarOptions {
  port: number;
  dataDir: string;
  app: App;
  accounts: Readonly<Record<string, string>>;
  /** Channels may use this machine without a certificate. */
  takesLocalHttp?: boolean;
  now?: () => Date;
}

/** Plays Google's consent page, tokens and Calendar API with channels, and has a page that shows the calendars. */
export interface GoogleCalendar extends Running {
  store: Store;
  endpoints: { authUrl: string; tokenUrl: string; revokeUrl: string; apiUrl: string };
  faults: Faults;
  seen: { refreshes: number };
}
interface Parts extends OAuthClients {
  tokens: Tokens;
  channels: Channels;
  seen: GoogleCalendar['seen'];
}

export async function startGoogleCalendar(options: GoogleCalendarOptions): Promise<GoogleCalendar> {
  const { app, takesLocalHttp = false, now = () => new Date() } = options;
  const store = openStore(options.dataDir);
  for (const [email, name] of Object.entries(options.accounts)) {
    if (store.accounts.get(email)) continue;
    store.accounts.put({ email, name, sub: String(10 ** 20 + store.next('account')).slice(0, 21) });
    store.calendars.put({ id: email, owner: email, summary: name, timeZone: 'UTC', primary: true, ofApp: false });
  }
  const faults = Faults.parse({});
  const channels = openChannels({ store, faults, now, takesLocalHttp });
  const seen = { refreshes: 0 };
  const oauth: OAuthClients = { store, app, faults, now };
  const parts: Parts = { ...oauth, tokens: openTokens(oauth), channels, seen };
  const running = await startFakePartner(options.port, answerRefusal, (request, response) =>
    route(parts, request, response),
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
  return { ...running, store, endpoints, faults, seen, close };
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
  if (call === 'GET /sandbox.css') return answerStyles(response);
  if (call === 'GET /') return answerHtml(response, 200, renderAccounts(parts.store));
  return calendarPage(parts, response, call, form);
}

function token({ faults, tokens, seen }: Parts, response: ServerResponse, form: URLSearchParams) {
  if (faults.tokenStatus)
    throw new OAuthRefusal('internal_failure', { description: 'Backend Error', status: faults.tokenStatus });
  if (form.get('grant_type') === 'refresh_token') seen.refreshes += 1;
  answerJson(response, 200, tokens.token(form));
}

function consent(parts: Parts, response: ServerResponse, query: URLSearchParams) {
  const authorization = authorizeRequest(parts, query);
  if (typeof authorization === 'string') return answerHtml(response, 400, renderProblem(authorization));
  answerHtml(response, 200, renderConsent(parts.store.accounts.all(), authorization, query));
}

function answerConsent(parts: Parts, response: ServerResponse, form: URLSearchParams) {
  const authorization = authorizeRequest(parts, form);
  if (typeof authorization === 'string') return answerHtml(response, 400, renderProblem(authorization));
  const email = form.get('account') ?? '';
  const to = new URL(authorization.redirectUri);
  to.searchParams.set('state', authorization.state);
  if (form.get('answer') !== 'allow' || !parts.store.accounts.get(email)) to.searchParams.set('error', 'access_denied');
  else {
    const left = authorization.scopes.filter((scope) => form.getAll('granted').includes(scope));
    to.searchParams.set('code', parts.tokens.consented(authorization, email, left));
    to.searchParams.set('scope', left.join(' '));
  }
  answerRedirect(response, to.href);
}

async function api(parts: Parts, request: IncomingMessage, response: ServerResponse, url: URL, body: string) {
  const { faults, tokens } = parts;
  if (faults.hang) return;
  if (faults.status) {
    if (faults.retryAfter !== null) response.setHeader('retry-after', String(faults.retryAfter));
    throw new Refusal(faults.status, faults.reason, 'Switched on', faults.status === 403 ? 'usageLimits' : 'global');
  }
  const grant = tokens.bearer(request.headers.authorization);
  const method = request.method ?? '';
  const path = url.pathname.slice('/calendar/v3'.length);
  const ifMatch = request.headers['if-match'];
  const answer = serve(parts, grant, { method, path, query: url.searchParams, body, ifMatch });
  if (faults.loseAnswers > 0 && method !== 'GET') {
    faults.loseAnswers -= 1;
    return void response.destroy();
  }
  if (answer.status === 204) return void response.writeHead(204).end();
  answerJson(response, answer.status, answer.body);
}

function calendarPage(parts: Parts, response: ServerResponse, call: string, form: URLSearchParams) {
  const { store, channels } = parts;
  const [, method, of = '', id = ''] = /^(GET|POST) \/calendars\/([^/]+)(?:\/events\/([a-v0-9]+))?$/.exec(call) ?? [];
  const calendar = store.calendars.get(decodeURIComponent(of));
  if (!calendar) return answerHtml(response, 404, renderProblem('There is no such page.'));
  if (method === 'GET') return answerHtml(response, 200, renderCalendar(store, calendar));
  if (!id && form.get('do') === 'delete-calendar' && calendar.ofApp) {
    store.calendars.drop(calendar);
    return void response.writeHead(303, { location: '/' }).end();
  }
  try {
    if (form.get('do') === 'delete') deleteEvent(store, calendar, id, undefined);
    else if (form.get('do') === 'move') changeEvent(store, calendar, id, { body: moved(form), ifMatch: undefined });
    else throw invalid('Nothing to do');
  } catch (error) {
    if (error instanceof Refusal) return answerHtml(response, 400, renderProblem(error.message));
    throw error;
  }
  channels.changed(calendar.id);
  answerRedirect(response, `/calendars/${encodeURIComponent(calendar.id)}`);
}

const moved = (form: URLSearchParams) => {
  const at = (name: string) => {
    const value = form.get(name) ?? '';
    if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return { date: value, dateTime: null, timeZone: null };
    return { dateTime: `${value}:00`, timeZone: form.get('timeZone') ?? 'UTC', date: null };
  };
  return { start: at('start'), end: at('end') };
};
