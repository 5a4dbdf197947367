import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { googleMessages } from '#domain/google-calendar/google-event.ts';
import { areas } from '#domain/registry/endpoints.ts';
import type { EventName } from '#domain/registry/event-catalog.ts';
import { type GoogleAccounts, googleAccounts } from '#functions/google-calendar/client/google-connector.ts';
import { createGoogleCalendarRepository } from '#functions/google-calendar/repository.ts';
import { importedId } from '#functions/imports/shared/create-cases.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { CircuitOpenError, PartnerError } from '#functions/platform/store/partners/circuit.ts';
import { Faults } from '#local/partners/google-calendar/store.ts';
import { unsentEvents } from '#tests/support/engines/bus-in-memory.ts';
import type { Harness } from '#tests/support/harness.ts';
import { type GoogleStandIn, startGoogleStandIn } from '#tests/support/partners/google-stand-in.ts';
import { caseLine, casesHandedIn } from '#tests/support/records/case-imports.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { dayEventsOf } from '#tests/support/records/day-events.ts';
import { stepped } from '#tests/support/records/imports.ts';
import { addPermit } from '#tests/support/records/permits.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { long } from '#tests/support/test-length.ts';
import { googleHandlers } from './handlers.ts';
import { syncHourly } from './sync-hourly.ts';

const rows = areas['calendar-integration'];

describe('cases in Google Calendar', { timeout: 60_000 }, () => {
  let standIn: GoogleStandIn;
  let google: GoogleStandIn['google'];
  let harness: Harness;
  let tenant: Tenant;
  let ofDay: ReturnType<typeof dayEventsOf>;
  const now = () => standIn.now();
  beforeAll(async () => {
    standIn = await startGoogleStandIn();
    ({ google, harness } = standIn);
  });
  let organizations = 0;
  beforeEach(async () => {
    Object.assign(google.faults, Faults.parse({ channels: { drop: true } }));
    tenant = await harness.addTenant(`google-${++organizations}`, 'America/New_York');
    ofDay = dayEventsOf(harness, tenant);
  });
  afterAll(() => standIn.close());

  const owner = () => tenant.profiles.super_admin;
  const records = () => createGoogleCalendarRepository(harness.table, keysOf(tenant.id));
  const handlers = (accounts: GoogleAccounts) =>
    googleHandlers({
      ...{ table: harness.table, accounts, siteUrl: standIn.siteUrl, now },
      opener: harness.partnerDecryptor,
    });
  /** Runs a handler as its queue would. */
  const work = (
    name: EventName,
    payload: object,
    accounts = googleAccounts(standIn.googleConnector),
  ): Promise<void> => {
    const about = { id: crypto.randomUUID(), organization_id: tenant.id, occurred_at: '', request_id: 'test' };
    const envelope = { ...about, payload };
    const trace = { actor: { id: null, name: 'System', role: null }, ip: null, requestId: 'test', now: now() } as const;
    return (handlers(accounts)[name] as (delivery: object, run: object) => Promise<void>)({ envelope }, { trace });
  };
  const everything = (more: object = {}) =>
    work('google-calendar.sync-wanted', { organization_id: tenant.id, from: null, ...more });
  const disconnected = (connection?: string) =>
    work('google-calendar.disconnected', { organization_id: tenant.id, connection });
  const look = () => work('google-calendar.changed', { organization_id: tenant.id });
  const connect = () => standIn.connect(owner());
  const connectionNow = async () => (await records().settings())?.connection ?? '';
  const change = (body: object) => harness.call(rows.settings, { as: owner(), body });
  const decide = (event: string, as = owner()) => harness.call(rows.decide, { as, params: { event } });
  const liveChannels = async () => {
    const settings = await records().settings();
    return google.store.channels
      .all()
      .filter(({ calendar, isStopped }) => calendar === settings?.calendar_id && !isStopped);
  };
  const status = async () => succeeded(await harness.call(rows.status, { as: owner() })).body;
  const staff = () => casesOf(harness, tenant);
  const opened = async (more: object = {}) =>
    (await staff().opened({ ...wholeCase, service_date: '2026-03-09', service_time: '10:00', ...more })).id;
  const moved = async (id: string, values: object) => {
    const { sections } = await staff().get(id);
    const body = { sections: { service: { version: sections.service?.version, values } } };
    succeeded(await staff().patch(id, body));
  };
  /** The calendar's content as its owner sees it. */
  const resources = async () => standIn.resourcesIn((await records().settings())?.calendar_id);
  const shown = async (): Promise<string[]> =>
    (await resources()).map(({ summary, start: { date, dateTime } }) => `${summary} ${date ?? dateTime}`).sort();
  const eventOf = async () => {
    const settings = await records().settings();
    const [event] = await records().events(settings?.connection ?? '', 1);
    return { id: event?.id ?? '', calendar: settings?.calendar_id ?? '' };
  };
  const atGoogle = async (change: Record<string, string>) => {
    const { id, calendar } = await eventOf();
    const body = new URLSearchParams(change);
    await fetch(`${google.url}/calendars/${encodeURIComponent(calendar)}/events/${id}`, { method: 'POST', body });
    return id;
  };
  const announcedOf = async (name: EventName) =>
    (await unsentEvents(harness.table, new Date(standIn.clock.now + 3_600_000))).filter(
      (one) => one.name === name && one.envelope.organization_id === tenant.id,
    );
  const asked = async () => (await announcedOf('google-calendar.sync-wanted')).length;
  const payloadsOf = async (name: EventName) => (await announcedOf(name)).map(({ envelope }) => envelope.payload);
  const suggestions = async () =>
    (succeeded(await harness.call(rows.suggestions, { as: owner() })).body as { results: object[] }).results;

  it("writes a case's events once, follows its changes, and removes cancelled ones", async () => {
    await connect();
    const id = await opened();
    await Promise.all([1, 2, 3].map(() => work('case.updated', { case_id: id })));
    expect(await shown()).toEqual(['Traditional service: W. P. 2026-03-09T10:00:00']);
    await moved(id, { service_time: '14:30' });
    google.faults.loseAnswers = 1;
    await expect(work('case.updated', { case_id: id })).rejects.toBeInstanceOf(PartnerError);
    await work('case.updated', { case_id: id });
    expect(await shown()).toEqual(['Traditional service: W. P. 2026-03-09T14:30:00']);
    await moved(id, { service_time: '' });
    await work('case.updated', { case_id: id });
    expect(await shown()).toEqual(['Traditional service: W. P. 2026-03-09']);
    succeeded(await staff().cancel(id));
    await work('case.cancelled', { case_id: id });
    await work('case.cancelled', { case_id: id });
    expect(await shown()).toEqual([]);
  });

  it('writes cases from before the connection, and follows the settings', async () => {
    await opened();
    const cremation = { service_type: 'cremation', cremation_date: '2026-03-12', service_date: '2026-03-11' };
    await opened({ ...cremation, deceased_last_name: 'Nowak' });
    await harness.projected();
    await connect();
    await everything();
    expect(await shown()).toEqual([
      'Cremation: W. N. 2026-03-12',
      'Service: W. N. 2026-03-11T10:00:00',
      'Traditional service: W. P. 2026-03-09T10:00:00',
    ]);
    const body = { event_kinds: ['service'], naming: 'names', time_zone: 'UTC', default_duration_minutes: 90 };
    succeeded(await change(body));
    await everything();
    expect(await shown()).toEqual([
      'Service: Walter Nowak 2026-03-11T14:00:00',
      'Traditional service: Walter Pruitt 2026-03-09T14:00:00',
    ]);
    expect(await status()).toMatchObject({
      ...{ connected: true, email: standIn.email, watch_active: true, needs_reconnect: false },
    });
  });

  it('writes chosen deadlines until they are met or decided', async () => {
    await connect();
    // A death abroad requires only the permit before the burial.
    await opened({ country_of_death: 'CAN' });
    const about = { date_of_birth: '1940-02-03', date_of_death: '2026-02-27', state_of_death: 'FL', service_date: '' };
    const { id } = await staff().opened({ ...wholeCase, ...about });
    await harness.projected();
    await harness.projected();
    await everything();
    const service = 'Traditional service: W. P. 2026-03-09T10:00:00';
    expect(await shown()).toEqual([service]);
    succeeded(await change({ event_kinds: ['service', 'deadline'] }));
    await everything();
    const ofBurial = [service, 'Permit before disposition: W. P. 2026-03-09'];
    const of = async () => (await shown()).filter((line) => !ofBurial.includes(line));
    expect(await of()).toEqual(['File death certificate: W. P. 2026-03-04']);
    const override = (body: object) =>
      harness.call(areas.deadlines.override, { as: owner(), params: { id, kind: 'filing' }, body });
    succeeded(await override({ due: '2026-03-11', reason: 'The registrar agreed' }));
    await work('deadline.overridden', { case_id: id, kind: 'filing' });
    const permit = await addPermit(harness, tenant, id, { expiry_date: '2026-03-20' });
    await work('permit.added', { case_id: id, permit_id: permit.id });
    // Each deadline is a separate event.
    const expires = 'Permit expires: W. P. 2026-03-20';
    expect(await of()).toEqual(['File death certificate: W. P. 2026-03-11', expires]);
    succeeded(await override({ settled: 'done', reason: 'Filed by hand' }));
    await work('deadline.overridden', { case_id: id, kind: 'filing' });
    await work('deadline.overridden', { case_id: id, kind: 'filing' });
    expect(await of()).toEqual([expires]);
    succeeded(await change({ event_kinds: ['service'] }));
    await everything();
    expect(await shown()).toEqual([service]);
  });

  it('writes recent events of imported cases, and removes them with the undo', async () => {
    await connect();
    const service = { status: 'active', service_type: 'Funeral', deceased_first_name: 'Vera' };
    const { id } = await casesHandedIn({ harness, tenant }, [
      caseLine({ ...service, case_number: 'OLD-1', deceased_last_name: 'Vesely', service_date: '3/9/2026' }),
      caseLine({ ...service, case_number: 'OLD-2', deceased_last_name: 'Marsh', service_date: '3/9/2006' }),
    ]);
    const step = (name: 'look' | 'run' | 'undo') => stepped({ harness, tenant }, id, name);
    const followed = () => payloadsOf('google-calendar.case-wanted');
    const wanted = { case_id: importedId(id, 2) };
    await step('look');
    expect(await step('run')).toMatchObject({ brought: 2 });
    expect(await followed()).toEqual([wanted]);
    await work('google-calendar.case-wanted', wanted);
    expect(await shown()).toEqual(['Traditional service: V. V. 2026-03-09']);
    expect(await step('undo')).toMatchObject({ removed: 2 });
    expect(await followed()).toEqual([wanted, wanted]);
    await work('google-calendar.case-wanted', wanted);
    expect(await shown()).toEqual([]);
  });

  it('offers an event moved at Google as a suggestion to accept or decline', async () => {
    await connect();
    const id = await opened();
    await work('case.updated', { case_id: id });
    await look();
    expect(await suggestions()).toEqual([]);
    const to = { do: 'move', timeZone: 'America/New_York', start: '2026-03-10T11:00', end: '2026-03-10T12:00' };
    const event = await atGoogle(to);
    google.faults.syncTokensGone = 1;
    await harness.projected();
    await look();
    const suggested = { id: event, case_id: id, kind: 'service', date: '2026-03-09', time: '10:00' };
    expect(await suggestions()).toEqual([
      expect.objectContaining({ ...suggested, suggested_date: '2026-03-10', suggested_time: '11:00' }),
    ]);
    const stranger = (await harness.addTenant('harbor-light')).profiles.super_admin;
    expect((await decide(event, stranger)).status).toBe(404);
    expect(await suggestions()).toHaveLength(1);
    // Declined: Google shows the case's time again.
    succeeded(await decide(event));
    await work('google-calendar.case-wanted', { case_id: id });
    await look();
    expect([await shown(), await suggestions()]).toEqual([['Traditional service: W. P. 2026-03-09T10:00:00'], []]);
    // Accepted: the case moves first.
    await atGoogle(to);
    await look();
    await moved(id, { service_date: '2026-03-10', service_time: '11:00' });
    // The worker can be faster than the user, and a double click decides twice.
    await work('case.updated', { case_id: id });
    for (const _ of [1, 2]) succeeded(await decide(event));
    await work('google-calendar.case-wanted', { case_id: id });
    await look();
    expect([await shown(), await suggestions()]).toEqual([['Traditional service: W. P. 2026-03-10T11:00:00'], []]);
    await atGoogle({ do: 'delete' });
    await look();
    expect(await suggestions()).toEqual([expect.objectContaining({ suggested_date: '' })]);
  });

  const resourceOf = async (summary: string) => (await resources()).find((one) => one.summary === summary);

  it("brings a case's other events, if chosen, and removes deleted ones", async () => {
    await connect();
    const id = await opened();
    const service = 'Traditional service: W. P. 2026-03-09T10:00:00';
    await ofDay.store({ case_id: id, kind: 'service', id: `${id}-service`, minutes: 150 });
    const event = await ofDay.store({
      case_id: id,
      kind: 'visitation',
      date: '2026-03-07',
      time: '23:00',
      minutes: 300,
    });
    await work('event.changed', { case_id: id, event });
    expect(await shown()).toEqual([service]);
    expect(await resourceOf(service.slice(0, -20))).toMatchObject({ end: { dateTime: '2026-03-09T12:30:00' } });
    succeeded(await change({ event_kinds: ['service', 'day'] }));
    await everything();
    expect(await shown()).toEqual([service, 'Visitation: W. P. 2026-03-07T23:00:00']);
    expect(await resourceOf('Visitation: W. P.')).toMatchObject({ end: { dateTime: '2026-03-08T04:00:00' } });
    await ofDay.remove(event);
    // Its own message was lost.
    await everything();
    expect(await shown()).toEqual([service]);
    succeeded(await staff().cancel(id));
    await work('case.cancelled', { case_id: id });
    expect(await shown()).toEqual([]);
  });

  it('repeats a meeting by a rule, and suggests its move and deletion at Google', async () => {
    await connect();
    succeeded(await change({ event_kinds: ['office'], time_zone: 'America/Denver' }));
    const repeats = { every: 'week' as const, until: '2026-06-30', skipped: ['2026-03-17'] };
    const meeting = { title: 'Staff meeting', date: '2026-03-03', time: '09:00', minutes: 45 };
    const event = await ofDay.store({ ...meeting, repeats });
    await work('office-event.changed', { event });
    expect(await resourceOf('Staff meeting')).toMatchObject({
      start: { dateTime: '2026-03-03T09:00:00', timeZone: 'America/New_York' },
      end: { dateTime: '2026-03-03T09:45:00' },
      recurrence: [
        'RRULE:FREQ=WEEKLY;INTERVAL=1;UNTIL=20260630T130000Z',
        'EXDATE;TZID=America/New_York:20260317T090000',
      ],
    });
    await look();
    expect(await suggestions()).toEqual([]);
    const zone = { timeZone: 'America/New_York' };
    const id = await atGoogle({ do: 'move', ...zone, start: '2026-03-04T10:00', end: '2026-03-04T10:45' });
    await look();
    const suggested = { id, event, case_id: null, title: 'Staff meeting', date: '2026-03-03', time: '09:00' };
    expect(await suggestions()).toEqual([
      expect.objectContaining({ ...suggested, suggested_date: '2026-03-04', suggested_time: '10:00' }),
    ]);
    succeeded(await decide(id));
    expect(await payloadsOf('office-event.changed')).toEqual([{ event }]);
    await work('office-event.changed', { event });
    await look();
    expect([await shown(), await suggestions()]).toEqual([['Staff meeting 2026-03-03T09:00:00'], []]);
    await atGoogle({ do: 'delete' });
    await look();
    expect(await suggestions()).toEqual([expect.objectContaining({ ...suggested, suggested_date: '' })]);
    await ofDay.remove(event);
    await everything();
    expect([await shown(), await suggestions()]).toEqual([[], []]);
  });

  it('waits during an outage of Google without repeated calls', async () => {
    await connect();
    const id = await opened();
    Object.assign(google.faults, { status: 503 });
    for (let n = 0; n < 8; n++) await work('case.updated', { case_id: id }).catch(() => {});
    await expect(work('case.updated', { case_id: id })).rejects.toBeInstanceOf(CircuitOpenError);
    Object.assign(google.faults, { status: null });
    standIn.clock.now += 20_000;
    await work('case.updated', { case_id: id });
    expect(await shown()).toHaveLength(1);
  });

  it('stops after revoked access until a user connects again', async () => {
    const { calendar_id } = await connect();
    const id = await opened();
    for (const grant of google.store.grants.all()) google.store.grants.drop(grant);
    await work('case.updated', { case_id: id });
    expect(await status()).toMatchObject({ needs_reconnect: true, last_error: googleMessages.reconnect });
    expect(await connect()).toMatchObject({ calendar_id });
    await harness.projected();
    await everything();
    expect([await shown(), await status()]).toMatchObject([[expect.any(String)], { needs_reconnect: false }]);
  });

  it('reports a deleted calendar, and fills a new one after reconnecting', async () => {
    const { calendar_id } = await connect();
    const id = await opened();
    await work('case.updated', { case_id: id });
    const before = await connectionNow();
    google.store.calendars.drop(google.store.calendars.get(calendar_id) as never);
    await moved(id, { service_time: '14:30' });
    await work('case.updated', { case_id: id });
    await look();
    await everything();
    expect(await status()).toMatchObject({ needs_reconnect: true, last_error: googleMessages.calendarGone });
    const again = await connect();
    expect(again.calendar_id).not.toBe(calendar_id);
    await harness.projected();
    await everything();
    await disconnected(before);
    expect(await shown()).toEqual(['Traditional service: W. P. 2026-03-09T14:30:00']);
    expect(await records().events(before, 1)).toEqual([]);
    expect(await status()).toMatchObject({ connected: true, needs_reconnect: false, last_error: null });
  });

  it('writes missed events after Google accepts the token again', async () => {
    await connect();
    // Everything was compared before, so that only the recovery requests it.
    await everything();
    const id = await opened();
    await harness.projected();
    Object.assign(google.faults, { status: 403, reason: 'accessNotConfigured' });
    await work('case.updated', { case_id: id });
    expect(await status()).toMatchObject({ needs_reconnect: true, last_error: googleMessages.reconnect });
    Object.assign(google.faults, { status: null });
    const before = await asked();
    await look();
    expect(await asked()).toBe(before + 1);
    await everything();
    expect([await shown(), await status()]).toMatchObject([[expect.any(String)], { needs_reconnect: false }]);
    await look();
    expect(await asked()).toBe(before + 1);
  });

  it('makes no suggestion of our own change since Google listed the event', async () => {
    await connect();
    const id = await opened();
    await work('case.updated', { case_id: id });
    const [first] = await records().events(await connectionNow(), 1);
    const start = { dateTime: '2026-03-09T10:00:00', timeZone: 'America/New_York' };
    const listed = { id: first?.id ?? '', etag: first?.etag ?? '', isGone: false, start };
    // Listed with our first state, and changed by us before it is read.
    await moved(id, { service_time: '15:00' });
    await work('case.updated', { case_id: id });
    const late: GoogleAccounts = async (token) => ({
      ...(await googleAccounts(standIn.googleConnector)(token)),
      changes: async () => ({ events: [listed], next: 'later' }),
    });
    await work('google-calendar.changed', { organization_id: tenant.id }, late);
    expect(await suggestions()).toEqual([]);
  });

  it('replaces a notification channel before it expires', async () => {
    await connect();
    await everything();
    const { watch_expires_at: first } = await status();
    standIn.clock.now += 6.5 * 24 * 3_600_000;
    const hourly = await syncHourly({ table: harness.table, logger: console as never, now })();
    expect(hourly.asked).toBeGreaterThan(0);
    await look();
    const { watch_expires_at: second, watch_active } = await status();
    expect([Date.parse(String(second)) > Date.parse(String(first)), watch_active]).toEqual([true, true]);
    expect((await liveChannels()).map(({ expiration }) => expiration)).toEqual([Date.parse(String(second))]);
  });

  it('stops a channel whose id could not be stored', async () => {
    await connect();
    await everything();
    standIn.clock.now += 6.5 * 24 * 3_600_000;
    google.faults.loseAnswers = 1;
    await expect(look()).rejects.toBeInstanceOf(PartnerError);
    await look();
    expect(await liveChannels()).toHaveLength(1);
  });

  /** Events of deleted cases, accumulated over years, with ids in order. */
  const idOf = (beginning: string): string => beginning.padEnd(32, '0');
  const at = { date: '2026-03-09', time: '10:00' };
  const stored = { ...at, kind: 'service', duty: null, event: null, title: '', digest: 'ours', etag: '"1"' } as const;
  const manyEvents = async (connection: string, count: number): Promise<void> => {
    const events = Array.from({ length: count }, (_, n) => {
      const id = idOf(`a${String(n).padStart(5, '0')}`);
      return { ...stored, id, case_id: randomUUID(), suggestion: null };
    });
    for (let at = 0; at < count; at += 100)
      await harness.table.transact(
        events.slice(at, at + 100).flatMap((event) => records().putEvent(connection, event).slice(0, 1)),
      );
  };

  it('compares and removes thousands of events in batches', async () => {
    await connect();
    const connection = await connectionNow();
    const id = await opened();
    await harness.projected();
    // The long run needs more than one query of the table.
    await manyEvents(connection, long ? 5_001 : 130);
    const suggestion = { date: '2026-03-10', time: '10:00', seen_at: now().toISOString() };
    await harness.table.transact([
      ...records().putEvent(connection, { ...stored, id: idOf('b00000'), case_id: id, suggestion }),
      // As an older release stored it: only in the event.
      ...records()
        .putEvent(connection, { ...stored, id: idOf('a00000a'), case_id: id, suggestion })
        .slice(0, 1),
    ]);
    expect(await suggestions()).toMatchObject([{ id: idOf('b00000'), suggested_date: '2026-03-10' }]);

    // The outbox has no order.
    const goneOn = () => payloadsOf('google-calendar.sync-wanted');
    await everything();
    expect(await goneOn()).toContainEqual({ organization_id: tenant.id, from: null, standing: idOf('a00038') });
    expect(await suggestions()).toHaveLength(2);
    await everything({ standing: idOf('a00038') });
    expect(await goneOn()).toContainEqual({ organization_id: tenant.id, from: null, standing: idOf('a00078') });

    succeeded(await change({ removes_on_disconnect: false }));
    succeeded(await harness.call(rows.disconnect, { as: owner() }));
    const end = { organization_id: tenant.id, connection };
    for (const _ of [1, 2]) await disconnected(connection);
    // Each message requested the next one.
    expect(await payloadsOf('google-calendar.disconnected')).toEqual([end, end, end]);
    expect(await records().ending(connection)).toBeDefined();
    // The case's own event may be among the first hundred, because its id is a digest.
    const [left] = await records().events(connection, 1);
    expect([idOf('a00098'), idOf('a00099')]).toContain(left?.id);
  });

  it('removes events, channel and access after disconnecting', async () => {
    const { calendar_id } = await connect();
    const id = await opened();
    await everything();
    await work('case.updated', { case_id: id });
    const connection = await connectionNow();
    await manyEvents(connection, 60);
    succeeded(await harness.call(rows.disconnect, { as: owner() }));
    succeeded(await harness.call(rows.disconnect, { as: owner() }));
    await work('case.updated', { case_id: id });
    const grants = google.store.grants.all().length;
    google.faults.loseAnswers = 1;
    await disconnected(connection).catch(() => {});
    await disconnected(connection);
    expect(await records().ending(connection)).toBeDefined();
    await disconnected(connection);
    expect([standIn.resourcesIn(calendar_id), google.store.grants.all().length]).toEqual([[], grants - 1]);
    expect(google.store.channels.all().every(({ calendar, isStopped }) => calendar !== calendar_id || isStopped)).toBe(
      true,
    );
    expect([await records().events(connection, 1), await records().ending(connection)]).toEqual([[], undefined]);
    expect(await status()).toMatchObject({ connected: false, email: null });
  });
});
