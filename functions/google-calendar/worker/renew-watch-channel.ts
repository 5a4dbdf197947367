import { randomUUID } from 'node:crypto';
import { PermanentError } from '#functions/platform/store/partners/partner-error.ts';
import type { GoogleDependencies, OpenConnection } from './with-connection.ts';

/** A channel that ends within a day has a successor. */
const marginMs = 24 * 3_600_000;

/**
 * Has Google announce what changes: by a channel that outlives the next day. The former one is stopped when its successor
 * is there; announcements that come twice are harmless. Where Google takes no channel the hourly look remains.
 */
export const renewWatchChannel = async (
  { table, now }: GoogleDependencies,
  connection: OpenConnection,
): Promise<void> => {
  const { records, settings, webhookUrl, ask } = connection;
  const { channel: former, asked_channel: left } = await records.sync(settings.connection);
  if (former && former.expires - now().getTime() > marginMs) return;
  const wanted = { id: randomUUID(), address: webhookUrl };
  try {
    await table.transact([records.changeSync(settings.connection, { asked_channel: wanted.id })]);
    const channel = await ask((account) => account.watch(settings.calendar_id, wanted));
    // Channels of one calendar have its resource in common.
    if (left) await ask((account) => account.stop({ ...channel, id: left }));
    await table.transact([records.changeSync(settings.connection, { channel, asked_channel: null })]);
  } catch (error) {
    if (!(error instanceof PermanentError)) throw error;
    return;
  }
  if (former) await ask((account) => account.stop(former));
};
