import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { startDynamoDb } from '#local/aws/dynamodb/dynamodb.ts';
import { LOCAL_CREDENTIALS, REGION, TABLE_NAME } from '#local/environment.ts';
import { ensureTable } from '#local/table-definition.ts';
import { clientOf } from './client.ts';

export type FloorCall = 'create' | 'get' | 'page';

const rows = 1_000;
const text = 'x'.repeat(300);
const itemAt = (n: number) => ({ pk: 'FLOOR', sk: String(n).padStart(6, '0'), text });

/**
 * A bare server with the minimum of DynamoDB calls, by the same SDK on the same engine: a create is a transaction of
 * four items (record, audit entry, event, response), a get one item, a page a query of 20 items. It shows the
 * machine's current speed.
 */
const serve = async (dataDir: string): Promise<void> => {
  const engine = await startDynamoDb({ port: 0, dataDir });
  const plain = new DynamoDBClient({ endpoint: engine.url, region: REGION, credentials: LOCAL_CREDENTIALS });
  const client = DynamoDBDocumentClient.from(plain);
  await ensureTable(plain, TABLE_NAME);
  for (let n = 0; n < rows; n++) await client.send(new PutCommand({ TableName: TABLE_NAME, Item: itemAt(n) }));
  const calls: Record<FloorCall, (n: number) => Promise<unknown>> = {
    create: () => {
      const pk = randomUUID();
      const items = ['record', 'audit', 'event', 'answer'].map((sk) => ({
        Put: { TableName: TABLE_NAME, Item: { pk, sk, text }, ConditionExpression: 'attribute_not_exists(pk)' },
      }));
      return client.send(new TransactWriteCommand({ TransactItems: items }));
    },
    get: async (n) => {
      const { pk, sk } = itemAt(n % rows);
      return (await client.send(new GetCommand({ TableName: TABLE_NAME, Key: { pk, sk } }))).Item;
    },
    page: async (n) => {
      const values = { ':pk': 'FLOOR', ':sk': itemAt((n * 20) % (rows - 20)).sk };
      const query = { KeyConditionExpression: 'pk = :pk AND sk >= :sk', ExpressionAttributeValues: values, Limit: 20 };
      return (await client.send(new QueryCommand({ TableName: TABLE_NAME, ...query }))).Items;
    },
  };
  const server = createServer((request, response) => {
    const [, name = 'get', n = '0'] = (request.url ?? '').split('/');
    calls[name as FloorCall](Number(n)).then(
      (found) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ found })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  process.once('disconnect', () => void engine.close().finally(() => process.exit()));
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
};

const [, script, dataDir] = process.argv;
if (script === fileURLToPath(import.meta.url) && dataDir) await serve(dataDir);

export const withFloor = async (
  work: (call: (name: FloorCall, n: number) => Promise<unknown>) => Promise<void>,
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'stillwater-floor-'));
  const child = fork(fileURLToPath(import.meta.url), [folder], { stdio: 'inherit' });
  try {
    const [port] = (await once(child, 'message')) as [number];
    const client = clientOf(`http://127.0.0.1:${port}`);
    await work((name, n) => client.send({ method: 'GET', path: `/${name}/${n}` }));
    client.close();
  } finally {
    const ended = once(child, 'exit');
    if (child.connected) child.disconnect();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
};
