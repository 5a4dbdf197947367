import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningDynamoDb, startDynamoDb } from '#local/aws/dynamodb/dynamodb.ts';
import { ensureTable } from './table-definition.ts';

const TableName = 'stillwater';
let dataDir: string;
let engine: RunningDynamoDb;
let client: DynamoDBClient;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'table-'));
  engine = await startDynamoDb({ port: 0, dataDir });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  client = new DynamoDBClient({ endpoint: engine.url, region: 'us-east-1', credentials });
});

afterAll(async () => {
  client.destroy();
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

describe('local table', () => {
  it('creates the keys, indexes, stream and expiry of the access patterns', async () => {
    await ensureTable(client, TableName);
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    const keysOf = (schema: { AttributeName: string | undefined }[] | undefined) =>
      schema?.map(({ AttributeName }) => AttributeName);
    expect(Table?.TableStatus).toBe('ACTIVE');
    expect(keysOf(Table?.KeySchema as never)).toEqual(['pk', 'sk']);
    const indexes = Table?.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
      name: IndexName,
      keys: keysOf(KeySchema as never),
      projected: Projection?.NonKeyAttributes,
    }));
    expect(indexes?.toSorted((a, b) => String(a.name).localeCompare(String(b.name)))).toEqual(
      ['gsi1', 'gsi2', 'gsi3', 'gsi4'].map((name) => ({ name, keys: [`${name}pk`, `${name}sk`], projected: ['row'] })),
    );
    expect(Table?.StreamSpecification).toEqual({ StreamEnabled: true, StreamViewType: 'NEW_IMAGE' });
    const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
    expect(TimeToLiveDescription).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'expires_at' });
  });

  it('keeps an existing table unchanged', async () => {
    await ensureTable(client, TableName);
    const Key = { pk: { S: 'kept' }, sk: { S: 'kept' } };
    await client.send(new PutItemCommand({ TableName, Item: Key }));
    await Promise.all([ensureTable(client, TableName), ensureTable(client, TableName)]);
    expect((await client.send(new GetItemCommand({ TableName, Key }))).Item).toEqual(Key);
  });
});
