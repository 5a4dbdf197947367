import { DeleteItemCommand, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { DeleteMessageBatchCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { keysOf, sharedKeys } from '#functions/platform/store/keys.ts';
import { recount } from '#tests/support/checker/recount.ts';
import { type Acknowledged, report } from './support/families.ts';
import { bothMailsOf, mailsByReport } from './support/mails.ts';
import { ownStack } from './support/own-stack.ts';
import { empty, messagesIn } from './support/queue-counts.ts';
import { signIn } from './support/staff.ts';
import { takeIntoCase } from './support/story.ts';
import { sealedTrails } from './support/trails.ts';

const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

const { stack, client, before } = await ownStack({ effectLeaseSeconds: 1 });

describe('running product', { timeout: 600_000 }, () => {
  let reports = 0;

  const newReport = (slug?: string): Promise<Acknowledged> => report(stack.intakeUrl, reports++, slug);
  const queue = (name: string) => messagesIn(stack.services.queues.url, name);
  const mailsOf = async (references: string[]): Promise<Map<string, number>> => {
    const all = await mailsByReport(stack.mailboxUrl);
    return new Map([...all].filter(([name]) => references.some((reference) => name.startsWith(reference))));
  };
  const bothMailsWent = async (references: string[], timeout = 90_000): Promise<void> => {
    await expect.poll(() => mailsOf(references), { timeout, interval: 20 }).toEqual(bothMailsOf(references));
  };
  /** Waits until no email can be sent any more. */
  const queueIsEmpty = () => expect.poll(() => queue('notify'), { timeout: 90_000, interval: 50 }).toEqual(empty);

  it('sends both emails of a first call soon', async () => {
    const delays: number[] = [];
    for (let n = 0; n < 25; n++) {
      const { reference } = await newReport();
      const acknowledged = Date.now();
      await bothMailsWent([reference]);
      const mails = stack.services.mailbox.mails().filter(({ text }) => text.includes(reference));
      delays.push(...mails.map(({ at }) => Math.max(0, Date.parse(at) - acknowledged)));
    }
    const [p50, p95] = [percentile(delays, 0.5), percentile(delays, 0.95)];
    console.info(`answer to mail: p50 ${p50} ms, p95 ${p95} ms over ${delays.length} mails`);
  });

  it('R-20 sends each email once despite triple events and lost SES responses', async () => {
    const { mailbox, events } = stack.services;
    events.faults.duplicate = 2;
    // One less than what opens the circuit, which functions/platform/workers/partner-outage.test.ts covers.
    mailbox.faults.dropAnswer = 4;
    const references = (await Promise.all(Array.from({ length: 12 }, () => newReport()))).map((one) => one.reference);
    await bothMailsWent(references);
    await queueIsEmpty();
    expect(await mailsOf(references)).toEqual(bothMailsOf(references));
    expect(mailbox.faults.dropAnswer).toBe(0);
    expect(await queue('notify-dlq')).toEqual(empty);
    events.faults.duplicate = 0;
  });

  it('sends each email once although SES fails for a while', async () => {
    stack.services.mailbox.faults.failNext = 3;
    const { reference } = await newReport();
    await bothMailsWent([reference]);
    await queueIsEmpty();
    expect(await mailsOf([reference])).toEqual(bothMailsOf([reference]));
  });

  /** Redrives dead letters as an operator does after a fix. */
  const redrive = async (name: string): Promise<void> => {
    const sqs = new SQSClient({});
    const from = stack.services.queues.queueUrl(`${name}-dlq`);
    const to = stack.services.queues.queueUrl(name);
    const { Messages: [message] = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl: from, MessageSystemAttributeNames: ['All'] }),
    );
    // An interrupted redrive may send twice.
    for (const QueueUrl of [to, to]) await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: message?.Body }));
    await sqs.send(
      new DeleteMessageBatchCommand({ QueueUrl: from, Entries: [{ Id: '1', ReceiptHandle: message?.ReceiptHandle }] }),
    );
    sqs.destroy();
  };
  const givenUp = () =>
    expect.poll(() => queue('notify-dlq'), { timeout: 90_000, interval: 50 }).toEqual({ ...empty, waiting: 1 });

  it('loses no email although a queue rejects the bus, and counts it for the alarm', async () => {
    const { events } = stack.services;
    events.faults.refusing = ['notify'];
    const { reference } = await newReport();
    await givenUp();
    expect(events.metrics).toEqual({ failedInvocations: { notify: 1 } });
    expect((await mailsOf([reference])).size).toBe(0);
    events.faults.refusing = [];
    await redrive('notify');
    await bothMailsWent([reference]);
    await queueIsEmpty();
    expect(await mailsOf([reference])).toEqual(bothMailsOf([reference]));
  });

  it.each([
    ['of an account in SES’s sandbox to recipients whom it does not know', 'sandbox'],
    ['of a sender whom nobody has verified', 'unverified'],
  ] as const)('keeps an email %s until SES accepts it', async (_, account) => {
    const { mailbox } = stack.services;
    Object.assign(mailbox.faults, { account, verified: ['stillwater.example'] });
    const { reference } = await newReport();
    await givenUp();
    expect((await mailsOf([reference])).size).toBe(0);
    mailbox.faults.account = 'production';
    await redrive('notify');
    await bothMailsWent([reference]);
    await queueIsEmpty();
    expect(await mailsOf([reference])).toEqual(bothMailsOf([reference]));
  });

  it('R-07 handles nine messages next to a poison one, and redrives it once', async () => {
    const Key = sharedKeys.slug('northside-chapel');
    const name = stack.env.TABLE_NAME;
    const card = await client.send(
      new GetItemCommand({ TableName: name, Key: { pk: { S: Key.pk }, sk: { S: Key.sk } } }),
    );
    const { organization_id, funeral_home_id } = unmarshall(card.Item ?? {});
    const home = keysOf(organization_id).home(funeral_home_id);
    const homeKey = { TableName: name, Key: { pk: { S: home.pk }, sk: { S: home.sk } } };
    const { Item } = await client.send(new GetItemCommand(homeKey));
    await client.send(new DeleteItemCommand(homeKey));

    const began = performance.now();
    const poisoned = await newReport('northside-chapel');
    const others = await Promise.all(Array.from({ length: 9 }, () => newReport()));
    await bothMailsWent(others.map(({ reference }) => reference));
    const seconds = (performance.now() - began) / 1000;
    await givenUp();
    const given = (performance.now() - began) / 1000;
    expect((await mailsOf([poisoned.reference])).size).toBe(0);

    await client.send(new PutItemCommand({ TableName: name, Item }));
    await redrive('notify');
    await bothMailsWent([poisoned.reference]);
    await queueIsEmpty();
    expect(await mailsOf([poisoned.reference])).toEqual(bothMailsOf([poisoned.reference]));
    console.info(
      `R-07: nine of ten done in ${seconds.toFixed(1)} s, the poison in the dead-letter queue after ${given.toFixed(1)} s`,
    );
  });

  it('S-12 seals the audit log and verifies it', async () => {
    const { reference, ssn } = await newReport();
    const story = await takeIntoCase(await signIn(stack), reference);
    expect(story).toMatchObject({
      sameAgain: true,
      ssn,
      record: { social_security_number: `XXX-XX-${ssn.slice(-4)}` },
    });
    expect(story.actions).toEqual(expect.arrayContaining(['ssn.revealed', 'case.created']));
    const { entries, sealed, findings: broken } = await sealedTrails(client, stack.env);
    expect({ sealed, broken }).toEqual({ sealed: entries, broken: [] });
    expect(entries).toBeGreaterThan(reports);
    // Entries younger than a minute wait for the next run.
    expect(await stack.functions.invoke('audit-seal', {})).toMatchObject({ behind: 0 });
    expect(await stack.functions.invoke('audit-verify', {})).toMatchObject({ unfinished: 0 });
  });

  it('R-05 leaves a consistent table after all that', async () => {
    const findings = () => recount(client, stack.env.TABLE_NAME);
    await expect.poll(findings, { timeout: 60_000, interval: 100 }).toEqual(before);
  });
});
