import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCAL_CREDENTIALS, REGION } from '#local/environment.ts';
import { ensureTable } from '#local/table-definition.ts';
import { type RunningDynamoDb, startDynamoDb } from './dynamodb.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'stillwater-key-order-'));
let engine: RunningDynamoDb;
let client: DynamoDBDocumentClient;
beforeAll(async () => {
  engine = await startDynamoDb({ port: 0, dataDir, engine: 'dynoxide' });
  const settings = { endpoint: engine.url, region: REGION, credentials: LOCAL_CREDENTIALS };
  client = DynamoDBDocumentClient.from(new DynamoDBClient(settings));
});
afterAll(async () => {
  client.destroy();
  await engine.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const inKeyOrder = (tableName: string): unknown[] => {
  const file = new DatabaseSync(join(dataDir, 'dynoxide.sqlite'), { readOnly: true });
  try {
    return file
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE ? AND sql LIKE '%WITHOUT ROWID'`)
      .all(`${tableName}%`)
      .map(({ name }) => name);
  } finally {
    file.close();
  }
};

const put = (TableName: string, n: number) =>
  client.send(
    new PutCommand({ TableName, Item: { pk: 'a', sk: `${n}`, gsi1pk: 'list', gsi1sk: `${9 - n}`, row: 'x' } }),
  );
const found = async (TableName: string, index?: string): Promise<unknown[]> => {
  const input = {
    ...{ TableName, KeyConditionExpression: '#pk = :pk', ExpressionAttributeNames: { '#pk': `${index ?? ''}pk` } },
    ...{ ExpressionAttributeValues: { ':pk': index ? 'list' : 'a' }, ...(index ? { IndexName: index } : {}) },
  };
  return ((await client.send(new QueryCommand(input))).Items ?? []).map(({ sk }) => sk);
};

it('keeps the items of a new table and of its indexes in the order of their keys', async () => {
  await ensureTable(client, 'ordered');
  engine.orderByKey('ordered');
  expect(inKeyOrder('ordered')).toEqual(['ordered', ...[1, 2, 3, 4].map((at) => `ordered::gsi::gsi${at}`)]);
  for (const n of [3, 1, 2]) await put('ordered', n);
  expect(await found('ordered')).toEqual(['1', '2', '3']);
  expect(await found('ordered', 'gsi1')).toEqual(['3', '2', '1']);
  const leave = { UpdateExpression: 'REMOVE gsi1pk, gsi1sk' };
  await client.send(new UpdateCommand({ TableName: 'ordered', Key: { pk: 'a', sk: '2' }, ...leave }));
  expect(await found('ordered', 'gsi1')).toEqual(['3', '1']);
});
