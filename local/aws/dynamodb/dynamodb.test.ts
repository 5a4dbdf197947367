import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, watch } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { processInfo, writeJsonDurably } from '#local/aws/child-process.ts';
import { type RunningDynamoDb, startDynamoDb } from './dynamodb.ts';

let dataDir: string;
const started: { close(): Promise<void> }[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'dynamodb-'));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const running of started.splice(0)) await running.close();
  rmSync(dataDir, { recursive: true });
});

async function start(options: Partial<Parameters<typeof startDynamoDb>[0]> = {}): Promise<RunningDynamoDb> {
  const running = await startDynamoDb({ port: 0, dataDir, engine: 'dynoxide', ...options });
  started.push(running);
  return running;
}

function clientOf({ url }: { url: string }) {
  const config = {
    region: 'us-east-1',
    endpoint: url,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  };
  const dynamo = new DynamoDBClient(config);
  const streams = new DynamoDBStreamsClient(config);
  const put = (pk: string) => dynamo.send(new PutItemCommand({ TableName: 'app', Item: { pk: { S: pk } } }));
  return {
    put,
    createTable: () =>
      dynamo.send(
        new CreateTableCommand({
          TableName: 'app',
          BillingMode: 'PAY_PER_REQUEST',
          KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
          AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
          StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
        }),
      ),
    async has(pk: string): Promise<boolean> {
      const { Item } = await dynamo.send(new GetItemCommand({ TableName: 'app', Key: { pk: { S: pk } } }));
      return Item !== undefined;
    },
    async records(StreamArn: string | undefined, after?: string): Promise<string[]> {
      const described = await streams.send(new DescribeStreamCommand({ StreamArn }));
      const { ShardIterator } = await streams.send(
        new GetShardIteratorCommand({
          StreamArn,
          ShardId: described.StreamDescription?.Shards?.[0]?.ShardId,
          ...(after === undefined
            ? { ShardIteratorType: 'TRIM_HORIZON' }
            : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after }),
        }),
      );
      const { Records = [] } = await streams.send(new GetRecordsCommand({ ShardIterator }));
      return Records.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? '');
    },
  };
}

describe('local DynamoDB', () => {
  it('restarts on the same port with every write when the engine exits', async () => {
    const running = await start();
    const { pid } = running;
    const client = clientOf(running);
    await client.createTable();
    for (let n = 0; n < 20; n++) await client.put(`item-${n}`);
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(running.pid).not.toBe(pid), 10_000);
    expect(await client.has('item-19')).toBe(true);
    await running.close();
    expect(processInfo(running.pid)).toBeUndefined();
  });

  it('deletes stream records before the checkpoint while the reader continues', async () => {
    const running = await start();
    const client = clientOf(running);
    const { TableDescription } = await client.createTable();
    const arn = TableDescription?.LatestStreamArn;
    await Promise.all(Array.from({ length: 130 }, (_, n) => client.put(`item-${n}`)));
    running.trimStream('other', '120');
    expect(await client.records(arn)).toHaveLength(130);
    running.trimStream('app', '120');
    expect((await client.records(arn))[0]).toBe('120');
    expect((await client.records(arn, '120'))[0]).toBe('121');
    running.trimStream('app', '1000');
    await client.put('after everything was trimmed');
    expect(await client.records(arn)).toEqual(['130', '131']);
  });

  it('refuses to share its data with a running engine', async () => {
    const running = await start();
    await expect(start()).rejects.toThrow(`already runs on this data, started by process ${process.pid}`);
    expect(processInfo(running.pid)).toBeDefined();
  });

  it('ends the engine left behind by a killed start, on the same port', async () => {
    const program = `
      import { startDynamoDb } from ${JSON.stringify(new URL('dynamodb.ts', import.meta.url).href)};
      const { pid, port } = await startDynamoDb({ port: 0, engine: 'dynoxide', dataDir: process.argv[1] });
      console.log(JSON.stringify({ pid, port }));
      setInterval(() => {}, 1000);
    `;
    const owner = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(owner.stdout, 'data');
    const left = JSON.parse(String(line)) as { pid: number; port: number };
    const gone = once(owner, 'exit');
    owner.kill('SIGKILL');
    await gone;
    expect(processInfo(left.pid)?.command).toContain('dynoxide');
    const running = await start({ port: left.port });
    expect(running.port).toBe(left.port);
    expect(processInfo(left.pid)?.command ?? '').not.toContain('dynoxide');
  });

  it('waits for the port that a killed engine still holds', async () => {
    const first = await start();
    process.kill(first.pid, 'SIGKILL');
    await first.close();
    writeJsonDurably(join(dataDir, 'engine-process.json'), { pid: first.pid, owner: 1 });
    const lastThread = createServer().listen(first.port, '127.0.0.1');
    await once(lastThread, 'listening');
    // The file is removed once the old process is gone, right before the port is checked.
    const watcher = watch(dataDir, (_, name) => {
      if (name === 'engine-process.json') lastThread.close();
    });
    const running = await start({ port: first.port });
    watcher.close();
    expect(running.port).toBe(first.port);
  });
});
