import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startDynamoDb } from '#local/aws/dynamodb/dynamodb.ts';
import { startEventBus } from '#local/aws/events/events.ts';
import { startKms } from '#local/aws/kms/kms.ts';
import { startQueues } from '#local/aws/queues/queues.ts';
import { startS3 } from '#local/aws/s3/s3.ts';
import { startSts } from '../services.ts';
import type { Running } from './json-service.ts';
import { startSecrets } from './secrets.ts';

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
    const socket = connect({ port, host, timeout: 10_000 });
    const answer = (reached: boolean) => {
      socket.destroy();
      resolve(reached);
    };
    socket.on('connect', () => answer(true));
    socket.on('error', () => answer(false));
    socket.on('timeout', () => answer(false));
  });

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

const services: [string, () => Promise<Running>][] = [
  ['STS', () => startSts({ port: 0 })],
  ['KMS', () => startKms({ port: 0, dataDir, aliases: [] })],
  ['Secrets Manager', () => startSecrets({ port: 0, dataDir })],
  ['EventBridge', () => startEventBus({ port: 0, dataDir, rules: [] })],
  ['SQS', () => startQueues({ port: 0, dataDir, queues: [] })],
  ['S3', () => startS3({ port: 0, dataDir, buckets: [], corsOrigins: [], ...credentials })],
];

// All of 127/8 is this machine: a server on every interface also responds on 127.0.0.2.
it.each(services)('S-39 the local %s listens only on 127.0.0.1', async (_name, start) => {
  running = await start();
  expect(await reaches(running.port, '127.0.0.1')).toBe(true);
  expect(await reaches(running.port, '127.0.0.2')).toBe(false);
});

const statusFor = (port: number, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, method: 'POST', headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once('error', reject)
      .end();
  });

// A page whose domain resolves to this machine has the same origin as its services and could read them.
it.each(services)('S-39 the local %s rejects requests for another host name', async (_name, start) => {
  running = await start();
  for (const name of ['rebound.example', '127.0.0.1.rebound.example', `rebound.example:${running.port}`])
    expect(await statusFor(running.port, name)).toBe(421);
  for (const name of [`127.0.0.1:${running.port}`, `localhost:${running.port}`])
    expect(await statusFor(running.port, name)).not.toBe(421);
});

// It responds to pages of every origin, but only a reader of its owner's files knows its address.
it('S-39 local DynamoDB listens on its own stable loopback address', async () => {
  const start = () => startDynamoDb({ port: 0, dataDir, engine: 'dynoxide' });
  running = await start();
  const { hostname } = new URL(running.url);
  expect(hostname).toMatch(/^127\.\d+\.\d+\.\d+$/);
  expect(await reaches(running.port, hostname)).toBe(true);
  expect(await reaches(running.port, '127.0.0.2')).toBe(false);
  expect(await reaches(running.port, '127.0.0.1')).toBe(hostname === '127.0.0.1');
  await running.close();
  running = await start();
  expect(new URL(running.url).hostname).toBe(hostname);
  expect(statSync(join(dataDir, 'engine-host.json')).mode & 0o077).toBe(0);
});
