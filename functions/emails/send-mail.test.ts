import type { Context, SQSEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { familyPageEndpoints } from '#domain/families/family-page.endpoints.ts';
import { teamEndpoints } from '#domain/team/team.endpoints.ts';
import type { Mail } from '#functions/platform/adapters/mailer.ts';
import { createWorker } from '#functions/platform/workers/worker.ts';
import { unsentEvents } from '#tests/support/engines/bus-in-memory.ts';
import { recordingLogger } from '#tests/support/engines/recording-logger.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { familyPagesOf } from '#tests/support/records/family-papers.ts';
import { mailInvitation, mailSites } from '#tests/support/records/invitations.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { onFamilyCodeAsked, onFamilyReviewSent } from './family-emails.ts';
import { onMailFailed } from './send-mail.ts';

const { harness, tenant } = await startHarnessWithTenant();
const table = harness.calmTable;
const owner = tenant.profiles.super_admin;
let now = Date.now();

const worker = createWorker(
  {},
  {
    logger: recordingLogger().logger,
    queue: { delay: async () => {}, giveUp: async () => {} },
    now: () => new Date(now),
    onMailFailed: onMailFailed({ table, now: () => new Date(now) }),
  },
);
/** Delivers an SES event of an email, as its queue would. */
const announced = async (mail: Mail | undefined, name: string, more: object = {}) => {
  const tags = Object.fromEntries(Object.entries(mail?.tags ?? {}).map(([tag, value]) => [tag, [value]]));
  const body = JSON.stringify({ source: 'aws.ses', 'detail-type': name, detail: { mail: { tags }, ...more } });
  const attributes = { ApproximateReceiveCount: '1', SentTimestamp: String(now) };
  const event = { Records: [{ messageId: '1', body, attributes }] } as unknown as SQSEvent;
  const { batchItemFailures } = await worker(event, { getRemainingTimeInMillis: () => 30_000 } as Context);
  expect(batchItemFailures).toEqual([]);
};
const invited = async (email: string) => {
  const { body } = await harness.call(teamEndpoints.invite, { as: owner, body: { email, role: 'coordinator' } });
  return String(body.id);
};

describe('onInvitation', () => {
  it('names the role and the home', async () => {
    const { mails } = await mailInvitation(harness, tenant.id, await invited('new@example.com'));
    expect(mails[0]?.text.split('\n')[0]).toBe(
      'Test super_admin invited you to join Organization whitcomb-ames on Stillwater as coordinator at Home of whitcomb-ames.',
    );
  });
});

const permanent = { bounce: { bounceType: 'Permanent', bounceSubType: 'General' } };

describe('onMailFailed', () => {
  const shown = async (id: string) => {
    const { body } = await harness.call(teamEndpoints.invitations, { as: owner, query: { page_size: '100' } });
    return (body.results as { id: string; mail_problem: string | null }[]).find((one) => one.id === id)?.mail_problem;
  };

  it('shows a bounce at the invitation until it is sent again', async () => {
    const id = await invited('bounce@simulator.amazonses.com');
    const { mails } = await mailInvitation(harness, tenant.id, id);
    expect(await shown(id)).toBeNull();
    await announced(mails[0], 'Email Bounced', permanent);
    expect(await shown(id)).toBe('no_mailbox');
    succeeded(await harness.call(teamEndpoints.resendInvitation, { as: owner, params: { id } }));
    expect(await shown(id)).toBeNull();
    const again = await mailInvitation(harness, tenant.id, id);
    await announced(again.mails[0], 'Email Bounced', { bounce: { bounceType: 'Transient' } });
    // Late events of the earlier email do not count for the later one.
    await announced(mails[0], 'Email Complaint Received');
    expect(await shown(id)).toBe('not_taken');
  });

  it('keeps a bounce after a later delay event, and clears a delay on its own', async () => {
    const id = await invited('slow@example.com');
    const { mails } = await mailInvitation(harness, tenant.id, id);
    await announced(mails[0], 'Email Delivery Delayed');
    expect(await shown(id)).toBe('delayed');
    await announced(mails[0], 'Email Rejected');
    await announced(mails[0], 'Email Delivery Delayed');
    expect(await shown(id)).toBe('rejected');
    const other = await invited('slower@example.com');
    now -= 15 * 3_600_000;
    await announced((await mailInvitation(harness, tenant.id, other)).mails[0], 'Email Delivery Delayed');
    now += 15 * 3_600_000;
    expect(await shown(other)).toBeNull();
  });

  it('shows a bounce at the family’s page and review until a new code is issued', async () => {
    const { staff } = familyPagesOf(harness, tenant);
    const { id } = await casesOf(harness, tenant).opened({ ...wholeCase, customer_email: 'karin@example.com' });
    const sent: Mail[] = [];
    const mailer = { send: async (mail: Mail) => void sent.push(mail) };
    const dependencies = { ...{ table: harness.table, mailer, leaseSeconds: 30, ...mailSites }, now: () => new Date() };
    const handlers = {
      'family-page.code-asked': onFamilyCodeAsked(dependencies),
      'family-review.sent': onFamilyReviewSent(dependencies),
    };
    const mailed = async (name: keyof typeof handlers) => {
      const events = await unsentEvents(harness.table, new Date(Date.now() + 86_400_000));
      const event = events.filter((one) => one.name === name && one.aggregateId === id).at(-1);
      await handlers[name]({ envelope: event?.envelope } as never);
      return sent.at(-1);
    };
    const problems = async () => {
      const calls = [familyPageEndpoints.get, familyPageEndpoints.review];
      const answers = await Promise.all(calls.map((row) => harness.call(row, { as: owner, params: { id } })));
      return answers.map(({ body }) => body.mail_problem);
    };
    succeeded(await staff('open', id, { by: 'mail' }));
    await announced(await mailed('family-page.code-asked'), 'Email Bounced', permanent);
    expect(await problems()).toEqual(['no_mailbox', null]);
    succeeded(await harness.call(familyPageEndpoints.sendReview, { as: owner, params: { id } }));
    await announced(await mailed('family-review.sent'), 'Email Complaint Received');
    expect(await problems()).toEqual(['no_mailbox', 'complaint']);
    succeeded(await staff('open', id, { by: 'paper' }));
    expect(await problems()).toEqual([null, 'complaint']);
  });
});
