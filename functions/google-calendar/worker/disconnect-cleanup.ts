import { createGoogleCalendarRepository } from '#functions/google-calendar/google-calendar.ts';
import { createConnectionRepository } from '#functions/platform/partners/partner-connections.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { ReauthorizationError } from '#functions/platform/store/partners/partner-error.ts';
import { askingOf, type GoogleDependencies, partner } from './with-connection.ts';

/** So many events are taken away in one go; what is left is the next message's. */
const eventsAtOnce = 50;

/**
 * After a connection has ended: its channel is stopped, its events are taken away where that was wanted, and the access is
 * given back, in this order, for each takes what the next one ends. Where Google lets us in no more there is nothing to do.
 * Answers whether events are left, with which the next message goes on.
 */
export const disconnectCleanup = async (
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
        // At once, so that whoever goes on after a failure goes on behind it.
        await forget([id]);
        ids = ids.filter((other) => other !== id);
      }
    // Google takes back all that an account allowed at once: not from somebody who has connected it again meanwhile.
    if (isLast && !isConnectedAgain) await ask((account) => account.revoke());
  } catch (error) {
    if (!(error instanceof ReauthorizationError)) throw error;
  }
  if (ids.length) await forget(ids);
  if (!isLast) return true;
  await table.transact([records.removeSync(connection), records.removeEnding(connection)]);
  return false;
};
