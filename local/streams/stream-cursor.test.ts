import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { draw } from '#local/chaos/chaos.ts';
import { StreamCursor } from './stream-source.ts';
import { type Page, StreamTail } from './stream-tail.ts';

const shardOf = () => {
  const records: DynamoDBRecord[] = [];
  const shard = {
    pages: 0,
    closed: false,
    failing: false,
    put: () => void records.push({ dynamodb: { SequenceNumber: String(records.length + 1) } }),
    async page(iterator: string): Promise<Page> {
      shard.pages++;
      const from = Number(iterator);
      const found = records.slice(from, from + 7);
      await Promise.resolve();
      if (shard.failing) throw new Error('away');
      const end = from + found.length;
      return { records: found, next: shard.closed && end === records.length ? undefined : String(end) };
    },
    iterator: async (_shardId: string, sequence: string | undefined) => sequence ?? '0',
  };
  return shard;
};
const follow = (keptRecords?: number) => {
  const shard = shardOf();
  const tail = new StreamTail(shard.page, () => {}, { paceMs: 0, keptRecords });
  const cursor = (sequence?: string) => new StreamCursor(shard, 'shard', tail, sequence);
  return { shard, cursor };
};
const read = async (cursor: StreamCursor): Promise<number[]> =>
  (await cursor.read()).map(({ dynamodb }) => Number(dynamodb?.SequenceNumber));
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('cursors of one stream', () => {
  it.each(range(1, 40))('skips and repeats nothing, wherever cursors start and however slow (%i)', async (seed) => {
    const { shard, cursor } = follow(10);
    let drawn = 0;
    const chance = () => draw(`cursors-${seed}`, drawn++);
    for (let n = 0; n < 20; n++) shard.put();
    const readers = [0, 5, 12, 20].map((behind) => ({
      behind,
      cursor: cursor(behind ? String(behind) : undefined),
      seen: [] as number[],
      busy: false,
    }));
    const pending: Promise<void>[] = [];
    let last = 20;
    for (let step = 0; step < 300; step++) {
      if (chance() < 0.4) {
        shard.put();
        last++;
      }
      const reader = readers[Math.floor(chance() * readers.length)];
      if (!reader || reader.busy) continue;
      reader.busy = true;
      const turn = read(reader.cursor).then((found) => {
        reader.seen.push(...found);
        reader.busy = false;
      });
      pending.push(turn);
      if (chance() < 0.5) await turn;
    }
    await Promise.all(pending);
    for (const reader of readers) {
      for (let found = [0]; found.length; reader.seen.push(...found)) found = await read(reader.cursor);
      for (let found = [0]; found.length; reader.seen.push(...found)) found = await read(reader.cursor);
      expect(reader.seen).toEqual(range(reader.behind + 1, last));
    }
  });

  it('restarts from its own records after an engine outage', async () => {
    const { shard, cursor } = follow();
    const [first, second] = [cursor(), cursor()];
    for (const one of [first, second, first, second]) await one.read();
    shard.put();
    expect(await read(first)).toEqual([1]);
    shard.failing = true;
    await expect(first.read()).rejects.toThrow('away');
    shard.failing = false;
    shard.put();
    const again = cursor('1');
    expect(await read(again)).toEqual([2]);
    expect(await read(again)).toEqual([]);
    shard.put();
    expect(await read(again)).toEqual([3]);
    // A cursor that was busy in between has an invalid position and still skips nothing.
    expect(await read(second)).toEqual([1, 2, 3]);
  });
});
