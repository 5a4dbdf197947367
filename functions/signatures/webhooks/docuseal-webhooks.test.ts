import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { signatureOf } from '#local/partners/docuseal/docuseal.ts';
import { unsentEvents } from '#tests/support/engines/bus-in-memory.ts';
import { type CallOptions, type Harness, startHarness } from '#tests/support/harness.ts';
import { announced, connectSigning, ownSubmission } from '#tests/support/partners/signing.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { long } from '#tests/support/test-length.ts';

const row = areas['signing-webhooks'].received;
const nothing = { detail: 'The requested resource was not found.' };
const minute = 60_000;

describe('S-18 DocuSeal webhooks', () => {
  let harness: Harness;
  let tenant: Tenant;
  let token: string;
  let envelope: string;
  let n = 0;
  beforeAll(async () => {
    harness = await startHarness();
    await harness.docuseal();
  });
  beforeEach(async () => {
    tenant = await harness.addTenant(`webhooks-${n++}`);
    token = (await connectSigning(harness, tenant)).token;
    envelope = await ownSubmission(harness, tenant, 9001);
  });
  afterAll(() => harness.close());

  const receive = async (options: CallOptions) => {
    const { status, body } = await harness.call(row, options);
    return [status, body];
  };
  const wanted = async () =>
    (await unsentEvents(harness.table, new Date(Date.now() + minute)))
      .filter(
        ({ name, envelope: { organization_id } }) => name === 'envelope.check-wanted' && organization_id === tenant.id,
      )
      .map(({ envelope: { payload } }) => payload);
  const seen = async () =>
    (await harness.call(areas['signing-connection'].get, { as: tenant.profiles.super_admin })).body;

  it('polls the envelope once per webhook, and records it', async () => {
    const sent = announced(token);
    for (let times = 0; times < 3; times++) expect(await receive(sent)).toEqual([200, { success: true }]);
    expect(await wanted()).toEqual([{ envelope_id: envelope }]);
    expect(await receive(announced(token, { event_type: 'submission.completed' }))).toEqual([200, { success: true }]);
    expect(await wanted()).toHaveLength(2);
    expect(await seen()).toMatchObject({ webhook_last_received_at: expect.any(String), webhook_last_refused_at: null });
  });

  it('ignores templates, unknown submissions and invalid bodies', async () => {
    for (const sent of [announced(token, { event_type: 'template.updated' }), announced(token, { submissionId: 77 })])
      expect(await receive(sent)).toEqual([200, { success: true }]);
    const rawBody = '[1, 2';
    const headers = { 'x-docuseal-signature': signatureOf('whsec_of_the_tests', rawBody, new Date()) };
    expect(await receive({ ...announced(token), rawBody, headers })).toEqual([200, { success: true }]);
    expect(await wanted().then((all) => all.filter(({ envelope_id }) => envelope_id !== envelope))).toEqual([]);
  });

  it('answers a bad signature, time or organization like an unknown address', async () => {
    const other = await harness.addTenant(`webhooks-other-${n}`);
    const theirs = (await connectSigning(harness, other)).token;
    await harness.call(areas['signing-connection'].connect, {
      as: other.profiles.super_admin,
      body: { service: 'local', webhook_secret: 'whsec_of_the_other' },
    });
    const now = Date.now();
    const genuine = announced(token);
    const changed = String(genuine.rawBody).replace('9001', '9002');
    const forged: CallOptions[] = [
      announced('x'.repeat(43)),
      announced(theirs),
      announced(token, {}, { secret: 'whsec_of_the_other' }),
      announced(token, {}, { secret: '' }),
      announced(token, {}, { at: new Date(now - 6 * minute) }),
      announced(token, {}, { at: new Date(now + 6 * minute) }),
      { ...genuine, rawBody: changed },
      { ...genuine, rawBody: `${genuine.rawBody} ` },
      { ...genuine, headers: {} },
      ...['', '0.', `${Math.floor(now / 1000)}.${'0'.repeat(64)}`, '1.1.1'].map((signature) => ({
        ...genuine,
        headers: { 'x-docuseal-signature': signature },
      })),
    ];
    for (const one of forged) expect(await receive(one)).toEqual([404, nothing]);
    expect(await wanted()).toEqual([]);
    expect(await seen()).toMatchObject({ webhook_last_received_at: null, webhook_last_refused_at: expect.any(String) });
    expect(await receive(genuine)).toEqual([200, { success: true }]);
  });

  it('tolerates minutes of clock difference, and base64 bodies', async () => {
    expect(await receive(announced(token, {}, { at: new Date(Date.now() - 4 * minute) }))).toEqual([
      200,
      { success: true },
    ]);
    const { rawBody = '', headers } = announced(token, { submissionId: 9001, timestamp: 'another' });
    const { status } = await harness.send({
      method: 'POST',
      rawPath: row.path.replace('{token}', token),
      body: Buffer.from(rawBody).toString('base64'),
      base64: true,
      headers,
    });
    expect(status).toBe(200);
    expect(await wanted()).toHaveLength(2);
  });

  it('R-11 counts each once when many arrive twice and in any order', async () => {
    const at = new Date();
    const all = Array.from({ length: long ? 50 : 6 }, (_, i) => announced(token, { timestamp: `event ${i}` }, { at }));
    const shuffled = [...all, ...all, ...all].sort((a, b) =>
      String(a.rawBody?.at(-30)).localeCompare(String(b.rawBody)),
    );
    for (let from = 0; from < shuffled.length; from += 30)
      await Promise.all(shuffled.slice(from, from + 30).map(async (one) => expect((await receive(one))[0]).toBe(200)));
    expect(await wanted()).toHaveLength(all.length);
  });
});
