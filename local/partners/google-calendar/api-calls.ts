import { randomUUID } from 'node:crypto';
import { invalid, notFound, Refusal } from './answers.ts';
import type { Channels } from './channels.ts';
import { changeEvent, deleteEvent, getEvent, insertEvent, listEvents } from './events.ts';
import type { Faults } from './faults.ts';
import type { Calendar, Grant } from './model.ts';
import type { Store } from './store.ts';

interface Parts {
  store: Store;
  channels: Channels;
  faults: Faults;
  now: () => Date;
}
export interface ApiCall {
  method: string;
  /** Behind `/calendar/v3`. */
  path: string;
  query: URLSearchParams;
  body: string;
  ifMatch: string | undefined;
}
interface Answer {
  status: number;
  body?: unknown;
}

const scope = (name: string): string => `https://www.googleapis.com/auth/${name}`;
const bodyOf = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text || '{}') as Record<string, unknown>;
  } catch {
    throw new Refusal(400, 'parseError', 'Parse Error');
  }
};

const assertScope = (grant: Grant, ...names: string[]): void => {
  if (!names.some((name) => grant.scopes.includes(scope(name))))
    throw new Refusal(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.');
};

/** The calendar of an address in a path, if the tokens reach it. */
const reached = ({ store }: Parts, grant: Grant, given: string): Calendar => {
  const id = decodeURIComponent(given);
  const calendar = store.calendars.get(id === 'primary' ? grant.email : id);
  if (!calendar || calendar.owner !== grant.email) throw notFound();
  assertScope(grant, 'calendar', 'calendar.events', 'calendar.app.created');
  const reachesAll = [scope('calendar'), scope('calendar.events')].some((one) => grant.scopes.includes(one));
  if (!reachesAll && !calendar.ofApp) throw notFound();
  return calendar;
};

const entry = ({ id, summary, timeZone, primary }: Calendar) => ({
  ...{ kind: 'calendar#calendarListEntry', id, summary, timeZone, accessRole: 'owner', selected: true },
  ...(primary ? { primary } : {}),
});

const newCalendar = ({ store }: Parts, grant: Grant, body: Record<string, unknown>): Answer => {
  assertScope(grant, 'calendar', 'calendar.app.created');
  if (typeof body.summary !== 'string' || body.summary === '') throw new Refusal(400, 'required', 'Missing title.');
  const { summary, timeZone = 'UTC' } = body;
  const id = `${randomUUID().replaceAll('-', '')}@group.calendar.google.com`;
  const calendar = { id, owner: grant.email, summary, timeZone: String(timeZone), primary: false, ofApp: true };
  store.calendars.put(calendar);
  return { status: 200, body: { kind: 'calendar#calendar', id, summary, timeZone } };
};

/** Carries a call of the Calendar API out; what it changes is told to who watches the calendar. */
export const serve = (parts: Parts, grant: Grant, { method, path, query, body, ifMatch }: ApiCall): Answer => {
  const { store, channels, faults, now } = parts;
  const desk = { store, now: now() };
  if (method === 'GET' && path === '/users/me/calendarList') {
    assertScope(grant, 'calendar', 'calendar.readonly', 'calendar.calendarlist.readonly');
    const items = store.calendars.all().filter(({ owner }) => owner === grant.email);
    return { status: 200, body: { kind: 'calendar#calendarList', items: items.map(entry) } };
  }
  if (method === 'POST' && path === '/calendars') return newCalendar(parts, grant, bodyOf(body));
  if (method === 'POST' && path === '/channels/stop') {
    channels.stop(grant, bodyOf(body));
    return { status: 204 };
  }
  const [, of = '', id = ''] = /^\/calendars\/([^/]+)\/events(?:\/([^/]+))?$/.exec(path) ?? [];
  if (!of) throw notFound();
  const calendar = reached(parts, grant, of);
  const isGone = () => {
    if (faults.syncTokensGone === 0) return false;
    faults.syncTokensGone -= 1;
    return true;
  };
  if (!id && method === 'GET') return { status: 200, body: listEvents(desk, calendar, query, isGone) };
  if (id === 'watch' && method === 'POST') return { status: 200, body: channels.watch(grant, calendar, bodyOf(body)) };
  const changed = (stored: { resource: object }): Answer => {
    channels.changed(calendar.id);
    return { status: 200, body: stored.resource };
  };
  const eventId = decodeURIComponent(id);
  if (!id && method === 'POST') return changed(insertEvent(desk, calendar, bodyOf(body)));
  if (id && method === 'GET') return { status: 200, body: getEvent(desk, calendar, eventId).resource };
  if (id && method === 'PATCH') return changed(changeEvent(desk, calendar, eventId, { body: bodyOf(body), ifMatch }));
  if (id && method === 'DELETE') {
    deleteEvent(desk, calendar, eventId, ifMatch);
    channels.changed(calendar.id);
    return { status: 204 };
  }
  throw invalid('Method not allowed');
};
