import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import type { RunningDynamoDb } from '#local/aws/dynamodb/dynamodb.ts';
import { streamRecords } from '#local/streams/stream-source.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

/** Reads a local table's stream to its end. `keeps`: it can be read again. */
export const streamOf = (engine: RunningDynamoDb, TableName: string, keeps = false) => {
  const given = { endpoint: engine.url, region: 'us-east-1', credentials };
  const streams = new DynamoDBStreamsClient(given);
  const tables = new DynamoDBClient(given);
  /** Iterator by shard; undefined for one that has ended. */
  const iterators = new Map<string, string | undefined>();
  let StreamArn: string | undefined;

  const begin = async (): Promise<void> => {
    StreamArn ??= (await tables.send(new DescribeTableCommand({ TableName }))).Table?.LatestStreamArn;
    const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
    for (const { ShardId = '' } of StreamDescription?.Shards ?? []) {
      if (iterators.has(ShardId)) continue;
      const from = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' } as const;
      iterators.set(ShardId, (await streams.send(new GetShardIteratorCommand(from))).ShardIterator);
    }
  };

  return {
    async next(): Promise<DynamoDBRecord[]> {
      // A new shard starts where one ends.
      if (iterators.size === 0 || [...iterators.values()].includes(undefined)) await begin();
      const found: DynamoDBRecord[] = [];
      for (const [shard, known] of iterators)
        for (let iterator = known; iterator; ) {
          const { records, next } = await streamRecords(engine.url, iterator, StreamArn ?? '');
          // Writes get slower as the stream grows, so read records are trimmed.
          const last = records.at(-1)?.dynamodb?.SequenceNumber;
          if (last && !keeps) engine.trimStream(TableName, last);
          found.push(...records);
          iterators.set(shard, next);
          // A page that is not nearly full is the last one.
          iterator = records.length >= 100 ? next : undefined;
        }
      return found;
    },
    close(): void {
      streams.destroy();
      tables.destroy();
    },
  };
};
