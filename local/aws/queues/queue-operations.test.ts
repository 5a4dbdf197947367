import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { QueueStore } from './queue-store.ts';
import { QueueWaiters, queueOperations } from './queues.ts';

let dataDir: string;
let store: QueueStore;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'queue-operations-'));
  store = new QueueStore(join(dataDir, 'queues.sqlite'));
});

afterEach(() => {
  store.close();
  rmSync(dataDir, { recursive: true });
});

it('takes no message for the long poll of a disconnected caller', async () => {
  const { ReceiveMessage, SendMessage } = queueOperations({
    definitions: new Map([['mail', { name: 'mail', visibilitySeconds: 30 }]]),
    store,
    waiters: new QueueWaiters(),
    queueUrl: (name) => name,
  });
  const leaving = new AbortController();
  const staying = new AbortController();
  const poll = { QueueUrl: 'mail', WaitTimeSeconds: 20 };
  const left = ReceiveMessage?.(poll, {}, leaving.signal);
  const stayed = ReceiveMessage?.(poll, {}, staying.signal);
  leaving.abort();
  SendMessage?.({ QueueUrl: 'mail', MessageBody: 'for the one who stays' }, {}, staying.signal);
  expect(await left).toEqual({ Messages: [] });
  expect(await stayed).toMatchObject({ Messages: [{ Body: 'for the one who stays' }] });
});
