import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetShardIteratorCommand,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod';
import { onWrites, WriteSignal } from '#local/background-workers/write-signal.ts';
import { pause } from '../sleep.ts';

interface Page {
  records: DynamoDBRecord[];
  /** Undefined when the shard has ended. */
  next: string | undefined;
}

const READ_LIMIT = 1000;

/** A reader's position in a shard. */
export class StreamCursor {
  readonly #source: StreamSource;
  readonly #shardId: string;
  /** After this record; undefined: at the start. */
  #sequence: string | undefined;
  #iterator: string | undefined;
  /** At the stream's end, when the next read may start, so that writes gather. */
  #nextReadAt = 0;
  ended = false;

  constructor(source: StreamSource, shardId: string, sequence?: string) {
    this.#source = source;
    this.#shardId = shardId;
    this.#sequence = sequence;
  }

  async read(): Promise<DynamoDBRecord[]> {
    const wait = this.#nextReadAt - performance.now();
    if (wait > 0) await pause(wait);
    const startedAt = performance.now();
    const iterator = this.#iterator ?? (await this.#source.iterator(this.#shardId, this.#sequence));
    const { records, next } = await this.#source.page(iterator);
    this.#nextReadAt = records.length < READ_LIMIT ? startedAt + this.#source.paceMs : 0;
    this.#sequence = records.at(-1)?.dynamodb?.SequenceNumber ?? this.#sequence;
    this.#iterator = next;
    this.ended = next === undefined;
    return records;
  }
}

const Answer = z.object({
  Records: z.array(z.custom<DynamoDBRecord>((record) => typeof record === 'object')).default([]),
  NextShardIterator: z.string().optional(),
});

const TRIES = 4;
const PAUSE_MS = 25;

/** Reads a page in the wire format that Lambda passes on: the SDK's parsing cost more than all readers' work. */
export async function streamRecords(endpoint: string, ShardIterator: string, streamArn: string): Promise<Page> {
  for (let tries = 1; ; tries++) {
    try {
      const { Records, NextShardIterator } = Answer.parse(await ask(endpoint, { ShardIterator, Limit: READ_LIMIT }));
      return { records: Records.map((record) => lambdaRecord(record, streamArn)), next: NextShardIterator };
    } catch (error) {
      if (tries === TRIES) throw error;
      await pause(PAUSE_MS * tries);
    }
  }
}

async function ask(endpoint: string, input: object): Promise<unknown> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDBStreams_20120810.GetRecords',
      // The engines require a signature and accept any.
      'x-amz-date': '20260101T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    },
    body: JSON.stringify(input),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return JSON.parse(text);
}

function lambdaRecord(record: DynamoDBRecord, eventSourceARN: string): DynamoDBRecord {
  const { dynamodb } = record;
  const seconds = dynamodb?.ApproximateCreationDateTime;
  return {
    ...record,
    eventSource: 'aws:dynamodb',
    awsRegion: 'us-east-1',
    eventSourceARN,
    dynamodb: {
      ...dynamodb,
      ...(seconds === undefined ? {} : { ApproximateCreationDateTime: Math.floor(seconds) }),
    },
  };
}

const SHARDS_EVERY_MS = 60_000;

/** The stream of one table. */
export class StreamSource {
  readonly streamArn: string;
  readonly writes = new WriteSignal();
  readonly #client = new DynamoDBStreamsClient({});
  readonly #endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB_STREAMS ?? '';
  readonly #unsubscribe = onWrites(() => this.writes.wake());
  readonly paceMs: number;
  #shards: Promise<Shard[]> | undefined;
  #shardsReadAt = 0;

  private constructor(streamArn: string, paceMs: number) {
    this.streamArn = streamArn;
    this.paceMs = paceMs;
  }

  /** `paceMs`: minimum time between reads at the stream's end, in which writes gather. */
  static async open(tableName: string, paceMs = 20): Promise<StreamSource> {
    const client = new DynamoDBClient({});
    const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
    client.destroy();
    if (!Table?.LatestStreamArn) throw new Error(`The table ${tableName} has no stream`);
    return new StreamSource(Table.LatestStreamArn, paceMs);
  }

  /** Returns the shards, at most a minute old. */
  async shards(): Promise<Shard[]> {
    if (Date.now() - this.#shardsReadAt > SHARDS_EVERY_MS) this.#shards = undefined;
    this.#shards ??= this.#readShards();
    return this.#shards;
  }

  /** Call when a shard ended or the engine was down: cached shards are outdated. */
  forgetShards(): void {
    this.#shards = undefined;
  }

  /** Follows a shard after a record, or from its start. */
  cursor(shardId: string, sequence?: string): StreamCursor {
    return new StreamCursor(this, shardId, sequence);
  }

  page(iterator: string): Promise<Page> {
    return streamRecords(this.#endpoint, iterator, this.streamArn);
  }

  async iterator(shardId: string, sequence: string | undefined): Promise<string> {
    if (!sequence) return this.#askIterator(shardId, { ShardIteratorType: 'TRIM_HORIZON' });
    try {
      const from = { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: sequence } as const;
      return await this.#askIterator(shardId, from);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'TrimmedDataAccessException') throw error;
      return this.#askIterator(shardId, { ShardIteratorType: 'TRIM_HORIZON' });
    }
  }

  close(): void {
    this.#unsubscribe();
    this.#client.destroy();
  }

  async #askIterator(
    ShardId: string,
    from: { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER' | 'TRIM_HORIZON'; SequenceNumber?: string },
  ): Promise<string> {
    const { ShardIterator } = await this.#client.send(
      new GetShardIteratorCommand({ StreamArn: this.streamArn, ShardId, ...from }),
    );
    if (!ShardIterator) throw new Error(`No iterator for shard ${ShardId}`);
    return ShardIterator;
  }

  async #readShards(): Promise<Shard[]> {
    this.#shardsReadAt = Date.now();
    const shards: Shard[] = [];
    let after: string | undefined;
    do {
      const page = await this.#client.send(
        new DescribeStreamCommand({ StreamArn: this.streamArn, ExclusiveStartShardId: after }),
      );
      shards.push(...(page.StreamDescription?.Shards ?? []));
      after = page.StreamDescription?.LastEvaluatedShardId;
    } while (after);
    return shards;
  }
}
