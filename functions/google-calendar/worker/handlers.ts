import { randomUUID } from 'node:crypto';
import { feedDays } from '#domain/calendar/calendar-feed.schema.ts';
import { localDateTimeAt, putAtHome } from '#domain/google-calendar/google-event.ts';
import { addDays } from '#domain/shared/values/calendar-date.ts';
import { createCalendarRepository } from '#functions/calendar/repository/calendar.ts';
import { createDayReads } from '#functions/calendar/repository/days.ts';
import { createCaseRepository } from '#functions/cases/repository/cases.ts';
import { createDueDayRepository } from '#functions/deadlines/repository/deadlines.ts';
import { createHomeRepository } from '#functions/organizations/repository/homes.ts';
import { createConnectionRepository } from '#functions/platform/partners/partner-connections.ts';
import { type Keys, keysOf } from '#functions/platform/store/keys.ts';
import { PermanentError, ReauthorizationError } from '#functions/platform/store/partners/circuit.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { outboxWrite, type PendingEvent, pendingEvent } from '#functions/platform/store/transactions/outbox.ts';
import { retryOnConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import type { EventHandlers, WorkerRun } from '#functions/platform/workers/worker.ts';
import type { ChangedEvent } from '../client/google-connector.ts';
import { createGoogleCalendarRepository, type GoogleEventRecord } from '../repository.ts';
import {
  askingOf,
  type GoogleDependencies,
  type OpenConnection,
  partner,
  syncCase,
  syncOffice,
  withConnection,
} from './sync-case.ts';

/** Cases compared per message; the rest gets the next one. */
const casesAtOnce = 40;
const eventsRead = 500;

/** Where a comparison continues: after an event at Google, or at a day. */
interface ComparedTo {
  from: string | null;
  standing?: string | undefined;
}

/** Compares events at Google, also of cases without a date now, then cases by day. Returns where to continue. */
const compareAll = async (
  dependencies: GoogleDependencies,
  connection: OpenConnection,
  { from, standing }: ComparedTo,
): Promise<ComparedTo | undefined> => {
  const compared = new Set<string>();
  if (from === null) {
    const { records, settings } = connection;
    if (standing === undefined) await syncOffice(dependencies, connection);
    const events = await records.events(settings.connection, casesAtOnce, standing);
    const suggested = events.filter(({ suggestion }) => suggestion);
    const writes = suggested.map((event) => records.findSuggestion(settings.connection, event));
    if (writes.length) await dependencies.table.transact(writes);
    for (const { case_id } of events) if (case_id !== null) compared.add(case_id);
    for (const id of compared) await syncCase(dependencies, connection, id);
    if (events.length === casesAtOnce) return { from, standing: events.at(-1)?.id };
    await dependencies.table.transact([records.changeSync(settings.connection, { suggestions_found: true })]);
  }
  const next = await compareDays(dependencies, connection, from, compared);
  return next === undefined ? undefined : { from: next };
};

/** Compares the cases of days from `from`, except those just compared; returns the next day. */
const compareDays = async (
  dependencies: GoogleDependencies,
  connection: OpenConnection,
  from: string | null,
  compared: Set<string>,
): Promise<string | undefined> => {
  const { table, now } = dependencies;
  const { keys, settings } = connection;
  const today = now().toISOString().slice(0, 10);
  const last = addDays(today, feedDays.ahead);
  const days = { from: from ?? addDays(today, -feedDays.back), to: last, home: undefined };
  const nothing = { events: [], isComplete: true };
  const [{ events, isComplete }, own, { dues, isComplete: areAllDue }] = await Promise.all([
    createCalendarRepository(table, keys).events(days, undefined, eventsRead),
    settings.event_kinds.includes('day') ? createDayReads(table, keys).between(days, eventsRead) : nothing,
    settings.event_kinds.includes('deadline')
      ? createDueDayRepository(table, keys).within(days, eventsRead)
      : { dues: [], isComplete: true },
  ]);
  const read = [
    { of: events.map(({ date, case_id }) => ({ date, case_id })), isComplete },
    { of: own.events.map(({ date, case_id }) => ({ date, case_id: case_id ?? '' })), isComplete: own.isComplete },
    { of: dues.map(({ due, case_id }) => ({ date: due, case_id })), isComplete: areAllDue },
  ];
  // The last day of an incomplete read may be cut off.
  const until = read.flatMap((day) => (day.isComplete ? [] : (day.of.at(-1)?.date ?? []))).sort()[0] ?? last;
  let day = days.from;
  let count = 0;
  const inOrder = read.flatMap((day) => day.of).filter(({ date }) => date <= until);
  for (const event of inOrder.sort((a, b) => a.date.localeCompare(b.date))) {
    if (event.date !== day && count >= casesAtOnce) return event.date;
    day = event.date;
    if (compared.has(event.case_id)) continue;
    compared.add(event.case_id);
    count += 1;
    await syncCase(dependencies, connection, event.case_id);
  }
  return (isComplete && own.isComplete && areAllDue) || day === days.from ? undefined : day;
};

/** Returns a user's change of an event at Google; undefined if it matches the case. */
const suggestionOf = (
  storedEvent: GoogleEventRecord,
  changed: ChangedEvent,
  timeZone: string,
): { date: string; time: string } | undefined => {
  if (changed.isGone) return { date: '', time: '' };
  if (!changed.start) return undefined;
  const moment = localDateTimeAt(changed.start, timeZone);
  const put = putAtHome(storedEvent, timeZone);
  return moment.date === put.date && moment.time === put.time ? undefined : moment;
};

const homeOfEvent = async (table: Table, keys: Keys, { case_id, event }: GoogleEventRecord) => {
  const of = case_id
    ? (await createCaseRepository(table, keys).find(case_id))?.core
    : (await createDayReads(table, keys).office()).find(({ id }) => id === event);
  return of?.funeral_home_id ? createHomeRepository(table, keys).plainHome(of.funeral_home_id) : undefined;
};

/**
 * Stores a user's change as a suggestion. Most changes are our own: the current event is read before deciding, and
 * newer writes of ours are not overwritten.
 */
const noteChange = async (
  { table, now }: GoogleDependencies,
  { keys, records, settings, ask }: OpenConnection,
  { id: listed, ...change }: ChangedEvent,
): Promise<void> => {
  const { connection: of, calendar_id } = settings;
  // Google lists a repeated event by its days, whose ids begin with that of the event.
  const id = listed.split('_')[0] ?? listed;
  const changed = { id, ...change };
  await retryOnConflict(
    () => records.event(of, changed.id),
    async (storedEvent) => {
      if (!storedEvent || storedEvent.etag === changed.etag) return;
      const currentEvent = await ask((account) => account.event(calendar_id, changed.id));
      if (currentEvent?.etag === storedEvent.etag) return;
      const home = await homeOfEvent(table, keys, storedEvent);
      const suggested = suggestionOf(
        storedEvent,
        currentEvent ?? { ...changed, isGone: true },
        home?.time_zone ?? 'UTC',
      );
      const suggestion = suggested ? { ...suggested, seen_at: now().toISOString() } : null;
      await table.transact(records.changeEvent(of, storedEvent, { ...storedEvent, suggestion }));
    },
  );
};

/**
 * Makes suggestions of moved and deleted events: Google never changes a case. Returns whether Google accepts our token
 * again, so that missed events are written.
 */
const pullChanges = async (dependencies: GoogleDependencies, connection: OpenConnection): Promise<boolean> => {
  const { table, now } = dependencies;
  const { records, settings, ask } = connection;
  const { connection: of, calendar_id } = settings;
  const { sync_token, needs_reconnect } = await records.sync(of);
  const changes =
    (await ask((account) => account.changes(calendar_id, sync_token))) ??
    // The sync token expired: everything is read and compared by id.
    (await ask((account) => account.changes(calendar_id, null)));
  if (!changes) return false;
  const last_sync_at = now().toISOString();
  for (const changed of changes.events) await noteChange(dependencies, connection, changed);
  await table.transact([
    records.changeSync(of, { sync_token: changes.next, last_sync_at, last_error: null, needs_reconnect: false }),
  ]);
  return needs_reconnect;
};

/** Events removed per message; the rest gets the next one. */
const eventsAtOnce = 50;

/**
 * Stops the channel, removes the events if chosen, then revokes the access that both need. Returns whether events are
 * left.
 */
const disconnectCleanup = async (
  dependencies: GoogleDependencies,
  organizationId: string,
  connection: string,
): Promise<boolean> => {
  const { table, opener, accounts } = dependencies;
  const records = createGoogleCalendarRepository(table, keysOf(organizationId));
  const ending = await records.ending(connection);
  if (!ending) return false;
  const refreshToken = await opener.open({ organizationId, partner, part: 'access' }, ending.sealed);
  const ask = askingOf(dependencies, organizationId, await accounts(refreshToken));
  const { channel } = await records.sync(connection);
  const current = await createConnectionRepository(table, keysOf(organizationId)).find(partner);
  const isConnectedAgain = current?.account === ending.account;
  let ids = (await records.events(connection, eventsAtOnce)).map(({ id }) => id);
  const isLast = ids.length < eventsAtOnce;
  const forget = (some: readonly string[]): Promise<void> =>
    table.transact(some.flatMap((id) => records.removeEvent(connection, id)));
  try {
    if (channel) await ask((account) => account.stop(channel));
    if (ending.removes_events)
      for (const id of ids) {
        await ask((account) => account.remove(ending.calendar_id, id));
        // Immediately, so that a retry continues after it.
        await forget([id]);
        ids = ids.filter((eventId) => eventId !== id);
      }
    // Google revokes everything an account granted: not if it was connected again.
    if (isLast && !isConnectedAgain) await ask((account) => account.revoke());
  } catch (error) {
    if (!(error instanceof ReauthorizationError)) throw error;
  }
  if (ids.length) await forget(ids);
  if (!isLast) return true;
  await table.transact([records.removeSync(connection), records.removeEnding(connection)]);
  return false;
};

const marginMs = 24 * 3_600_000;

/** Starts the new channel before the old one stops: duplicate notifications are harmless. */
const renewWatchChannel = async ({ table, now }: GoogleDependencies, connection: OpenConnection): Promise<void> => {
  const { records, settings, webhookUrl, ask } = connection;
  const { channel: former, asked_channel: left } = await records.sync(settings.connection);
  if (former && former.expires - now().getTime() > marginMs) return;
  const newChannel = { id: randomUUID(), address: webhookUrl };
  try {
    await table.transact([records.changeSync(settings.connection, { asked_channel: newChannel.id })]);
    const channel = await ask((account) => account.watch(settings.calendar_id, newChannel));
    if (left) await ask((account) => account.stop({ ...channel, id: left }));
    await table.transact([records.changeSync(settings.connection, { channel, asked_channel: null })]);
  } catch (error) {
    if (!(error instanceof PermanentError)) throw error;
    return;
  }
  if (former) await ask((account) => account.stop(former));
};

interface OfCase {
  envelope: { organization_id: string; payload: { case_id: string } };
}

const lookAtChanges = async (dependencies: GoogleDependencies, connection: OpenConnection): Promise<boolean> => {
  await renewWatchChannel(dependencies, connection);
  return pullChanges(dependencies, connection);
};

/** Permits and decisions affect only deadlines, if these are shown. */
const deadlinesFollow =
  (dependencies: GoogleDependencies) =>
  ({ envelope }: OfCase): Promise<void> =>
    withConnection(dependencies, envelope.organization_id, async (connection) => {
      if (connection.settings.event_kinds.includes('deadline'))
        await syncCase(dependencies, connection, envelope.payload.case_id);
    });

const goingOn = (dependencies: GoogleDependencies) => {
  const { table } = dependencies;
  const goOn = async (organizationId: string, event: PendingEvent, { trace }: WorkerRun): Promise<void> =>
    table.transact([outboxWrite(keysOf(organizationId), organizationId, trace, [event])]);
  const goOnComparing = (organization_id: string, at: ComparedTo, run: WorkerRun): Promise<void> =>
    goOn(
      organization_id,
      pendingEvent('google-calendar.sync-wanted', organization_id, { organization_id, ...at }),
      run,
    );
  const compare = (organizationId: string, at: ComparedTo, run: WorkerRun): Promise<void> =>
    withConnection(dependencies, organizationId, async (connection) => {
      if (at.from === null && at.standing === undefined) await lookAtChanges(dependencies, connection);
      const next = await compareAll(dependencies, connection, at);
      if (next) await goOnComparing(organizationId, next, run);
    });
  // Events missed while Google rejected our token have no message left.
  const look = (organizationId: string, run: WorkerRun): Promise<void> =>
    withConnection(dependencies, organizationId, async (connection) => {
      const isLetInAgain = await lookAtChanges(dependencies, connection);
      const { suggestions_found } = await connection.records.sync(connection.settings.connection);
      if (isLetInAgain || !suggestions_found) await goOnComparing(organizationId, { from: null }, run);
    });
  const end = async (organization_id: string, connection: string, run: WorkerRun): Promise<void> => {
    if (!(await disconnectCleanup(dependencies, organization_id, connection))) return;
    const syncKey = { organization_id, connection };
    await goOn(organization_id, pendingEvent('google-calendar.disconnected', organization_id, syncKey), run);
  };
  return { compare, look, end };
};

export const googleHandlers = (dependencies: GoogleDependencies): EventHandlers => {
  const onDeadlines = deadlinesFollow(dependencies);
  const onCase = ({ envelope }: OfCase): Promise<void> =>
    withConnection(dependencies, envelope.organization_id, (connection) =>
      syncCase(dependencies, connection, envelope.payload.case_id),
    );
  const { compare, look, end } = goingOn(dependencies);
  return {
    'case.created': onCase,
    'case.updated': onCase,
    'case.activated': onCase,
    'case.completed': onCase,
    'case.cancelled': onCase,
    'case.reopened': onCase,
    'case.deleted': onCase,
    'permit.added': onDeadlines,
    'permit.updated': onDeadlines,
    'permit.deleted': onDeadlines,
    'deadline.overridden': onDeadlines,
    'event.changed': onCase,
    'office-event.changed': ({ envelope }) =>
      withConnection(dependencies, envelope.organization_id, (connection) => syncOffice(dependencies, connection)),
    'google-calendar.case-wanted': onCase,
    'google-calendar.connected': ({ envelope }, run) => compare(envelope.organization_id, { from: null }, run),
    'google-calendar.sync-wanted': ({ envelope }, run) => compare(envelope.organization_id, envelope.payload, run),
    'google-calendar.changed': ({ envelope }, run) => look(envelope.organization_id, run),
    'google-calendar.disconnected': ({ envelope }, run) =>
      end(envelope.organization_id, envelope.payload.connection, run),
  };
};
