import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Envelope, startEventBus } from './events.ts';

let bus: Awaited<ReturnType<typeof startEventBus>>;
let client: EventBridgeClient;
let mails: Envelope[];
let audits: Envelope[];
let givenUp: Envelope[];
let dataDir: string;
let auditFails: boolean;

beforeEach(async () => {
  mails = [];
  audits = [];
  auditFails = false;
  givenUp = [];
  dataDir = mkdtempSync(join(tmpdir(), 'events-'));
  await start();
});

const start = async () => {
  bus = await startEventBus({
    port: 0,
    dataDir,
    rules: [
      {
        name: 'mail',
        bus: 'stillwater',
        source: 'stillwater',
        detailTypes: ['intake.submitted'],
        target: async (event) => void mails.push(event),
        deadLetters: async () => undefined,
      },
      {
        name: 'audit',
        bus: 'stillwater',
        source: 'stillwater',
        detailTypes: ['intake.submitted', 'case.created'],
        target: async (event) => {
          if (auditFails) throw new Error('The queue is not there');
          audits.push(event);
        },
        deadLetters: async (event) => void givenUp.push(event),
      },
    ],
  });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  client = new EventBridgeClient({ region: 'us-east-1', endpoint: bus.url, credentials });
};

afterEach(async () => {
  client.destroy();
  await bus.close();
  rmSync(dataDir, { recursive: true });
});

const entry = (change: PutEventsRequestEntry = {}): PutEventsRequestEntry => ({
  EventBusName: 'stillwater',
  Source: 'stillwater',
  DetailType: 'intake.submitted',
  Detail: JSON.stringify({ id: 1 }),
  Time: new Date('2026-03-01T10:00:00.500Z'),
  ...change,
});
const put = (...Entries: PutEventsRequestEntry[]) => client.send(new PutEventsCommand({ Entries }));

describe('local event bus', () => {
  it('acknowledges before delivery, and retries a failing target', async () => {
    auditFails = true;
    expect(await put(entry())).toMatchObject({ FailedEntryCount: 0 });
    await expect.poll(() => mails).toHaveLength(1);
    expect(audits).toHaveLength(0);
    auditFails = false;
    await expect.poll(() => audits).toHaveLength(1);
    expect(mails).toHaveLength(1);
  });

  it('delivers after a restart what was acknowledged but not delivered', async () => {
    auditFails = true;
    const { Entries } = await put(entry());
    await expect.poll(() => mails).toHaveLength(1);
    client.destroy();
    await bus.close();
    auditFails = false;
    await start();
    await bus.settled();
    expect([mails.length, audits.map(({ id }) => id)]).toEqual([1, [Entries?.[0]?.EventId]]);
  });

  it('acknowledges an event its target rejects, and dead-letters it at once', async () => {
    bus.faults.refusing = ['audit'];
    expect(await put(entry())).toMatchObject({ FailedEntryCount: 0 });
    await bus.settled();
    expect([mails.length, audits.length, givenUp.length]).toEqual([1, 0, 1]);
    expect(bus.metrics).toEqual({ failedInvocations: { audit: 1 } });
  });
});
