import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startDynamoDb } from '#local/aws/dynamodb/dynamodb.ts';
import { startEventBus } from '#local/aws/events/events.ts';
import { startKms } from '#local/aws/kms/kms.ts';
import { startQueues } from '#local/aws/queues/queues.ts';
import { startS3 } from '#local/aws/s3/s3.ts';
import type { Running } from './json-service.ts';
import { startSecrets } from './secrets.ts';
import { startSts } from './sts.ts';

let dataDir: string;
let running: Running | undefined;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'loopback-'));
});

afterEach(async () => {
  await running?.close();
  rmSync(dataDir, { recursive: true });
});

const reaches = (port: number, host: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ port, host, timeout: 500 });
    const answer = (reached: boolean) => {
      socket.destroy();
      resolve(reached);
    };
    socket.on('connect', () => answer(true));
    socket.on('error', () => answer(false));
    socket.on('timeout', () => answer(false));
  });

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

// The whole of 127/8 is this machine: a server that listens on every interface also answers on 127.0.0.2.
it.each<[string, () => Promise<Running>]>([
  ['DynamoDB', () => startDynamoDb({ port: 0, dataDir, engine: 'dynoxide' })],
  ['STS', () => startSts({ port: 0 })],
  ['KMS', () => startKms({ port: 0, dataDir, aliases: [] })],
  ['Secrets Manager', () => startSecrets({ port: 0, dataDir, initial: {} })],
  ['EventBridge', () => startEventBus({ port: 0, dataDir, rules: [] })],
  ['SQS', () => startQueues({ port: 0, dataDir, queues: [] })],
  ['S3', () => startS3({ port: 0, dataDir, buckets: [], corsOrigins: [], ...credentials })],
])('S-39 the local %s listens on 127.0.0.1 alone', async (_name, start) => {
  running = await start();
  expect(await reaches(running.port, '127.0.0.1')).toBe(true);
  expect(await reaches(running.port, '127.0.0.2')).toBe(false);
});
