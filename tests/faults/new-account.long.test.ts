import { describe, expect, it } from 'vitest';
import { recount } from '#tests/support/checker/recount.ts';
import { reportAll } from './support/families.ts';
import { bothMailsOf, mailsByReport } from './support/mails.ts';
import { ownStack } from './support/own-stack.ts';
import { empty, messagesIn } from './support/queue-counts.ts';

/** Lambda's concurrency limit for a new account. */
const concurrency = 10;
const reports = 40;
const { stack, client, before } = await ownStack({ effectLeaseSeconds: 1, concurrency });

describe('product in an account limited to ten concurrent functions', { timeout: 600_000 }, () => {
  it('throttles without losing anything: every retried call is served once', async () => {
    const acknowledged = await reportAll(stack.intakeUrl, { reports, writers: 25 });
    expect(acknowledged.some(({ tries }) => tries > 1)).toBe(true);
    const references = acknowledged.map(({ reference }) => reference);
    expect(new Set(references).size).toBe(reports);
    await expect
      .poll(() => mailsByReport(stack.mailboxUrl), { timeout: 120_000, interval: 200 })
      .toEqual(bothMailsOf(references));
    for (const queue of ['notify-dlq', 'relay-undelivered', 'projector-undelivered'])
      expect(await messagesIn(stack.services.queues.url, queue), queue).toEqual(empty);
    await expect.poll(() => recount(client, stack.env.TABLE_NAME), { timeout: 120_000 }).toEqual(before);
  });
});
