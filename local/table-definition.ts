import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceInUseException,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { tableShape } from '#domain/shared/operations/deployment.ts';

const maxWaitSeconds = 60;

const keySchema = (pk: string, sk: string): CreateTableCommandInput['KeySchema'] => [
  { AttributeName: pk, KeyType: 'HASH' },
  { AttributeName: sk, KeyType: 'RANGE' },
];

/** The table of infra/stacks/data-stack.ts, without AWS-only features (backups, own key, alarms). */
const tableDefinition = (TableName: string): CreateTableCommandInput => ({
  TableName,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: ['', ...tableShape.indexes].flatMap((index) =>
    ['pk', 'sk'].map((key) => ({ AttributeName: `${index}${key}`, AttributeType: 'S' as const })),
  ),
  KeySchema: keySchema(tableShape.partitionKey, tableShape.sortKey),
  GlobalSecondaryIndexes: tableShape.indexes.map((IndexName) => ({
    IndexName,
    KeySchema: keySchema(`${IndexName}pk`, `${IndexName}sk`),
    Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [...tableShape.projected] },
  })),
  StreamSpecification: { StreamEnabled: true, StreamViewType: tableShape.streamView },
});

/** Creates the table if there is none, and waits until it is active. An existing table is unchanged. */
export const ensureTable = async (client: DynamoDBClient, tableName: string): Promise<void> => {
  if (!(await exists(client, tableName))) {
    await client.send(new CreateTableCommand(tableDefinition(tableName))).catch((error: unknown) => {
      // Another process created it concurrently.
      if (!(error instanceof ResourceInUseException)) throw error;
    });
  }
  const wait = { client, minDelay: 1, maxDelay: 1, maxWaitTime: maxWaitSeconds };
  await waitUntilTableExists(wait, { TableName: tableName });
  await ensureExpiry(client, tableName);
};

const exists = async (client: DynamoDBClient, TableName: string): Promise<boolean> => {
  try {
    await client.send(new DescribeTableCommand({ TableName }));
    return true;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false;
    throw error;
  }
};

const ensureExpiry = async (client: DynamoDBClient, TableName: string): Promise<void> => {
  const TimeToLiveSpecification = { AttributeName: tableShape.expiry, Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification })).catch((error: Error) => {
    if (!error.message.includes('already enabled')) throw error;
  });
};
