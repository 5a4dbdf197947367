import { localDateTimeAt, putAtHome } from '#domain/google-calendar/google-event.ts';
import { createCaseRepository } from '#functions/cases/repository/cases.ts';
import type { ChangedEvent } from '#functions/google-calendar/client/google-calendar.ts';
import type { GoogleEventRecord } from '#functions/google-calendar/google-calendar.ts';
import { createHomeRepository } from '#functions/organizations/repository/homes.ts';
import { retryOnConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import type { GoogleDependencies, OpenConnection } from './with-connection.ts';

/** What somebody made of an event at Google; undefined where it stands as the case says. */
const suggestionOf = (
  known: GoogleEventRecord,
  changed: ChangedEvent,
  timeZone: string,
): { date: string; time: string } | undefined => {
  if (changed.isGone) return { date: '', time: '' };
  if (!changed.start) return undefined;
  const moment = localDateTimeAt(changed.start, timeZone);
  const put = putAtHome(known, timeZone);
  return moment.date === put.date && moment.time === put.time ? undefined : moment;
};

/**
 * Notes what somebody made of one of our events, for somebody here to decide about. Most of what changed was put there by
 * us, maybe since Google listed it: what stands there now is asked for before anything is said of it, and what we have put
 * meanwhile is not written over.
 */
const noteChange = async (
  { table, now }: GoogleDependencies,
  { keys, records, settings, ask }: OpenConnection,
  changed: ChangedEvent,
): Promise<void> => {
  const { connection: of, calendar_id } = settings;
  await retryOnConflict(
    () => records.event(of, changed.id),
    async (known) => {
      if (!known || known.etag === changed.etag) return;
      const stands = await ask((account) => account.event(calendar_id, changed.id));
      if (stands?.etag === known.etag) return;
      const core = (await createCaseRepository(table, keys).find(known.case_id))?.core;
      const home = core && (await createHomeRepository(table, keys).plainHome(core.funeral_home_id));
      const suggested = suggestionOf(known, stands ?? { ...changed, isGone: true }, home?.time_zone ?? 'UTC');
      const suggestion = suggested ? { ...suggested, seen_at: now().toISOString() } : null;
      await table.transact(records.changeEvent(of, known, { ...known, suggestion }));
    },
  );
};

/**
 * Looks at what changed at Google since the last time. Of events of ours that were moved or deleted a suggestion is noted:
 * what a case says is never changed from there. Anything else in the calendar is passed over. The next token is kept when
 * all of it is. Answers whether Google lets us in again that did not before, so that what was not put meanwhile is to be.
 */
export const pullChanges = async (dependencies: GoogleDependencies, connection: OpenConnection): Promise<boolean> => {
  const { table, now } = dependencies;
  const { records, settings, ask } = connection;
  const { connection: of, calendar_id } = settings;
  const { sync_token, needs_reconnect } = await records.sync(of);
  const changes =
    (await ask((account) => account.changes(calendar_id, sync_token))) ??
    // Its token is over: everything is looked at, and compared by id.
    (await ask((account) => account.changes(calendar_id, null)));
  if (!changes) return false;
  const last_sync_at = now().toISOString();
  for (const changed of changes.events) await noteChange(dependencies, connection, changed);
  await table.transact([
    records.changeSync(of, { sync_token: changes.next, last_sync_at, last_error: null, needs_reconnect: false }),
  ]);
  return needs_reconnect;
};
