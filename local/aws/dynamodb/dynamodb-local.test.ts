import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startDynamoDb } from './dynamodb.ts';

const hasJdk = /^jdk\.compiler@/m.test(spawnSync('java', ['--list-modules'], { encoding: 'utf8' }).stdout ?? '');

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'dynamodb-local-'));
});

afterEach(() => rmSync(dataDir, { recursive: true }));

const refuses = (port: number, host: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ port, host });
    socket.on('connect', () => resolve(false)).on('error', () => resolve(true));
    socket.on('connect', () => socket.destroy());
  });

// Only with Java: the product needs it only on machines without a dynoxide build.
it.skipIf(!hasJdk)('S-39 DynamoDB Local listens only on 127.0.0.1', async () => {
  const running = await startDynamoDb({ port: 0, dataDir, engine: 'dynamodb-local' });
  const dynamo = new DynamoDBClient({
    region: 'us-east-1',
    endpoint: running.url,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  try {
    await dynamo.send(
      new CreateTableCommand({
        TableName: 'app',
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      }),
    );
    expect((await dynamo.send(new ListTablesCommand({}))).TableNames).toEqual(['app']);
    expect(await refuses(running.port, '127.0.0.2')).toBe(true);
    expect(() => running.trimStream('app', '000000000000000000001')).not.toThrow();
  } finally {
    dynamo.destroy();
    await running.close();
  }
});
