import { randomUUID } from 'node:crypto';
import { isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import {
  type Calendar,
  type Channels,
  type Faults,
  type Grant,
  invalid,
  notFound,
  Refusal,
  type Store,
  type Stored,
  type When,
} from './store.ts';

type Resource = Record<string, unknown>;
const isSet = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const merged = (into: Resource, from: Resource): Resource => {
  const next = { ...into };
  for (const [key, value] of Object.entries(from)) {
    if (value === null) delete next[key];
    else next[key] = isSet(value) && isSet(next[key]) ? merged(next[key], value) : value;
  }
  return next;
};

const offset = /(Z|[+-]\d{2}:\d{2})$/;

/** Milliseconds since 1970 of a time with an offset; a local time is read as UTC for comparison. */
const instantOf = (when: When): number =>
  Date.parse(when.date ?? (when.dateTime?.match(offset) ? when.dateTime : `${when.dateTime}Z`));

const checkWhen = (name: string, value: unknown): When => {
  if (!isSet(value)) throw new Refusal(400, 'required', `Missing ${name} time.`);
  const { date, dateTime, timeZone } = value as When;
  if (date !== undefined && dateTime !== undefined) throw invalid(`Invalid ${name} time.`);
  if (date !== undefined && !isCalendarDate(date)) throw invalid('Invalid value for date');
  if (date === undefined && Number.isNaN(instantOf({ dateTime: dateTime ?? '' })))
    throw invalid(`Invalid ${name} time.`);
  if (dateTime !== undefined && !offset.test(dateTime) && !timeZone)
    throw new Refusal(400, 'required', `Missing time zone definition for ${name} time.`);
  if (timeZone !== undefined && !Intl.supportedValuesOf('timeZone').includes(timeZone) && timeZone !== 'UTC')
    throw invalid('Invalid time zone definition.');
  return value as When;
};

const check = (resource: Resource): void => {
  const [start, end] = [checkWhen('start', resource.start), checkWhen('end', resource.end)];
  if ((start.date === undefined) !== (end.date === undefined)) throw invalid('Invalid start time.');
  if (instantOf(end) < instantOf(start) || (start.date !== undefined && end.date === start.date))
    throw new Refusal(400, 'timeRangeEmpty', 'The specified time range is empty.');
  const { private: own = {}, shared = {} } = (resource.extendedProperties ?? {}) as Record<string, object>;
  const properties = [...Object.entries(own), ...Object.entries(shared)];
  if (properties.length > 300 || properties.some(([key, value]) => key.length > 44 || String(value).length > 1024))
    throw invalid('Invalid extended property.');
};

const written = (store: Store, calendar: Calendar, before: Stored | undefined, resource: Resource): Stored => {
  const change = store.next('change');
  const id = String(resource.id);
  const stored: Stored = {
    id,
    calendar: calendar.id,
    change,
    resource: {
      status: 'confirmed',
      ...resource,
      kind: 'calendar#event',
      etag: `"${change}"`,
      id,
      sequence: before ? Number(before.resource.sequence ?? 0) + 1 : 0,
    },
  };
  store.events.put(stored);
  return stored;
};

const found = (store: Store, calendar: Calendar, id: string): Stored => {
  const stored = store.events.get(`${calendar.id} ${id}`);
  if (!stored) throw notFound();
  return stored;
};

const assertMatches = (stored: Stored, ifMatch: string | undefined): void => {
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== stored.resource.etag)
    throw new Refusal(412, 'conditionNotMet', 'Precondition Failed');
};

const insertEvent = (store: Store, calendar: Calendar, body: Resource): Stored => {
  const id = body.id === undefined ? randomUUID().replaceAll('-', '') : String(body.id);
  if (!/^[a-v0-9]{5,1024}$/.test(id)) throw invalid('Invalid resource id value.');
  if (store.events.get(`${calendar.id} ${id}`))
    throw new Refusal(409, 'duplicate', 'The requested identifier already exists.');
  check(body);
  return written(store, calendar, undefined, { ...body, id });
};

export const changeEvent = (
  store: Store,
  calendar: Calendar,
  id: string,
  { body, ifMatch }: { body: Resource; ifMatch: string | undefined },
): Stored => {
  const before = found(store, calendar, id);
  assertMatches(before, ifMatch);
  const resource = { ...merged(before.resource, body), id };
  check(resource);
  return written(store, calendar, before, resource);
};

export const deleteEvent = (store: Store, calendar: Calendar, id: string, ifMatch: string | undefined): void => {
  const before = found(store, calendar, id);
  if (before.resource.status === 'cancelled') throw new Refusal(410, 'deleted', 'Resource has been deleted');
  assertMatches(before, ifMatch);
  written(store, calendar, before, { ...before.resource, status: 'cancelled' });
};

const listParameters = ['syncToken', 'pageToken', 'maxResults', 'showDeleted', 'singleEvents', 'alt', 'prettyPrint'];

interface Token {
  calendar: string;
  change: number;
}
const sealed = (token: object): string => Buffer.from(JSON.stringify(token)).toString('base64url');
const opened = <T>(text: string): T => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as T;
  } catch {
    throw invalid('Invalid sync token value.');
  }
};

/** Returns a page of events; with a sync token the changes since. `isGone`: rejects the sync token. */
const listEvents = (store: Store, calendar: Calendar, query: URLSearchParams, isGone: () => boolean): Resource => {
  const unknown = [...query.keys()].find((name) => !listParameters.includes(name));
  if (unknown) throw new Refusal(400, 'badRequest', `This sandbox knows no parameter ${unknown}.`);
  const syncToken = query.get('syncToken');
  const since = syncToken === null ? undefined : opened<Token>(syncToken);
  if (since && since.calendar !== calendar.id) throw new Refusal(400, 'badRequest', 'Bad Request');
  if (since && isGone())
    throw new Refusal(410, 'fullSyncRequired', 'Sync token is no longer valid, a full sync is required.');
  const matches = ({ change, resource }: Stored): boolean =>
    since ? change > since.change : resource.status !== 'cancelled' || query.get('showDeleted') === 'true';
  const page = query.get('pageToken');
  const from = page === null ? { after: 0, last: lastChange(store) } : opened<{ after: number; last: number }>(page);
  const size = Math.min(Number(query.get('maxResults') ?? 250) || 250, 2500);
  const all = store.events
    .all()
    .filter(
      (change) =>
        change.calendar === calendar.id && change.change > from.after && change.change <= from.last && matches(change),
    )
    .sort((a, b) => a.change - b.change);
  const shown = all.slice(0, size);
  const isLast = all.length <= size;
  // With `singleEvents`, Google lists a repeated event by its days; this lists one of them.
  const dayOf = ({ id, resource }: Stored) => {
    const repeats = query.get('singleEvents') === 'true' && (resource.recurrence as string[] | undefined)?.length;
    return repeats ? { id: `${id}_20260101T000000Z`, recurringEventId: id } : { id };
  };
  const items = shown.map((stored) =>
    stored.resource.status === 'cancelled'
      ? { kind: 'calendar#event', etag: stored.resource.etag, ...dayOf(stored), status: 'cancelled' }
      : { ...stored.resource, ...dayOf(stored) },
  );
  return {
    kind: 'calendar#events',
    items,
    ...(isLast
      ? { nextSyncToken: sealed({ calendar: calendar.id, change: from.last }) }
      : { nextPageToken: sealed({ after: shown.at(-1)?.change ?? 0, last: from.last }) }),
  };
};

const lastChange = (store: Store): number => Math.max(0, ...store.events.all().map(({ change }) => change));

interface Parts {
  store: Store;
  channels: Channels;
  faults: Faults;
}
interface ApiCall {
  method: string;
  /** The part after `/calendar/v3`. */
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

/** Returns the calendar in a path, if the tokens give access to it. */
const reached = ({ store }: Parts, grant: Grant, given: string): Calendar => {
  const id = decodeURIComponent(given);
  const calendar = store.calendars.get(id === 'primary' ? grant.email : id);
  if (!calendar || calendar.owner !== grant.email) throw notFound();
  assertScope(grant, 'calendar', 'calendar.events', 'calendar.app.created');
  const reachesAll = [scope('calendar'), scope('calendar.events')].some((scopeUrl) => grant.scopes.includes(scopeUrl));
  if (!reachesAll && !calendar.ofApp) throw notFound();
  return calendar;
};

const newCalendar = ({ store }: Parts, grant: Grant, body: Record<string, unknown>): Answer => {
  assertScope(grant, 'calendar', 'calendar.app.created');
  if (typeof body.summary !== 'string' || body.summary === '') throw new Refusal(400, 'required', 'Missing title.');
  const { summary, timeZone = 'UTC' } = body;
  const id = `${randomUUID().replaceAll('-', '')}@group.calendar.google.com`;
  store.calendars.put({ id, owner: grant.email, summary, timeZone: String(timeZone), primary: false, ofApp: true });
  return { status: 200, body: { kind: 'calendar#calendar', id, summary } };
};

export const serve = (parts: Parts, grant: Grant, { method, path, query, body, ifMatch }: ApiCall): Answer => {
  const { store, channels, faults } = parts;
  if (method === 'GET' && path === '/users/me/calendarList') {
    assertScope(grant, 'calendar', 'calendar.readonly', 'calendar.calendarlist.readonly');
    const items = store.calendars.all().filter(({ owner }) => owner === grant.email);
    return {
      status: 200,
      body: { kind: 'calendar#calendarList', items: items.map(({ id, summary }) => ({ id, summary })) },
    };
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
  if (!id && method === 'GET') return { status: 200, body: listEvents(store, calendar, query, isGone) };
  if (id === 'watch' && method === 'POST') return { status: 200, body: channels.watch(grant, calendar, bodyOf(body)) };
  const changed = (stored: { resource: object }): Answer => {
    channels.changed(calendar.id);
    return { status: 200, body: stored.resource };
  };
  const eventId = decodeURIComponent(id);
  if (!id && method === 'POST') return changed(insertEvent(store, calendar, bodyOf(body)));
  if (id && method === 'GET') return { status: 200, body: found(store, calendar, eventId).resource };
  if (id && method === 'PATCH') return changed(changeEvent(store, calendar, eventId, { body: bodyOf(body), ifMatch }));
  if (id && method === 'DELETE') {
    deleteEvent(store, calendar, eventId, ifMatch);
    channels.changed(calendar.id);
    return { status: 204 };
  }
  throw invalid('Method not allowed');
};
