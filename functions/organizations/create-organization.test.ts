import { beforeEach, describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { sealOrganization } from '#functions/platform/store/audit/audit-seal.ts';
import { verifyTrail } from '#functions/platform/store/audit/audit-trail-proof.ts';
import { verifyOrganization } from '#functions/platform/store/audit/audit-verify.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { exampleCustomer } from '#tests/support/records/customers.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { forgetSubject } from './create-organization.ts';

const hour = 3600_000;

const harness = await openHarness();

describe('S-40 F17 erasing a person', { timeout: 30_000 }, () => {
  let tenant: Tenant;
  let slug: string;
  let n = 0;
  beforeEach(async () => {
    slug = `quiet-water-${n++}`;
    tenant = await harness.addTenant(slug);
  });

  const as = () => tenant.profiles.super_admin;
  const entered = { first_name: 'Kanarienvogel', last_name: 'Distelfink', city: 'Finkenburg' };
  const customer = async (): Promise<string> => {
    const { body } = await harness.call(areas.customers.create, { as: as(), body: exampleCustomer(entered) });
    const id = String(body.id);
    await harness.call(areas.customers.update, { as: as(), params: { id }, body: { notes: 'Ruft abends an' } });
    return id;
  };
  const remove = (id: string) => harness.call(areas.customers.delete, { as: as(), params: { id } });
  const forget = (id: string, now = new Date()) => forgetSubject(harness.table, { slug, kind: 'customer', id }, now);
  const history = (id: string) => harness.databaseOf(tenant.id).audit.of('CUSTOMER', id);
  const values = ['Kanarienvogel', 'Distelfink', 'Finkenburg', 'Ruft abends an'];
  const found = (texts: unknown) => values.filter((value) => JSON.stringify(texts).includes(value));
  const trail = (id: string) => harness.table.query({ pk: keysOf(tenant.id).audit('CUSTOMER', id) });

  it('erases names from the history, which still shows actor, time and fields', async () => {
    const id = await customer();
    expect(found(await trail(id))).toEqual([]);
    const before = await history(id);
    expect(found(before)).toEqual(values);
    await remove(id);
    expect(await forget(id)).toMatchObject({ forgotten: 2, inClear: 0 });
    // A repeated request adds no audit entry.
    await forget(id);
    const after = await history(id);
    expect(found(after)).toEqual([]);
    const actions = after.map(({ action }) => action.replace('customer.', ''));
    expect(actions).toEqual(['forgotten', 'deleted', 'updated', 'created']);
    expect(after.slice(2)).toMatchObject([{ forgotten: true }, { forgotten: true }]);
    const fields = (entries: typeof after) => entries.map(({ changes }) => changes.map(({ field }) => field));
    expect(fields(after).slice(2)).toEqual(fields(before));
    // No item of the table shows the person: rows, tokens and stored responses are deleted or unreadable.
    await harness.projected();
    const items = (await harness.items()).filter(({ pk }) => pk.startsWith(`T#${tenant.id}#`));
    expect(items.length).toBeGreaterThan(10);
    expect(found(items)).toEqual([]);
  });

  it('S-12 leaves every entry of the hash chain verifiable', async () => {
    const id = await customer();
    const signer = harness.auditSigner;
    const seal = (ms: number) =>
      sealOrganization(harness.table, tenant.id, { now: new Date(Date.now() + ms), isLate: () => false, signer });
    await seal(hour);
    await remove(id);
    await forget(id);
    await seal(hour);
    const how = { now: new Date(Date.now() + 2 * hour), isLate: () => false, proof: signer };
    expect((await verifyOrganization(harness.table, tenant.id, how)).findings).toEqual([]);
    const proof = await verifyTrail(harness.table, tenant.id, { kind: 'CUSTOMER', id }, how);
    expect(proof).toMatchObject({ entries: 4, sealed: 4, findings: [] });
  });

  it('rejects a record that exists, and an address of another organization', async () => {
    const id = await customer();
    const exists = { id: [expect.stringContaining('Delete the record first')] };
    await expect(forget(id)).rejects.toMatchObject({ body: exists });
    await remove(id);
    const other = `elsewhere-${n}`;
    await harness.addTenant(other);
    const foreign = forgetSubject(harness.table, { slug: other, kind: 'customer', id }, new Date());
    await expect(foreign).rejects.toMatchObject({ body: { id: ['No history for this record.'] } });
    expect(found(await history(id))).toEqual(values);
  });

  it('counts entries from before encryption, and leaves them readable', async () => {
    const id = await customer();
    const db = harness.databaseOf(tenant.id);
    const change = { field: 'city', from: null, to: 'Zeisigau' };
    await harness.table.transact([db.audit.entry('customer.updated', id, [change])]);
    await remove(id);
    expect(await forget(id)).toMatchObject({ inClear: 1 });
    expect(JSON.stringify(await history(id))).toContain('Zeisigau');
  });

  it('decrypts nothing that was moved to another entry or record', async () => {
    const [one, other] = [await customer(), await customer()];
    const [entry] = await trail(one);
    const [victim] = await trail(other);
    if (!entry || !victim) return expect.unreachable();
    await harness.table.transact([{ put: { ...victim, sealed: entry.sealed } }]);
    expect((await history(other)).at(-1)).toMatchObject({ forgotten: true });
  });
});
