import { join } from 'node:path';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  type _Record,
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod';
import { readJson, writeJsonDurably } from './aws/durable-file.ts';
import { pause } from './pause.ts';
import { type Deliver, deliverAll, type FailedBatch } from './stream-delivery.ts';
import { lambdaRecord } from './stream-record.ts';

const Checkpoint = z.object({
  streamArn: z.string(),
  /** Per shard: the last sequence number that was dealt with, and whether the shard has ended. */
  shards: z.record(z.string(), z.object({ sequence: z.string().optional(), ended: z.boolean().optional() })),
});
type Checkpoint = z.output<typeof Checkpoint>;

const READ_LIMIT = 1000;
const BATCH_LIMIT = 100;
const SHARDS_EVERY_MS = 60_000;
const SAVE_IDLE_EVERY_MS = 1_000;

export interface StreamPollerOptions {
  /** The reader: each has a checkpoint of its own. */
  name: string;
  tableName: string;
  dataDir: string;
  /** Calls the function with up to 100 records. */
  deliver: Deliver;
  /** Which records the function wants; the others only move the checkpoint. */
  filter: (record: DynamoDBRecord) => boolean;
  /** Keeps what is given up, as the on-failure destination does; resolves once it is on disk. */
  onFailure: (batch: FailedBatch) => Promise<void>;
  /** Told of every saved checkpoint: records before it are not read again. */
  onCheckpoint?: (sequence: string) => void;
  pollMs?: number;
  firstRetryMs?: number;
  report?: (message: string) => void;
}

export interface Poller {
  /** Resolves when the batch in hand is done. */
  close(): Promise<void>;
}

/**
 * Lambda's event source mapping for the table's stream: in order, batches of up to 100, a failing batch is split and
 * tried again at most ten times, then handed to `onFailure`. The checkpoint is on disk, so that a restart goes on after
 * the last record that was dealt with; after `kill -9` the batch that was in hand comes once more.
 */
export async function startStreamPoller(options: StreamPollerOptions): Promise<Poller> {
  const reader = new StreamReader(options, await streamOf(options.tableName));
  const running = reader.run();
  return {
    async close() {
      reader.stop();
      await running;
    },
  };
}

async function streamOf(tableName: string): Promise<string> {
  const client = new DynamoDBClient({});
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  client.destroy();
  if (!Table?.LatestStreamArn) throw new Error(`The table ${tableName} has no stream`);
  return Table.LatestStreamArn;
}

class StreamReader {
  readonly #options: StreamPollerOptions;
  readonly #client = new DynamoDBStreamsClient({});
  readonly #path: string;
  readonly #checkpoint: Checkpoint;
  readonly #stopping = new AbortController();
  readonly #iterators = new Map<string, string>();
  #shards: Shard[] = [];
  #shardsReadAt = 0;
  #savedAt = 0;
  #unsaved: string | undefined;

  constructor(options: StreamPollerOptions, streamArn: string) {
    this.#options = options;
    this.#path = join(options.dataDir, `stream-${options.name}.json`);
    const saved = readJson(this.#path, Checkpoint);
    this.#checkpoint = saved?.streamArn === streamArn ? saved : { streamArn, shards: {} };
  }

  stop(): void {
    this.#stopping.abort();
  }

  async run(): Promise<void> {
    const { pollMs = 50, report = (message) => process.stderr.write(`${message}\n`) } = this.#options;
    while (!this.#stopped) {
      try {
        const read = await this.#readOpenShards();
        if (read === 0) await this.#pause(pollMs);
      } catch (error) {
        if (this.#stopped) break;
        report(`stream reader ${this.#options.name}: ${error instanceof Error ? error.message : String(error)}`);
        this.#iterators.clear();
        this.#shardsReadAt = 0;
        await this.#pause(500);
      }
    }
    if (this.#unsaved) this.#save(this.#unsaved);
    this.#client.destroy();
  }

  get #stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #readOpenShards(): Promise<number> {
    if (Date.now() - this.#shardsReadAt > SHARDS_EVERY_MS) await this.#readShards();
    let read = 0;
    for (const shard of this.#shards) {
      // A child's records come after its parent's.
      if (this.#stopped || this.#ended(shard.ShardId) || this.#waitsForParent(shard)) continue;
      read += await this.#readShard(shard.ShardId ?? '');
    }
    return read;
  }

  async #readShards(): Promise<void> {
    const { streamArn } = this.#checkpoint;
    const shards: Shard[] = [];
    let after: string | undefined;
    do {
      const page = await this.#client.send(
        new DescribeStreamCommand({ StreamArn: streamArn, ExclusiveStartShardId: after }),
      );
      shards.push(...(page.StreamDescription?.Shards ?? []));
      after = page.StreamDescription?.LastEvaluatedShardId;
    } while (after);
    this.#shards = shards;
    this.#shardsReadAt = Date.now();
  }

  #ended(shardId = ''): boolean {
    return this.#checkpoint.shards[shardId]?.ended === true;
  }

  #waitsForParent({ ParentShardId }: Shard): boolean {
    return this.#shards.some(({ ShardId }) => ShardId === ParentShardId) && !this.#ended(ParentShardId);
  }

  async #readShard(shardId: string): Promise<number> {
    const iterator = this.#iterators.get(shardId) ?? (await this.#iteratorOf(shardId));
    const { Records = [], NextShardIterator } = await this.#client.send(
      new GetRecordsCommand({ ShardIterator: iterator, Limit: READ_LIMIT }),
    );
    if (Records.length > 0) await this.#take(shardId, Records);
    if (this.#stopped) return Records.length;
    if (NextShardIterator) {
      this.#iterators.set(shardId, NextShardIterator);
    } else {
      this.#iterators.delete(shardId);
      this.#checkpoint.shards[shardId] = { ...this.#checkpoint.shards[shardId], ended: true };
      this.#save(this.#checkpoint.shards[shardId].sequence);
      this.#shardsReadAt = 0;
    }
    return Records.length;
  }

  async #iteratorOf(shardId: string): Promise<string> {
    const { streamArn, shards } = this.#checkpoint;
    const sequence = shards[shardId]?.sequence;
    const from = sequence
      ? ({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: sequence } as const)
      : ({ ShardIteratorType: 'TRIM_HORIZON' } as const);
    try {
      return await this.#askIterator(streamArn, shardId, from);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'TrimmedDataAccessException') throw error;
      return this.#askIterator(streamArn, shardId, { ShardIteratorType: 'TRIM_HORIZON' });
    }
  }

  async #askIterator(
    StreamArn: string,
    ShardId: string,
    from: { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER' | 'TRIM_HORIZON'; SequenceNumber?: string },
  ): Promise<string> {
    const { ShardIterator } = await this.#client.send(new GetShardIteratorCommand({ StreamArn, ShardId, ...from }));
    if (!ShardIterator) throw new Error(`No iterator for shard ${ShardId}`);
    return ShardIterator;
  }

  async #take(shardId: string, found: _Record[]): Promise<void> {
    const { filter } = this.#options;
    const records = found.map((record) => lambdaRecord(record, this.#checkpoint.streamArn));
    let batch: DynamoDBRecord[] = [];
    for (const record of records) {
      if (this.#stopped) return;
      if (filter(record)) batch.push(record);
      if (batch.length < BATCH_LIMIT) continue;
      if (!(await this.#deliver(shardId, batch))) return;
      this.#advance(shardId, record, true);
      batch = [];
    }
    const last = records.at(-1);
    if (!last || (batch.length > 0 && !(await this.#deliver(shardId, batch)))) return;
    this.#advance(shardId, last, batch.length > 0);
  }

  #deliver(shardId: string, batch: DynamoDBRecord[]): Promise<boolean> {
    const { deliver, onFailure, firstRetryMs } = this.#options;
    const { streamArn } = this.#checkpoint;
    const stop = this.#stopping.signal;
    return deliverAll(batch, { deliver, onFailure, firstRetryMs, streamArn, shardId, stop });
  }

  #advance(shardId: string, record: DynamoDBRecord, delivered: boolean): void {
    const sequence = record.dynamodb?.SequenceNumber;
    this.#checkpoint.shards[shardId] = { ...this.#checkpoint.shards[shardId], sequence };
    // Records that nobody wanted may be read again after a crash: their checkpoint need not reach the disk each time.
    if (delivered || Date.now() - this.#savedAt > SAVE_IDLE_EVERY_MS) this.#save(sequence);
    else this.#unsaved = sequence;
  }

  #save(sequence: string | undefined): void {
    writeJsonDurably(this.#path, this.#checkpoint);
    this.#savedAt = Date.now();
    this.#unsaved = undefined;
    if (sequence) this.#options.onCheckpoint?.(sequence);
  }

  #pause(milliseconds: number): Promise<void> {
    return pause(milliseconds, this.#stopping.signal);
  }
}
