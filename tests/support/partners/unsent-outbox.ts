import { unsentShards } from '#functions/platform/store/keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import {
  markSent,
  type OutboxBatch,
  type OutboxEvent,
  outboxBatches,
  type UnsentRow,
  unsentRows,
} from '#functions/platform/store/transactions/outbox.ts';

const perQuery = 1_000;
const far = new Date('2200-01-01T00:00:00Z');

export const unsentPlaces = async (table: Table, before = far): Promise<UnsentRow[]> => {
  const ofShard = async (shard: number): Promise<UnsentRow[]> => {
    const rows: UnsentRow[] = [];
    for (let position: string | undefined; ; position = rows.at(-1)?.position) {
      const page = await unsentRows(table, shard, { before, position, limit: perQuery });
      rows.push(...page);
      if (page.length < perQuery) return rows;
    }
  };
  return (await Promise.all(Array.from({ length: unsentShards }, (_, shard) => ofShard(shard)))).flat();
};

export const batchesAt = async (table: Table, places: readonly UnsentRow[]): Promise<OutboxBatch[]> => {
  const batches: OutboxBatch[] = [];
  for (let at = 0; at < places.length; at += 100)
    batches.push(...(await outboxBatches(table, places.slice(at, at + 100))).batches);
  const first = ({ events }: OutboxBatch): string => events[0]?.envelope.id ?? '';
  return batches.sort((a, b) => (first(a) < first(b) ? -1 : 1));
};

/** Takes all unsent events, oldest first, and marks them as sent, like a relay. */
export const takeUnsent = async (table: Table, before = far): Promise<OutboxEvent[]> => {
  const batches = await batchesAt(table, await unsentPlaces(table, before));
  for (let at = 0; at < batches.length; at += 100)
    await markSent(
      table,
      batches.slice(at, at + 100).map(({ key }) => key),
      before,
    );
  return batches.flatMap(({ events }) => events);
};

/** Moves the events of one queue from the outbox into it, each `times` times, like the relay. */
export const relayInto =
  (
    queue: { send(body: object): void },
    { table, clock, names }: { table: Table; clock: { now: number }; names: readonly string[] },
  ) =>
  async (times = 1): Promise<number> => {
    const events = (await takeUnsent(table, new Date(clock.now + 60_000))).filter(({ name }) => names.includes(name));
    for (const { name, envelope } of events)
      for (let n = 0; n < times; n++) queue.send({ source: 'stillwater', 'detail-type': name, detail: envelope });
    return events.length;
  };
