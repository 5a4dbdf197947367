import { keysOf } from '#functions/platform/store/keys.ts';
import { outboxWrite, type PendingEvent, pendingEvent } from '#functions/platform/store/transactions/outbox.ts';
import type { EventHandlers, WorkerRun } from '#functions/platform/workers/worker.ts';
import { type ComparedTo, compareAll } from './compare-all.ts';
import { disconnectCleanup } from './disconnect-cleanup.ts';
import { pullChanges } from './pull-changes.ts';
import { renewWatchChannel } from './renew-watch-channel.ts';
import { syncCase } from './sync-case.ts';
import { type GoogleDependencies, type OpenConnection, withConnection } from './with-connection.ts';

/** Whatever happens to a case. */
interface OfCase {
  envelope: { organization_id: string; payload: { case_id: string } };
}

/** Answers whether Google lets us in again that did not before. */
const lookAtChanges = async (dependencies: GoogleDependencies, connection: OpenConnection): Promise<boolean> => {
  await renewWatchChannel(dependencies, connection);
  return pullChanges(dependencies, connection);
};

/** Has the case's deadlines follow, where they are shown; nothing else of what stands at Google follows from permits and decisions. */
const deadlinesFollow =
  (dependencies: GoogleDependencies) =>
  ({ envelope }: OfCase): Promise<void> =>
    withConnection(dependencies, envelope.organization_id, async (connection) => {
      if (connection.settings.event_kinds.includes('deadline'))
        await syncCase(dependencies, connection, envelope.payload.case_id);
    });

/** What takes more than one message: comparing what stands at Google with what should, and cleaning up. */
const goingOn = (dependencies: GoogleDependencies) => {
  const { table } = dependencies;
  /** Has the rest done by a message of its own. */
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
  // What was not put while Google did not let us in has no message of its own any more.
  const look = (organizationId: string, run: WorkerRun): Promise<void> =>
    withConnection(dependencies, organizationId, async (connection) => {
      const isLetInAgain = await lookAtChanges(dependencies, connection);
      const { suggestions_found } = await connection.records.sync(connection.settings.connection);
      if (isLetInAgain || !suggestions_found) await goOnComparing(organizationId, { from: null }, run);
    });
  const end = async (organization_id: string, connection: string, run: WorkerRun): Promise<void> => {
    if (!(await disconnectCleanup(dependencies, organization_id, connection))) return;
    const rest = { organization_id, connection };
    await goOn(organization_id, pendingEvent('google-calendar.disconnected', organization_id, rest), run);
  };
  return { compare, look, end };
};

/** Handlers of what concerns Google Calendar, and of what happens to cases. */
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
    'google-calendar.case-wanted': onCase,
    'google-calendar.connected': ({ envelope }, run) => compare(envelope.organization_id, { from: null }, run),
    'google-calendar.sync-wanted': ({ envelope }, run) => compare(envelope.organization_id, envelope.payload, run),
    'google-calendar.changed': ({ envelope }, run) => look(envelope.organization_id, run),
    'google-calendar.disconnected': ({ envelope }, run) =>
      end(envelope.organization_id, envelope.payload.connection, run),
  };
};
