import { randomUUID } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import type { Context, SQSRecord } from 'aws-lambda';
import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { eventSource } from '#domain/registry/event-catalog.ts';
import { archivedDays } from '#domain/shared/operations/deployment.ts';
import type { Mail } from '#functions/platform/adapters/mailer.ts';
import { RetryableError } from '#functions/platform/store/partners/circuit.ts';
import { markEffectDone } from '#functions/platform/store/partners/effects.ts';
import { createWorker } from '#functions/platform/workers/worker.ts';
import { unsentEvents } from '#tests/support/engines/bus-in-memory.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';
import { onIntakeSubmitted } from './intake-emails.ts';

const leaseSeconds = 20;
// Each test advances its own clock.
const queue = { delay: async () => {}, giveUp: async () => expect.unreachable('given up') };
const logger = new Logger({ serviceName: 'test', logLevel: 'SILENT' });
const context = { getRemainingTimeInMillis: () => 60_000 } as Context;

const { harness, tenant } = await startHarnessWithTenant('quiet-harbor', {
  chaos: { seed: 'notify', rates: { lostAnswer: 0.05 } },
});

describe('onIntakeSubmitted', { timeout: 20_000 }, () => {
  /** A worker with its own clock and a partner that stores emails; `error` runs after each. */
  const startWorker = () => {
    const state = { now: Date.now(), mails: [] as Mail[], error: (_mail: Mail): void => {} };
    const mailer = {
      async send(mail: Mail) {
        state.mails.push(mail);
        state.error(mail);
      },
    };
    const now = () => new Date(state.now);
    const handler = createWorker(
      {
        'intake.submitted': onIntakeSubmitted({
          table: harness.table,
          mailer,
          now,
          leaseSeconds,
          staffSiteUrl: 'https://staff.example.com',
          intakeSiteUrl: 'https://report.example',
        }),
      },
      {
        logger,
        queue,
        now,
        onMailSent: async ({ organization = '', event = '', effect = '' }) =>
          markEffectDone(harness.table, { organizationId: organization, eventId: event, name: effect }, now()),
      },
    );
    /** Delivers the messages together, and failed ones again after their delay. */
    const deliverAll = async (bodies: string[]): Promise<void> => {
      let left = bodies;
      for (let receives = 0; left.length > 0; receives++) {
        if (receives === 5) throw new Error(`${left.length} messages are in the dead-letter queue`);
        const Records = left.map((body, n) => recordOf(body, String(n), receives + 1));
        const { batchItemFailures } = await handler({ Records }, context);
        left = batchItemFailures.map(({ itemIdentifier }) => left[Number(itemIdentifier)] ?? '');
        if (left.length) state.now += (leaseSeconds + 5) * 1000;
      }
    };
    return { state, handler, deliverAll };
  };

  const report = async (changes: Parameters<typeof exampleIntake>[0] = {}): Promise<string> => {
    const body = exampleIntake({ funeral_home_slug: tenant.home.slug, ...changes });
    const headers = { 'idempotency-key': randomUUID() };
    const { status } = await harness.call(areas.intake.submit, { body, headers });
    expect(status).toBe(201);
    const events = await unsentEvents(harness.calmTable, new Date(Date.now() + 60_000));
    const { name, envelope } = events.at(-1) ?? expect.unreachable('the event is in the outbox');
    return messageOf(name, envelope);
  };
  const messageOf = (name: string, detail: object): string =>
    JSON.stringify({ source: eventSource, 'detail-type': name, detail });
  /** Removes items as DynamoDB's TTL does. */
  const expireBefore = async (now: Date): Promise<void> => {
    const expired = (await harness.items()).filter(({ expires_at }) => Number(expires_at) * 1000 < now.getTime());
    for (const { pk, sk } of expired) await harness.calmTable.transact([{ delete: { pk, sk } }]);
  };
  const mailSent = ({ tags }: Mail): string => {
    const lists = Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, [value]]));
    return JSON.stringify({ source: 'aws.ses', 'detail-type': 'Email Sent', detail: { mail: { tags: lists } } });
  };
  const names = (mails: Mail[]) => mails.map(({ tags }) => tags.effect).sort();
  const both = ['family-confirmation', 'staff-notification'];

  it('R-20 emails staff and family once when each message arrives three times', async () => {
    const { state, deliverAll } = startWorker();
    const messages: string[] = [];
    for (let n = 0; n < 3; n++) messages.push(await report());
    await deliverAll([...messages, ...messages.toReversed(), ...messages]);
    for (let again = 0; again < 3; again++) await deliverAll(messages.slice(0, 1));
    expect(names(state.mails)).toEqual([...both.map((name) => Array(3).fill(name))].flat());
    expect(new Set(state.mails.map(({ tags }) => `${tags.event} ${tags.effect}`)).size).toBe(6);
    expect(new Set(state.mails.flatMap(({ to }) => to))).toEqual(
      new Set(['karin.lindqvist@example.com', ...tenant.home.notification_emails]),
    );
  });

  it('R-20 emails no one again when its event is replayed from the archive', async () => {
    const { state, deliverAll } = startWorker();
    const message = await report();
    await deliverAll([message]);
    expect(names(state.mails)).toEqual(both);
    state.now += archivedDays * 24 * 3600_000;
    await expireBefore(new Date(state.now));
    await deliverAll([message]);
    expect(names(state.mails)).toEqual(both);
  });

  it('R-20 emails once when the worker dies after each send and SES confirms it', async () => {
    const { state, handler, deliverAll } = startWorker();
    const message = await report();
    state.error = () => {
      throw new Error('killed between send and mark');
    };
    const killed = await handler({ Records: [recordOf(message, 'one', 1)] }, context);
    expect(killed.batchItemFailures).toEqual([{ itemIdentifier: 'one' }]);
    expect(names(state.mails)).toEqual(both);
    state.error = () => {};
    await deliverAll(state.mails.map(mailSent));
    await deliverAll([message]);
    expect(names(state.mails)).toEqual(both);
  });

  it("R-20 emails once when SES's event arrives in the same batch, after the message", async () => {
    const { state, handler, deliverAll } = startWorker();
    const message = await report();
    state.error = () => {
      throw new Error('killed between send and mark');
    };
    await handler({ Records: [recordOf(message, 'one', 1)] }, context);
    state.error = () => {};
    // The queue stops for an hour.
    state.now += 3600_000;
    await deliverAll([message, ...state.mails.map(mailSent)]);
    expect(names(state.mails)).toEqual(both);
  });

  it('sends again when the worker died before SES had the email', async () => {
    const { state, handler, deliverAll } = startWorker();
    const message = await report();
    state.error = () => {
      state.mails.pop();
      throw new Error('killed before the send');
    };
    await handler({ Records: [recordOf(message, 'one', 1)] }, context);
    state.error = () => {};
    await deliverAll([message]);
    expect(names(state.mails)).toEqual(both);
  });

  it('emails the family although the address of the staff is rejected', async () => {
    const { state, handler } = startWorker();
    const message = await report();
    state.error = ({ tags }) => {
      if (tags.effect !== 'staff-notification') return;
      state.mails = state.mails.filter((mail) => mail.tags.effect !== tags.effect);
      throw new RetryableError('TooManyRequestsException');
    };
    const first = await handler({ Records: [recordOf(message, 'one', 1)] }, context);
    expect(first.batchItemFailures).toHaveLength(1);
    expect(names(state.mails)).toEqual(['family-confirmation']);
    state.error = () => {};
    await handler({ Records: [recordOf(message, 'one', 2)] }, context);
    expect(names(state.mails)).toEqual(both);
  });

  it('emails no one about a report that was deleted in the meantime', async () => {
    const { state, deliverAll } = startWorker();
    const payload = { submission_id: uuid(), funeral_home_id: tenant.home.id };
    const envelope = {
      id: uuid(),
      organization_id: tenant.id,
      occurred_at: new Date().toISOString(),
      request_id: 'request',
      payload,
    };
    await deliverAll([messageOf('intake.submitted', envelope)]);
    expect(state.mails).toEqual([]);
  });

  it('S-13 contains no Social Security Number, and keeps subjects on one line', async () => {
    const { state, deliverAll } = startWorker();
    await deliverAll([await report({ deceased_first_name: "Anne-Marie D'Arcy", social_security_number: '987654321' })]);
    expect(state.mails).toHaveLength(2);
    for (const { subject, text, tags } of state.mails) {
      expect(JSON.stringify({ subject, text, tags })).not.toMatch(/987-?65-?4321/);
      expect(subject).not.toMatch(/[\r\n]/);
      for (const value of Object.values(tags)) expect(value).toMatch(/^[\w-]{1,256}$/);
    }
  });
});

function recordOf(body: string, messageId: string, receives: number): SQSRecord {
  return {
    messageId,
    receiptHandle: messageId,
    body,
    attributes: {
      ApproximateReceiveCount: String(receives),
      SentTimestamp: '0',
      SenderId: '',
      ApproximateFirstReceiveTimestamp: '0',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:notify',
    awsRegion: 'us-east-1',
  };
}
