import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { maxReceiveCount } from '#infra/queues.ts';
import { type SigningWorld, startSigningWorld } from '#tests/support/partners/signing-world.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { long } from '#tests/support/test-length.ts';

const minutes = 60_000;
const well = { status: null, retryAfter: null, hang: false, loseAnswers: 0 };

describe('R-08 a long outage of DocuSeal', { timeout: 120_000 }, () => {
  let world: SigningWorld;
  beforeAll(async () => {
    world = await startSigningWorld();
    world.state.limitMs = 1_000;
  }, 60_000);
  afterEach(() => Object.assign(world.docuseal.faults, well));
  afterAll(() => world.close());

  it.runIf(long).each([
    ['500 for an hour, while many wait', { status: 500 }, 60, 8],
    ['429 for ten minutes', { status: 429, retryAfter: 30 }, 10, 2],
  ])('finishes requests minutes after the end of the outage: %s', async (_, fault, down, count) => {
    Object.assign(world.docuseal.faults, fault);
    const until = world.clock.now + down * minutes;
    const ids: string[] = [];
    for (let n = 0; n < count; n++) {
      ids.push(await world.send());
      await world.relay();
      await world.queue.runUntil(world.clock.now + 20_000);
    }
    await world.queue.runUntil(until);
    expect(world.queue.deadLetters).toEqual([]);
    Object.assign(world.docuseal.faults, well);
    await world.queue.runUntil(until + 5 * minutes);
    expect(world.queue.waiting).toBe(0);
    expect(world.queue.maxReceives).toBeLessThan(maxReceiveCount / 2);
    for (const id of ids) {
      expect(world.submissionsOf(id)).toHaveLength(1);
      expect((await world.envelope(id)).sending).toMatchObject({ state: 'made' });
    }
  });

  it('finishes all work once after ten minutes of 500, without further webhooks', async () => {
    const { send, settle, page, hears, docuseal, clock, queue, relay, documents, envelope, submissionsOf } = world;
    const rows = areas['signature-envelopes'];
    const call = async (row: typeof rows.void | typeof rows.resend, id: string, body: { reason: string } | object) =>
      succeeded(await world.harness.call(row, { as: world.tenant.profiles.super_admin, params: { id }, body }));
    const [signed, declined, voided, mailed] = [await send(), await send(), await send(), await send()];
    await settle();
    Object.assign(docuseal.faults, { status: 500 });
    const until = clock.now + 10 * minutes;
    const [asked, regretted] = [await send(), await send()];
    await relay();
    await queue.runUntil(clock.now + minutes);
    for (const at of [0, 1]) expect(await page(signed, at, 'complete')).toBeLessThan(400);
    expect(await page(declined, 0, 'decline')).toBeLessThan(400);
    await hears(signed, 'submission.completed');
    await hears(declined, 'form.declined');
    for (const id of [voided, regretted]) await call(rows.void, id, { reason: 'Not wanted any more' });
    await call(rows.resend, mailed, {});
    await relay(2);
    await queue.runUntil(until);
    expect(queue.deadLetters).toEqual([]);
    Object.assign(docuseal.faults, well);
    await queue.runUntil(until + 5 * minutes);
    await settle();
    const all = [signed, declined, voided, mailed, asked, regretted];
    expect(await Promise.all(all.map(async (id) => (await envelope(id)).status))).toEqual([
      ...['completed', 'declined', 'voided', 'delivered', 'sent', 'voided'],
    ]);
    expect(all.map((id) => submissionsOf(id).length)).toEqual([1, 1, 1, 1, 1, 0]);
    expect(await documents(signed)).toHaveLength(2);
    expect(submissionsOf(voided)[0]?.archived_at).not.toBeNull();
    const mails = submissionsOf(mailed)[0]?.events.filter(({ event_type }) => event_type === 'send_email');
    expect(mails).toHaveLength(2);
    expect([queue.waiting, queue.deadLetters]).toEqual([0, []]);
  });
});
