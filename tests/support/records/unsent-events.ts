import { unsentShards } from '#functions/platform/store/keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { type OutboxEvent, outboxBatches, unsentRows } from '#functions/platform/store/transactions/outbox.ts';

/** Returns all unpublished events, oldest first. */
export const unsentEvents = async (table: Table, before: Date): Promise<OutboxEvent[]> => {
  const events: OutboxEvent[] = [];
  for (let shard = 0; shard < unsentShards; shard++)
    for (let position: string | undefined; ; ) {
      const rows = await unsentRows(table, shard, { before, position, limit: 100 });
      events.push(...(await outboxBatches(table, rows)).batches.flatMap((batch) => batch.events));
      position = rows.at(-1)?.position;
      if (rows.length < 100) break;
    }
  return events.sort((a, b) => (a.envelope.id < b.envelope.id ? -1 : 1));
};
