import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, ScanCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RunningDynamoDb, startDynamoDb } from '#local/aws/dynamodb/dynamodb.ts';
import { LOCAL_CREDENTIALS, REGION } from '../environment.ts';
import { ensureTable } from '../table-definition.ts';
import { type RunningChaos, startChaos } from './chaos.ts';

const TableName = 'stillwater';
const noFieldErrors = { conflict: 0, throttle: 0, reset: 0, lostAnswer: 0 };
const folder = mkdtempSync(join(tmpdir(), 'stillwater-chaos-'));
const clientOf = (endpoint: string) =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint, region: REGION, credentials: LOCAL_CREDENTIALS, maxAttempts: 1 }),
  );

let engine: RunningDynamoDb;
let chaos: RunningChaos | undefined;
beforeAll(async () => {
  engine = await startDynamoDb({ port: 0, dataDir: folder, engine: 'dynoxide' });
  const client = new DynamoDBClient({ endpoint: engine.url, region: REGION, credentials: LOCAL_CREDENTIALS });
  await ensureTable(client, TableName);
  client.destroy();
});
afterEach(async () => {
  await chaos?.close();
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const add = (pk: string) => ({
  Update: {
    TableName,
    Key: { pk, sk: 'X' },
    UpdateExpression: 'ADD #n :n',
    ExpressionAttributeNames: { '#n': 'n' },
    ExpressionAttributeValues: { ':n': 1 },
  },
});
const transact = (...names: string[]) => new TransactWriteCommand({ TransactItems: names.map(add) });
const get = (pk: string, ConsistentRead: boolean) =>
  new GetCommand({ TableName, Key: { pk, sk: 'X' }, ConsistentRead });
const outcome = (sent: Promise<unknown>) =>
  sent.then(
    () => 'done',
    (error: Error) => error,
  );
const tally = (outcomes: unknown[]) => outcomes.map((one) => (one instanceof Error ? one.name : one)).sort();

describe('item locks', () => {
  const start = async (holdMs = 100) => {
    chaos = await startChaos({ target: engine.url, seed: 'locks', rates: noFieldErrors, holdMs });
    return clientOf(chaos.url);
  };

  it('rejects another transaction, naming the items', async () => {
    const client = await start();
    const outcomes = await Promise.all([
      outcome(client.send(transact('a', 'b'))),
      outcome(client.send(transact('c', 'b'))),
    ]);
    expect(outcomes).toContain('done');
    expect(outcomes.find((one) => one !== 'done')).toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
    });
    const { Items = [] } = await clientOf(engine.url).send(new ScanCommand({ TableName, ConsistentRead: true }));
    expect(Items.filter(({ pk }) => pk === 'a' || pk === 'c')).toHaveLength(1);
    expect(chaos?.injected.contended).toBe(1);
  });

  it('admits one of many transactions at a time, so that retries lose nothing', async () => {
    const client = await start(400);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome(client.send(transact('f')))));
    expect(tally(outcomes)).toEqual([...Array.from({ length: 19 }, () => 'TransactionCanceledException'), 'done']);
    expect((await client.send(get('f', true))).Item).toMatchObject({ n: 1 });
  });
});
