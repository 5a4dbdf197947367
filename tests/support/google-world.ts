import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { googleScopes } from '#domain/calendar-integration/google-scopes.ts';
import { areas } from '#domain/contract/endpoints.ts';
import { googleAccounts, googleDoorAt, redirectUriOf } from '#functions/adapters/google-door.ts';
import { createWorker } from '#functions/kernel/worker.ts';
import { googleCalendarIn } from '#functions/records/google-calendar.ts';
import { keysOf } from '#functions/store/keys.ts';
import { unsentEvents } from '#functions/store/outbox.ts';
import { Table } from '#functions/store/table.ts';
import { googleHandlers } from '#functions/workers/google-calendar/handlers.ts';
import { queues } from '#infra/queues.ts';
import { startGoogleCalendar } from '#local/partners/google-calendar/google-calendar.ts';
import { casesOf, wholeCase } from './cases.ts';
import { type Death, dying } from './dying.ts';
import { startHarness } from './harness.ts';
import { keptLogger } from './kept-logger.ts';
import { queueInVirtualTime } from './queue-in-virtual-time.ts';
import { succeeded } from './reports.ts';

const minutes = 60_000;
const siteUrl = 'http://127.0.0.1:4000';
const email = 'calendar@world.example';
const app = { client_id: 'client', client_secret: 'secret' };

/**
 * Google Calendar of one organization in this process: the calls, the outbox, the queue in virtual time with its worker, and
 * the stand-in for Google, which the product's own client drives.
 */
export const startGoogleWorld = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'google-world-'));
  const clock = { now: Date.parse('2026-03-01T15:00:00Z') };
  const now = () => new Date(clock.now);
  const google = await startGoogleCalendar({
    ...{ port: 0, dataDir, accounts: { [email]: 'World' }, takesLocalHttp: true, now },
    app: { clientId: app.client_id, clientSecret: app.client_secret, redirectUris: [redirectUriOf(siteUrl)] },
  });
  // What it announces reaches nobody here: it is looked at by calls.
  google.faults.channels.drop = true;
  const door = { endpoints: google.endpoints, app: async () => app, siteUrl, now };
  const harness = await startHarness({ google: googleDoorAt(door) });
  harness.state.now = now;
  const tenant = await harness.addTenant('google-world', 'America/New_York');
  const owner = tenant.profiles.super_admin;
  const rows = areas['calendar-integration'];
  const { auth_url, state: asked } = succeeded(await harness.call(rows.auth, { as: owner })).body;
  const form = new URLSearchParams([
    ...new URL(String(auth_url)).searchParams,
    ['account', email],
    ['answer', 'allow'],
    ...googleScopes.map((scope) => ['granted', scope]),
  ]);
  const said = await fetch(google.endpoints.authUrl, { method: 'POST', body: form, redirect: 'manual' });
  const code = new URL(said.headers.get('location') ?? '').searchParams.get('code');
  succeeded(await harness.call(rows.callback, { as: owner, body: { code, state: asked } }));

  const state = { death: undefined as Death | undefined };
  const accounts = googleAccounts(door);
  const dependencies = {
    table: dying(new Table(harness.client, harness.tableName), () => state.death),
    accounts: async (token: string) => dying(await accounts(token), () => state.death),
    ...{ opener: harness.partnerOpener, siteUrl, now },
  };
  const { events, maxReceiveCount } = queues['google-calendar'];
  const queue = queueInVirtualTime(clock, { maxReceiveCount });
  const { logger } = keptLogger();
  queue.workedBy(createWorker(googleHandlers(dependencies), { logger, queue: queue.queue, now }));

  const delivered = new Set<string>();
  /** What the relay does: events go from the outbox to the queue, each `times` times. */
  const relay = async (times = 1): Promise<number> => {
    const unsent = await unsentEvents(harness.calmTable, new Date(clock.now + minutes));
    const fresh = unsent.filter(
      ({ name, envelope: { id } }) => (events as readonly string[]).includes(name) && !delivered.has(id),
    );
    for (const { name, envelope } of fresh) {
      delivered.add(envelope.id);
      for (let n = 0; n < times; n++) queue.send({ source: 'stillwater', 'detail-type': name, detail: envelope });
    }
    return fresh.length;
  };
  /** Until nothing is left to be done, or the time is over. */
  const settle = async ({ within = 10 * minutes, times = 1 } = {}): Promise<void> => {
    const until = clock.now + within;
    await relay(times);
    do await queue.runUntil(Math.min(until, clock.now + 5_000));
    while (((await relay(times)) > 0 || queue.waiting > 0) && clock.now < until);
  };
  const cases = casesOf(harness, tenant);
  const moved = async (id: string, values: object): Promise<void> => {
    const { sections } = await cases.get(id);
    const body = { sections: { service: { version: sections.service?.version, values } } };
    succeeded(await cases.patch(id, body));
  };
  let opened = 0;
  /** A service that is moved, and one that is cancelled; answers what is to stand in the calendar of it. */
  const happens = async (): Promise<string> => {
    const last = `Family${'abcdefghijklmnopqrstuvwxyz'[++opened % 26]}`;
    const day = { deceased_last_name: last, service_date: '2026-03-09', service_time: '10:00' };
    const { id } = await cases.opened({ ...wholeCase, ...day });
    const gone = await cases.opened({ ...wholeCase, ...day, deceased_first_name: 'Nobody' });
    await moved(id, { service_time: `1${opened % 10}:30` });
    succeeded(await cases.cancel(gone.id));
    return `Traditional service: W. F. 2026-03-09T1${opened % 10}:30:00`;
  };
  const records = googleCalendarIn(harness.calmTable, keysOf(tenant.id));
  /** What stands in the calendar, as its owner sees it. */
  const there = async (): Promise<string[]> => {
    const calendar = (await records.settings())?.calendar_id;
    return google.store.events
      .all()
      .filter((one) => one.calendar === calendar && one.resource.status !== 'cancelled')
      .map(({ resource }) => {
        const { date, dateTime } = resource.start as { date?: string; dateTime?: string };
        return `${resource.summary} ${date ?? dateTime}`;
      })
      .sort();
  };
  await settle();
  return {
    ...{ harness, google, tenant, clock, state, queue, relay, settle, happens, there, records, moved, cases },
    close: async () => {
      await google.close();
      await harness.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
export type GoogleWorld = Awaited<ReturnType<typeof startGoogleWorld>>;
