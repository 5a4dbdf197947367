import { googleAccounts } from '#functions/google-calendar/client/google-connector.ts';
import { createGoogleCalendarRepository } from '#functions/google-calendar/repository.ts';
import { googleHandlers } from '#functions/google-calendar/worker/handlers.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { Table } from '#functions/platform/store/table.ts';
import { createWorker } from '#functions/platform/workers/worker.ts';
import { maxReceiveCount, queues } from '#infra/queues.ts';
import { type Death, dying } from '#tests/support/crash-injection.ts';
import { queueInVirtualTime } from '#tests/support/engines/queue-in-virtual-time.ts';
import { recordingLogger } from '#tests/support/engines/recording-logger.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { startGoogleStandIn } from './google-stand-in.ts';
import { relayInto } from './unsent-outbox.ts';

const minutes = 60_000;

/**
 * One organization's Google Calendar in this process: calls, outbox, queue in virtual time with its worker, and local
 * Google.
 */
export const startGoogleWorld = async () => {
  const standIn = await startGoogleStandIn();
  const { google, harness, clock, now, siteUrl, close } = standIn;
  const tenant = await harness.addTenant('google-world', 'America/New_York');
  await standIn.connect(tenant.profiles.super_admin);

  const state = { death: undefined as Death | undefined };
  const accounts = googleAccounts(standIn.googleConnector);
  const dependencies = {
    table: dying(new Table(harness.client, harness.tableName), () => state.death),
    accounts: async (token: string) => dying(await accounts(token), () => state.death),
    ...{ opener: harness.partnerDecryptor, siteUrl, now },
  };
  const { events } = queues['google-calendar'];
  const queue = queueInVirtualTime(clock, { maxReceiveCount });
  const { logger } = recordingLogger();
  queue.workedBy(createWorker(googleHandlers(dependencies), { logger, queue: queue.queue, now }));

  const relay = relayInto(queue, { table: harness.calmTable, clock, names: events });
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
  /** Moves one service and cancels another; returns the event that should remain. */
  const happens = async (): Promise<string> => {
    const last = `Family${'abcdefghijklmnopqrstuvwxyz'[++opened % 26]}`;
    const day = { deceased_last_name: last, service_date: '2026-03-09', service_time: '10:00' };
    const { id } = await cases.opened({ ...wholeCase, ...day });
    const openedCase = await cases.opened({ ...wholeCase, ...day, deceased_first_name: 'Nobody' });
    await moved(id, { service_time: `1${opened % 10}:30` });
    succeeded(await cases.cancel(openedCase.id));
    return `Traditional service: W. F. 2026-03-09T1${opened % 10}:30:00`;
  };
  const records = createGoogleCalendarRepository(harness.calmTable, keysOf(tenant.id));
  const there = async (): Promise<string[]> => {
    const calendar = (await records.settings())?.calendar_id;
    return google.store.events
      .all()
      .filter((event) => event.calendar === calendar && event.resource.status !== 'cancelled')
      .map(({ resource }) => {
        const { date, dateTime } = resource.start as { date?: string; dateTime?: string };
        return `${resource.summary} ${date ?? dateTime}`;
      })
      .sort();
  };
  await settle();
  return {
    ...{ harness, google, tenant, clock, state, queue, relay, settle, happens, there, records, moved, cases, close },
  };
};
export type GoogleWorld = Awaited<ReturnType<typeof startGoogleWorld>>;
