import { KMSClient } from '@aws-sdk/client-kms';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { awsAuditSigner, smallObjects } from '#functions/platform/adapters/document-bucket.ts';
import { recount } from '#tests/support/checker/recount.ts';
import { type Acknowledged, reportAll } from './support/families.ts';
import { bothMailsOf, mailsByReport } from './support/mails.ts';
import { ownStack } from './support/own-stack.ts';
import { empty, messagesIn } from './support/queue-counts.ts';
import { signIn } from './support/staff.ts';
import { takeIntoCase } from './support/story.ts';
import { sealedTrails } from './support/trails.ts';

/** Reproduce a failure with its FAULT_SEED. */
const seed = process.env.FAULT_SEED || 'chaos-story';
const reports = 60;
const chaos = { seed, rates: { conflict: 0.1, lostAnswer: 0.03, reset: 0.03 } };
const { stack, client, before } = await ownStack({ effectLeaseSeconds: 2, chaos });

describe(`running product with AWS faults (seed ${seed})`, { timeout: 600_000 }, () => {
  let acknowledged: Acknowledged[];
  beforeAll(async () => {
    stack.services.events.faults.duplicate = 1;
    acknowledged = await reportAll(stack.intakeUrl, { reports, writers: 8 });
  }, 600_000);

  it('accepts every first call once, and sends each of its emails once', async () => {
    const references = acknowledged.map(({ reference }) => reference);
    expect(new Set(references).size).toBe(reports);
    const settled = async () => ({
      mails: await mailsByReport(stack.mailboxUrl),
      queued: await messagesIn(stack.services.queues.url, 'notify'),
    });
    const mails = bothMailsOf(references);
    await expect.poll(settled, { timeout: 120_000, interval: 200 }).toEqual({ mails, queued: empty });
    expect(await messagesIn(stack.services.queues.url, 'notify-dlq')).toEqual(empty);
  });

  it('converts each to one case with a readable SSN', async () => {
    const staff = await signIn(stack);
    const numbers = new Set<string>();
    for (const { reference, ssn } of acknowledged.slice(0, 10)) {
      const story = await takeIntoCase(staff, reference);
      expect(story).toMatchObject({ sameAgain: true, ssn });
      expect(story.actions.filter((action) => action === 'case.created')).toHaveLength(1);
      numbers.add(story.caseNumber);
    }
    expect(numbers.size).toBe(10);
  });

  it('seals every audit entry once and stays consistent', async () => {
    // On a slow machine the product has sealed some on schedule, so its signatures are used.
    const { AUDIT_KEY_ID, AUDIT_WITNESS_BUCKET, TABLE_NAME } = stack.env;
    for (const [name, value] of Object.entries(stack.env)) vi.stubEnv(name, value);
    const witness = smallObjects(AUDIT_WITNESS_BUCKET);
    const signer = awsAuditSigner({ kms: new KMSClient({}), keyId: AUDIT_KEY_ID, witness });
    const { entries, sealed, findings: broken } = await sealedTrails(client, TABLE_NAME, signer);
    expect({ sealed, broken }).toEqual({ sealed: entries, broken: [] });
    const findings = () => recount(client, stack.env.TABLE_NAME);
    await expect.poll(findings, { timeout: 120_000, interval: 200 }).toEqual(before);
    expect(await messagesIn(stack.services.queues.url, 'relay-undelivered')).toEqual(empty);
  });

  it('injected faults of every kind', () => {
    const injected = stack.chaos?.injected();
    console.info(`chaos (seed ${seed}): ${JSON.stringify(injected)}`);
    expect(injected?.DYNAMODB.conflict).toBeGreaterThan(0);
    for (const service of ['DYNAMODB', 'KMS', 'EVENTBRIDGE', 'SQS'] as const) {
      const { throttle = 0, reset = 0, lostAnswer = 0 } = injected?.[service] ?? {};
      expect(throttle + reset + lostAnswer, service).toBeGreaterThan(0);
    }
  });
});
