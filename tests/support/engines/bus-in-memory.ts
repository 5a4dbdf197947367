import type { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import type { EventEnvelope } from '#domain/registry/event-catalog.ts';
import { unsentShards } from '#functions/platform/store/keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { type OutboxEvent, outboxBatches, unsentRows } from '#functions/platform/store/transactions/outbox.ts';
import { draw } from '#local/chaos/chaos.ts';

/**
 * An event bus without servers: `take` rejects an event by throwing. A call fails before or after the bus sees it,
 * each with the given probability.
 */
export const busInMemory = (
  take: (envelope: EventEnvelope) => void,
  { seed = '', before = 0, after = 0 }: { seed?: string; before?: number; after?: number } = {},
) => {
  let calls = 0;
  const faults = { before: 0, after: 0 };
  const accepted = (detail = ''): object => {
    try {
      take(JSON.parse(detail));
      return { EventId: 'taken' };
    } catch {
      return { ErrorCode: 'InternalFailure' };
    }
  };
  const send = async ({ input }: PutEventsCommand): Promise<object> => {
    const chance = draw(seed, calls++);
    if (chance < before) {
      faults.before++;
      throw new Error('connection refused');
    }
    const Entries = (input.Entries ?? []).map(({ Detail }) => accepted(Detail));
    if (chance < before + after) {
      faults.after++;
      throw new Error('connection reset');
    }
    return { FailedEntryCount: Entries.filter((entry) => 'ErrorCode' in entry).length, Entries };
  };
  return { faults, client: { send } as unknown as EventBridgeClient };
};

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
