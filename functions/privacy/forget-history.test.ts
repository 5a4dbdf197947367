import { beforeEach, describe, expect, it } from 'vitest';
import type { DeletedRecord } from '#domain/privacy/erasure.endpoints.ts';
import type { Forgettable } from '#domain/privacy/erasure.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { roles } from '#domain/shared/access/roles.ts';
import { histories } from '#functions/organizations/repository/histories.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { casesOf, completion, wholeCase } from '#tests/support/records/cases.ts';
import { createCustomer } from '#tests/support/records/customers.ts';
import { recordFirstCall } from '#tests/support/records/first-calls.ts';
import { reportDeath, succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const rows = areas.privacy;
const day = 24 * 3600_000;

const harness = await openHarness();
let tenant: Tenant;
let n = 0;
beforeEach(async () => {
  harness.state.now = () => new Date();
  tenant = await harness.addTenant(`quiet-water-${n++}`);
});

const owner = () => tenant.profiles.super_admin;
const page = async (cursor?: string, of = tenant) =>
  succeeded(await harness.call(rows.deletedRecords, { as: of.profiles.super_admin, query: cursor ? { cursor } : {} }))
    .body as unknown as { results: DeletedRecord[]; next_cursor: string | null };
const forget = (id: string, kind: Forgettable, confirmation = 'FORGET', as = owner()) =>
  harness.call(rows.forget, { as, params: { id }, body: { kind, confirmation } });
const remove = async (row: typeof areas.customers.delete | typeof areas.submissions.delete, id: string) =>
  void succeeded(await harness.call(row, { as: owner(), params: { id } }));
const deletedCustomer = async (first_name = 'Kanarienvogel'): Promise<string> => {
  const id = await createCustomer(harness, tenant, { first_name, last_name: 'Distelfink', phone: null, email: null });
  await remove(areas.customers.delete, id);
  return id;
};
const history = (id: string) => harness.databaseOf(tenant.id).audit.of('CUSTOMER', id);

describe('S-40 deleted records with personal data', () => {
  it('lists each record with a history, by name, with who deleted it and when', async () => {
    const customer = await deletedCustomer();
    const sheet = await recordFirstCall(harness, tenant);
    succeeded(await harness.call(areas['first-calls'].delete, { as: owner(), params: { id: sheet.id } }));
    const named = { deceased_first_name: 'Halvard', deceased_last_name: 'Quillfeather' };
    const report = await reportDeath(harness, tenant, named);
    const alias = { as: owner(), params: { id: report.id }, body: { alias: 'Hal' } };
    succeeded(await harness.call(areas.submissions.update, alias));
    await remove(areas.submissions.delete, report.id);
    const cases = casesOf(harness, tenant);
    const { id: caseId, case_number } = await cases.opened(wholeCase);
    succeeded(await cases.remove(caseId));
    // Still existing, or without encrypted values.
    await createCustomer(harness, tenant, { phone: null, email: null });
    const { results, next_cursor } = await page();
    expect(next_cursor).toBeNull();
    expect(results.map(({ kind, id, name, case_number: number }) => [kind, id, name, number])).toEqual([
      ['case', caseId, 'Walter Pruitt', case_number],
      ['submission', report.id, 'Halvard Quillfeather', ''],
      ['first-call', sheet.id, 'Josephine Tyndall', ''],
      ['customer', customer, 'Kanarienvogel Distelfink', ''],
    ]);
    expect(results[3]).toMatchObject({ deleted_by_name: 'Test super_admin', kept_because: null });
    const stranger = await harness.addTenant(`elsewhere-${n}`);
    expect((await page(undefined, stranger)).results).toEqual([]);
    // Nothing personal is left in plain text; a case number is not personal.
    expect(succeeded(await forget(caseId, 'case')).body).toMatchObject({ success: true, in_clear: 0 });
  });

  it("lists a case under its next of kin's name if it has no deceased's name", async () => {
    const cases = casesOf(harness, tenant);
    const next_of_kins = [{ relationship: 'daughter', first_name: 'Ottilie', last_name: 'Grauammer' }];
    const { id } = await cases.opened({ next_of_kins });
    succeeded(await cases.remove(id));
    expect((await page()).results[0]).toMatchObject({ id, kind: 'case', name: 'Ottilie Grauammer' });
    expect(succeeded(await forget(id, 'case')).body).toMatchObject({ success: true, in_clear: 0 });
    expect(JSON.stringify(await harness.databaseOf(tenant.id).audit.of('CASE', id))).not.toContain('Grauammer');
  });

  it('omits a report that no one processed, because its deletion names no one', async () => {
    const { id } = await reportDeath(harness, tenant);
    await remove(areas.submissions.delete, id);
    expect((await page()).results).toEqual([]);
  });

  it('lists a record once, however far back the pages go', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 23; at++) ids.push(await deletedCustomer());
    // Two entries each, five per page: the entries of one record are on both sides of a page end.
    const { deleted } = histories.in(harness.table, keysOf(tenant.id));
    const answers: number[] = [];
    const seen: string[] = [];
    let place: string | undefined;
    do {
      const { found, next } = await deleted(place, 5);
      answers.push(found.length);
      seen.push(...found.map(({ id }) => id));
      place = next ?? undefined;
    } while (place);
    expect(answers.length).toBeGreaterThan(1);
    expect(seen).toEqual(ids.toReversed());
    const { results, next_cursor } = await page();
    expect([results.length, next_cursor]).toEqual([23, null]);
  });

  it('shows why a history may not be erased yet', async () => {
    const cases = casesOf(harness, tenant);
    const { id } = await cases.opened({ ...wholeCase, ...completion });
    succeeded(await cases.activate(id));
    succeeded(await cases.remove(id, { force: 'true' }));
    const [found] = (await page()).results;
    expect(found).toMatchObject({ id, kept_because: expect.stringContaining('16 CFR 453.6') });
    const refused = await forget(id, 'case');
    expect([refused.status, refused.body.detail]).toEqual([409, found?.kept_because]);
    harness.state.now = () => new Date(Date.now() + 367 * day);
    expect((await forget(id, 'case')).status).toBe(200);
  });

  it('blocks the erasure of a case that was created as an active one', async () => {
    const cases = casesOf(harness, tenant);
    const { id } = await cases.opened({ ...wholeCase, status: 'active' });
    const entries = await harness.databaseOf(tenant.id).audit.of('CASE', id);
    const actions = entries.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ action }) => action);
    expect(actions).toEqual(['case.created', 'case.activated']);
    succeeded(await cases.remove(id, { force: 'true' }));
    expect((await page()).results[0]?.kept_because).toContain('16 CFR 453.6');
  });
});

describe('S-40 erasing the history of a deleted record', () => {
  it('erases values permanently; who did what stays, also that it was erased', async () => {
    const id = await deletedCustomer();
    expect(succeeded(await forget(id, 'customer')).body).toEqual({ success: true, forgotten: 1, in_clear: 0 });
    expect((await page()).results).toEqual([]);
    const entries = await history(id);
    expect(JSON.stringify(entries)).not.toContain('Distelfink');
    expect(entries.map(({ action, actor_name }) => [action, actor_name])).toEqual([
      ['customer.forgotten', 'Test super_admin'],
      ['customer.deleted', 'Test super_admin'],
      ['customer.created', 'Test office_staff'],
    ]);
    succeeded(await forget(id, 'customer'));
    expect(await history(id)).toHaveLength(3);
  });

  it('S-01 rejects existing, unknown, foreign or unconfirmed records', async () => {
    const id = await deletedCustomer();
    const there = await createCustomer(harness, tenant, { phone: null, email: null });
    expect((await forget(there, 'customer')).body.detail).toContain('Delete the record first');
    expect((await forget(crypto.randomUUID(), 'customer')).status).toBe(404);
    expect((await forget(id, 'case')).status).toBe(404);
    expect(await forget(id, 'customer', 'yes')).toMatchObject({
      status: 400,
      body: { confirmation: ['Type FORGET to confirm'] },
    });
    const stranger = (await harness.addTenant(`elsewhere-${n}`)).profiles.super_admin;
    expect((await forget(id, 'customer', 'FORGET', stranger)).status).toBe(404);
    expect(JSON.stringify(await history(id))).toContain('Distelfink');
  });

  it('S-03 rejects everyone but owners', async () => {
    const id = await deletedCustomer();
    for (const role of roles.filter((one) => one !== 'super_admin')) {
      const as = tenant.profiles[role];
      expect((await forget(id, 'customer', 'FORGET', as)).status).toBe(403);
      expect((await harness.call(rows.deletedRecords, { as })).status).toBe(403);
    }
  });

  it('rejects a record that is restored at the same moment', async () => {
    const id = await deletedCustomer();
    const table = harness.organizationTable(tenant.id);
    const { transact } = table;
    table.transact = async (writes) => {
      table.transact = transact;
      await harness.table.transact([{ put: { pk: `T#${tenant.id}#CUSTOMER#${id}`, sk: 'CUSTOMER' } }]);
      return transact.call(table, writes);
    };
    expect((await forget(id, 'customer')).status).toBe(409);
    expect(JSON.stringify(await history(id))).toContain('Distelfink');
    await harness.table.transact([{ delete: { pk: `T#${tenant.id}#CUSTOMER#${id}`, sk: 'CUSTOMER' } }]);
  });
});
