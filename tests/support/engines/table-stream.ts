import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import type { RunningDynamoDb } from '#local/aws/dynamodb/dynamodb.ts';
import { streamRecords } from '#local/streams/stream-records.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

/** Reads the stream of a local table to its end, each record once, whenever it is asked. */
export const streamOf = (engine: RunningDynamoDb, TableName: string) => {
  const given = { endpoint: engine.url, region: 'us-east-1', credentials };
  const streams = new DynamoDBStreamsClient(given);
  const tables = new DynamoDBClient(given);
  const iterators = new Map<string, string | undefined>();
  let StreamArn: string | undefined;

  const iteratorOf = async (ShardId: string): Promise<string | undefined> => {
    const known = iterators.get(ShardId);
    if (known !== undefined || iterators.has(ShardId)) return known;
    const answer = await streams.send(
      new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }),
    );
    return answer.ShardIterator;
  };

  return {
    /** What has come since the last time; empty when nothing has. */
    async next(): Promise<DynamoDBRecord[]> {
      StreamArn ??= (await tables.send(new DescribeTableCommand({ TableName }))).Table?.LatestStreamArn;
      const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
      const found: DynamoDBRecord[] = [];
      for (const { ShardId = '' } of StreamDescription?.Shards ?? []) {
        for (let iterator = await iteratorOf(ShardId); iterator; ) {
          const { records, next } = await streamRecords(engine.url, iterator, StreamArn ?? '');
          // The engine's writes are slower the longer its stream is.
          const last = records.at(-1)?.dynamodb?.SequenceNumber;
          if (last) engine.trimStream(TableName, last);
          found.push(...records);
          iterators.set(ShardId, next);
          iterator = records.length ? next : undefined;
        }
      }
      return found;
    },
    close(): void {
      streams.destroy();
      tables.destroy();
    },
  };
};
