import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import type { EventBridgeEvent } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEventBus } from './events.ts';

type Envelope = EventBridgeEvent<string, unknown>;

let bus: Awaited<ReturnType<typeof startEventBus>>;
let client: EventBridgeClient;
let mails: Envelope[];
let audits: Envelope[];
let auditFails: boolean;

beforeEach(async () => {
  mails = [];
  audits = [];
  auditFails = false;
  bus = await startEventBus({
    port: 0,
    rules: [
      {
        name: 'mail',
        bus: 'stillwater',
        pattern: { 'detail-type': ['intake.submitted'] },
        target: async (event) => {
          mails.push(event);
        },
      },
      {
        name: 'audit',
        bus: 'stillwater',
        pattern: { source: [{ prefix: 'stillwater' }] },
        target: async (event) => {
          if (auditFails) throw new Error('The queue is not there');
          audits.push(event);
        },
      },
    ],
  });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  client = new EventBridgeClient({ region: 'us-east-1', endpoint: bus.url, credentials });
});

afterEach(async () => {
  client.destroy();
  await bus.close();
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

describe('the local event bus', () => {
  it('gives each matching rule the envelope', async () => {
    const answer = await put(
      entry(),
      entry({ DetailType: 'case.created', EventBusName: 'arn:x:event-bus/stillwater' }),
    );
    expect(answer.FailedEntryCount).toBe(0);
    expect(mails).toEqual([
      expect.objectContaining({
        id: answer.Entries?.[0]?.EventId,
        source: 'stillwater',
        'detail-type': 'intake.submitted',
        time: '2026-03-01T10:00:00Z',
        detail: { id: 1 },
      }),
    ]);
    expect(audits.map((event) => event['detail-type'])).toEqual(['intake.submitted', 'case.created']);
  });

  it('does not acknowledge what a target did not take', async () => {
    auditFails = true;
    const failed = await put(entry());
    expect(failed).toMatchObject({ FailedEntryCount: 1, Entries: [{ ErrorCode: 'InternalFailure' }] });
    auditFails = false;
    expect(await put(entry())).toMatchObject({ FailedEntryCount: 0 });
    expect(audits).toHaveLength(1);
  });

  it('delivers twice on demand, with the same id', async () => {
    bus.faults.duplicate = 1;
    await put(entry());
    expect(mails).toHaveLength(2);
    expect(mails[0]?.id).toBe(mails[1]?.id);
  });

  it('refuses single entries that are not events', async () => {
    const { FailedEntryCount, Entries } = await put(
      entry({ Detail: '{' }),
      entry({ Detail: '[1]' }),
      entry({ Source: undefined }),
      entry({ Source: 'aws.s3' }),
      entry({ EventBusName: 'elsewhere' }),
      entry(),
    );
    expect(FailedEntryCount).toBe(5);
    expect(Entries?.map(({ ErrorCode }) => ErrorCode)).toEqual([
      'MalformedDetail',
      'MalformedDetail',
      'InvalidArgument',
      'NotAuthorizedForSourceException',
      'ResourceNotFoundException',
      undefined,
    ]);
    expect(mails).toHaveLength(1);
  });

  it('refuses more than 10 entries or 256 KB', async () => {
    const invalid = { name: 'ValidationException' };
    await expect(put(...Array.from({ length: 11 }, () => entry()))).rejects.toMatchObject(invalid);
    const large = entry({ Detail: JSON.stringify({ text: 'é'.repeat(131_072) }) });
    await expect(put(large)).rejects.toMatchObject(invalid);
    expect(audits).toHaveLength(0);
  });
});
