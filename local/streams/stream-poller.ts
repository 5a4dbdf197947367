import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Shard } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import * as z from 'zod';
import { readJson, writeJsonDurably } from '#local/aws/child-process.ts';
import { pause } from '../sleep.ts';
import { type StreamCursor, StreamSource } from './stream-source.ts';

export type Deliver = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse | undefined>;

/** Lambda's message to a stream's on-failure destination: where the records are, not the records. */
export interface FailedBatch {
  version: '1.0';
  timestamp: string;
  requestContext: { requestId: string; condition: 'RetryAttemptsExhausted'; approximateInvokeCount: number };
  DDBStreamBatchInfo: {
    streamArn: string;
    shardId: string;
    startSequenceNumber: string;
    endSequenceNumber: string;
    batchSize: number;
  };
}

interface Delivery {
  deliver: Deliver;
  onFailure: (batch: FailedBatch) => Promise<void>;
  streamArn: string;
  shardId: string;
  stop: AbortSignal;
  firstRetryMs?: number;
}

/** As in the event source mappings of infra/ (C1). */
const RETRIES = 10;
const LONGEST_RETRY_MS = 1_000;

/**
 * Delivers records in order. The function returns the first failed record, or throws: then the batch is bisected down
 * to that record, which is retried ten times and then abandoned, so that one bad record delays others for seconds,
 * not a day. Returns false if stopped early.
 */
export async function deliverAll(records: DynamoDBRecord[], delivery: Delivery): Promise<boolean> {
  let rest = records;
  while (rest.length > 0) {
    if (delivery.stop.aborted) return false;
    const failed = await failedAt(rest, delivery.deliver);
    if (failed === rest.length) return true;
    if (failed === 'unknown' && rest.length > 1) {
      const middle = Math.ceil(rest.length / 2);
      return (await deliverAll(rest.slice(0, middle), delivery)) && deliverAll(rest.slice(middle), delivery);
    }
    const at = failed === 'unknown' ? 0 : failed;
    const [offender] = rest.slice(at);
    if (!offender || !(await retryAlone(offender, delivery))) return false;
    rest = rest.slice(at + 1);
  }
  return true;
}

// Returns the index of the first failed record, or the length if none failed.
async function failedAt(records: DynamoDBRecord[], deliver: Deliver): Promise<number | 'unknown'> {
  let failures: DynamoDBBatchResponse['batchItemFailures'];
  try {
    failures = (await deliver({ Records: records }))?.batchItemFailures ?? [];
  } catch {
    return 'unknown';
  }
  if (failures.length === 0) return records.length;
  const sequences = records.map((record) => record.dynamodb?.SequenceNumber);
  const indexes = failures.map(({ itemIdentifier }) => sequences.indexOf(itemIdentifier));
  // As in Lambda, an unknown identifier fails the whole batch.
  return indexes.includes(-1) ? 'unknown' : Math.min(...indexes);
}

async function retryAlone(record: DynamoDBRecord, delivery: Delivery): Promise<boolean> {
  let wait = delivery.firstRetryMs ?? 50;
  for (let retry = 0; retry < RETRIES; retry += 1) {
    await pause(wait, delivery.stop);
    if (delivery.stop.aborted) return false;
    wait = Math.min(wait * 2, LONGEST_RETRY_MS);
    if ((await failedAt([record], delivery.deliver)) === 1) return true;
  }
  const sequence = record.dynamodb?.SequenceNumber ?? '';
  await delivery.onFailure({
    version: '1.0',
    timestamp: new Date().toISOString(),
    requestContext: {
      requestId: randomUUID(),
      condition: 'RetryAttemptsExhausted',
      approximateInvokeCount: RETRIES + 1,
    },
    DDBStreamBatchInfo: {
      streamArn: delivery.streamArn,
      shardId: delivery.shardId,
      startSequenceNumber: sequence,
      endSequenceNumber: sequence,
      batchSize: 1,
    },
  });
  return true;
}

const Checkpoint = z.object({
  streamArn: z.string(),
  /** Per shard: the last handled sequence number, and whether the shard has ended. */
  shards: z.record(z.string(), z.object({ sequence: z.string().optional(), ended: z.boolean().optional() })),
});
type Checkpoint = z.output<typeof Checkpoint>;

const BATCH_LIMIT = 100;
/** Each save waits for the disk and delays the records after it. */
const SAVE_EVERY_MS = 500;
/**
 * Writes of this process wake the reader; this interval finds those of others, such as a command in another terminal.
 */
const LOOK_EVERY_MS = 2_000;

export interface StreamPollerOptions {
  name: string;
  tableName: string;
  /** Shared by the readers of one table; by default the reader has its own. */
  source?: StreamSource;
  dataDir: string;
  /** Calls the function with up to 100 records. */
  deliver: Deliver;
  filter: (record: DynamoDBRecord) => boolean;
  /** Stores abandoned batches like an on-failure destination; resolves once on disk. */
  onFailure: (batch: FailedBatch) => Promise<void>;
  /** Called for every saved checkpoint: earlier records are not read again. */
  onCheckpoint?: (sequence: string) => void;
  pollMs?: number;
  firstRetryMs?: number;
  report?: (message: string) => void;
}

export interface Poller {
  close(): Promise<void>;
}

/**
 * Lambda's event source mapping of the table's stream: in order, batches of up to 100; a failing batch is bisected,
 * retried at most ten times, then passed to `onFailure`. The checkpoint is on disk, so that a restart continues after
 * the last handled record; after `kill -9` the last half second is repeated.
 */
export async function startStreamPoller(options: StreamPollerOptions): Promise<Poller> {
  const source = options.source ?? (await StreamSource.open(options.tableName, options.pollMs));
  const reader = new StreamReader(options, source);
  const running = reader.run();
  return {
    async close() {
      reader.stop();
      await running;
      if (!options.source) source.close();
    },
  };
}

class StreamReader {
  readonly #options: StreamPollerOptions;
  readonly #source: StreamSource;
  readonly #path: string;
  readonly #checkpoint: Checkpoint;
  readonly #stopping = new AbortController();
  readonly #cursors = new Map<string, StreamCursor>();
  #savedAt = 0;
  #unsaved: string | undefined;

  constructor(options: StreamPollerOptions, source: StreamSource) {
    this.#options = options;
    this.#source = source;
    this.#path = join(options.dataDir, `stream-${options.name}.json`);
    const saved = readJson(this.#path, Checkpoint);
    const { streamArn } = source;
    this.#checkpoint = saved?.streamArn === streamArn ? saved : { streamArn, shards: {} };
  }

  stop(): void {
    this.#stopping.abort();
  }

  async run(): Promise<void> {
    const { report = (message) => process.stderr.write(`${message}\n`) } = this.#options;
    const { writes } = this.#source;
    while (!this.#stopped) {
      try {
        const seen = writes.count;
        const read = await this.#readOpenShards();
        this.#saveWhenDue();
        if (read > 0) continue;
        await writes.wait(seen, this.#unsaved ? SAVE_EVERY_MS : LOOK_EVERY_MS, this.#stopping.signal);
      } catch (error) {
        if (this.#stopped) break;
        report(`stream reader ${this.#options.name}: ${error instanceof Error ? error.message : String(error)}`);
        this.#cursors.clear();
        this.#source.forgetShards();
        await pause(500, this.#stopping.signal);
      }
    }
    if (this.#unsaved) this.#save(this.#unsaved);
  }

  get #stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #readOpenShards(): Promise<number> {
    const shards = await this.#source.shards();
    let read = 0;
    for (const shard of shards) {
      // A child shard's records come after its parent's.
      if (this.#stopped || this.#ended(shard.ShardId) || this.#waitsForParent(shard, shards)) continue;
      read += await this.#readShard(shard.ShardId ?? '');
    }
    return read;
  }

  #ended(shardId = ''): boolean {
    return this.#checkpoint.shards[shardId]?.ended === true;
  }

  #waitsForParent({ ParentShardId }: Shard, shards: readonly Shard[]): boolean {
    return shards.some(({ ShardId }) => ShardId === ParentShardId) && !this.#ended(ParentShardId);
  }

  async #readShard(shardId: string): Promise<number> {
    const records = await this.#cursor(shardId).read();
    if (records.length > 0) await this.#take(shardId, records);
    if (this.#stopped) return records.length;
    if (this.#cursor(shardId).ended) {
      this.#checkpoint.shards[shardId] = { ...this.#checkpoint.shards[shardId], ended: true };
      this.#save(this.#checkpoint.shards[shardId].sequence);
      this.#source.forgetShards();
    }
    return records.length;
  }

  #cursor(shardId: string): StreamCursor {
    const known = this.#cursors.get(shardId);
    if (known) return known;
    const cursor = this.#source.cursor(shardId, this.#checkpoint.shards[shardId]?.sequence);
    this.#cursors.set(shardId, cursor);
    return cursor;
  }

  async #take(shardId: string, records: DynamoDBRecord[]): Promise<void> {
    const { filter } = this.#options;
    let batch: DynamoDBRecord[] = [];
    for (const record of records) {
      if (this.#stopped) return;
      if (filter(record)) batch.push(record);
      if (batch.length < BATCH_LIMIT) continue;
      if (!(await this.#deliver(shardId, batch))) return;
      this.#advance(shardId, record);
      batch = [];
    }
    const last = records.at(-1);
    if (!last || (batch.length > 0 && !(await this.#deliver(shardId, batch)))) return;
    this.#advance(shardId, last);
  }

  #deliver(shardId: string, batch: DynamoDBRecord[]): Promise<boolean> {
    const { deliver, onFailure, firstRetryMs } = this.#options;
    const { streamArn } = this.#checkpoint;
    const stop = this.#stopping.signal;
    return deliverAll(batch, { deliver, onFailure, firstRetryMs, streamArn, shardId, stop });
  }

  #advance(shardId: string, record: DynamoDBRecord): void {
    const sequence = record.dynamodb?.SequenceNumber;
    this.#checkpoint.shards[shardId] = { ...this.#checkpoint.shards[shardId], sequence };
    this.#unsaved = sequence;
    this.#saveWhenDue();
  }

  #saveWhenDue(): void {
    if (this.#unsaved && Date.now() - this.#savedAt >= SAVE_EVERY_MS) this.#save(this.#unsaved);
  }

  #save(sequence: string | undefined): void {
    writeJsonDurably(this.#path, this.#checkpoint);
    this.#savedAt = Date.now();
    this.#unsaved = undefined;
    if (sequence) this.#options.onCheckpoint?.(sequence);
  }
}
