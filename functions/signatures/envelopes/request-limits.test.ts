import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { sha256 } from '#functions/platform/store/transactions/idempotency.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { bindTemplate, exampleEnvelope } from '#tests/support/records/signatures.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const rows = areas['signature-envelopes'];

let harness: Harness;
const start = Date.now();
let clock = start;
beforeAll(async () => {
  harness = await startHarness({ rateLimits: true });
  // The clock does not advance, so that all requests are within one hour.
  harness.state.now = () => new Date(clock);
});
afterAll(() => harness.close());

const homeWithCase = async (slug: string) => {
  const tenant: Tenant = await harness.addTenant(slug);
  const cases = casesOf(harness, tenant);
  const { id } = await cases.opened(wholeCase);
  succeeded(await cases.activate(id));
  const template = await bindTemplate(harness, tenant);
  const as = tenant.profiles.office_staff;
  const make = (changes: object, row: 'create' | 'createMulti' = 'create') =>
    harness.call(rows[row], { as, body: exampleEnvelope(id, template.id, changes) });
  const send = (envelope: string) => harness.call(rows.send, { as, params: { id: envelope } });
  /** Simulates `n` requests within the hour. */
  const counted = async (n: number) => {
    const all = await harness.items();
    const counter = all.find(
      ({ pk }) => pk.startsWith('RATE#signature') && pk.includes(sha256(tenant.id).slice(0, 32)),
    );
    if (!counter) throw new Error('nothing was counted');
    await harness.calmTable.transact([{ update: { pk: counter.pk, sk: counter.sk }, set: { n } }]);
  };
  return { make, send, counted };
};

describe('limits of signature requests', () => {
  it('S-23 allows sixty an hour per organization, and no title with a web address', async () => {
    const [home, other] = [await homeWithCase('whitcomb-ames'), await homeWithCase('harbor-light')];
    const { id: draft } = succeeded(await home.make({})).body as { id: string };
    const { id: later } = succeeded(await home.make({})).body as { id: string };
    expect((await home.make({ send_now: true, recipients: [] })).status).toBe(400);
    succeeded(await home.send(draft));
    await home.counted(57);
    for (const row of ['create', 'createMulti', 'create'] as const) succeeded(await home.make({ send_now: true }, row));
    const refused = { status: 429, body: { detail: 'Too many requests. Please wait a moment and try again.' } };
    expect(await home.make({ send_now: true })).toMatchObject(refused);
    expect(await home.make({ send_now: true }, 'createMulti')).toMatchObject(refused);
    expect(await home.send(later)).toMatchObject(refused);
    expect((await home.make({})).status).toBe(201);
    expect((await other.make({ send_now: true })).status).toBe(201);
    clock = start + 3_600_000;
    succeeded(await home.send(later));
    expect(await other.make({ title: 'Please look at https://example.com' })).toMatchObject({
      status: 400,
      body: { title: ['Title cannot contain a web address'] },
    });
  });
});
