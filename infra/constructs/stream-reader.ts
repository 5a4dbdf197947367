import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import type * as kms from 'aws-cdk-lib/aws-kms';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { projectedItems, type StreamName } from '../streams.ts';
import { allow, viaService } from './table-access.ts';

interface StreamReading {
  table: dynamodb.ITable;
  dataKey: kms.IKey;
  stream: StreamName;
  /** Where records go that ten tries could not handle. */
  undelivered: sqs.Queue;
}

const newItemsOf = (stream: StreamName) => ({
  eventName: lambda.FilterRule.isEqual('INSERT'),
  dynamodb: { NewImage: { stream: { S: lambda.FilterRule.isEqual(stream) } } },
});
const aboutRecords = {
  dynamodb: {
    Keys: { sk: { S: [...projectedItems.equal, ...projectedItems.beginning.map((prefix) => ({ prefix }))] } },
  },
};

/**
 * Feeds a function with the new items that name `stream`: later changes of an item, such as marking it as sent, wake
 * nobody. One bad record holds up its shard for ten tries at most, and never its whole batch.
 */
export const readStream = (reader: lambda.Function, { table, dataKey, stream, undelivered }: StreamReading): void => {
  const { tableStreamArn } = table;
  if (!tableStreamArn) throw new Error('the table has no stream');
  const statements = [
    allow(
      ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:ListStreams'],
      [tableStreamArn],
    ),
    allow(['kms:Decrypt'], [dataKey.keyArn], viaService(dataKey, 'dynamodb')),
    allow(['sqs:SendMessage'], [undelivered.queueArn]),
  ];
  for (const statement of statements) reader.addToRolePolicy(statement);
  reader.addEventSourceMapping('Stream', {
    eventSourceArn: tableStreamArn,
    startingPosition: lambda.StartingPosition.TRIM_HORIZON,
    batchSize: 100,
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    retryAttempts: 10,
    onFailure: { bind: () => ({ destination: undelivered.queueArn }) },
    filters: [lambda.FilterCriteria.filter(stream === 'projections' ? aboutRecords : newItemsOf(stream))],
  });
};
