import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { scanTable } from '#tests/support/checker/recount.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { createCustomer, linkCases } from '#tests/support/records/customers.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const { bulkDelete, delete: remove, list, merge } = customerEndpoints;

describe('deleting customers', () => {
  let harness: Harness;
  let tenant: Tenant;
  beforeAll(async () => {
    harness = await startHarness();
    tenant = await harness.addTenant('whitcomb-ames');
  });
  afterAll(() => harness.close());
  const admin = () => tenant.profiles.funeral_home_admin;
  const removeAll = (customer_ids: unknown) => harness.call(bulkDelete, { as: admin(), body: { customer_ids } });
  const count = async () => {
    await harness.projected();
    return Number((await harness.call(list, { as: admin() })).body.count);
  };
  const several = (n: number, last_name: string) =>
    Promise.all(
      Array.from({ length: n }, () => createCustomer(harness, tenant, { last_name, phone: null, email: null })),
    );

  it('names those who have active cases, and then deletes none', async () => {
    const [free = '', busy = '', busier = ''] = await several(3, 'Held');
    await linkCases(harness, tenant, busy, 1);
    await linkCases(harness, tenant, busier, 2, { status: 'active' });
    const before = await count();
    const { status, body } = await removeAll([free, busy, busier]);
    expect(status).toBe(409);
    expect(body).toEqual({
      success: false,
      deleted_count: 0,
      detail: 'Cannot delete customers with active cases: Karin Held (1 active case), Karin Held (2 active cases)',
      customers_with_cases: [
        { name: 'Karin Held', active_cases: 1 },
        { name: 'Karin Held', active_cases: 2 },
      ],
    });
    expect(await count()).toBe(before);
    const one = await harness.call(remove, { as: admin(), params: { id: busy } });
    expect([one.status, one.body.customers_with_cases]).toEqual([409, [{ name: 'Karin Held', active_cases: 1 }]]);
  });

  it('deletes more than one step holds, those twice named once, and counts only who was there', async () => {
    const ids = await several(25, 'Many');
    const before = await count();
    const { body } = succeeded(await removeAll([...ids.slice(0, 24), ...ids.slice(0, 2)]));
    expect(body).toEqual({ success: true, deleted_count: 24, message: '24 customers deleted' });
    expect(await count()).toBe(before - 24);
    expect((await removeAll(ids)).body).toEqual({ success: true, deleted_count: 1, message: '1 customer deleted' });
    const gone = await removeAll(ids);
    expect([gone.status, gone.body]).toEqual([404, { detail: 'Customer not found' }]);
  });

  it('S-26 takes 1 to 100 ids and nothing else', async () => {
    const id = '0190a000-0000-7000-8000-000000000000';
    expect((await removeAll([])).body).toEqual({ customer_ids: ['Select at least one customer'] });
    expect((await removeAll(Array(101).fill(id))).body).toEqual({ customer_ids: ['Select at most 100 customers'] });
    expect((await removeAll(['x'])).body).toEqual({ 'customer_ids.0': ['Invalid customer selection'] });
    expect((await removeAll(id)).status).toBe(400);
  });

  it('leaves no case that names somebody who is gone', async () => {
    const [id = ''] = await several(1, 'Closed');
    const cases = await linkCases(harness, tenant, id, 13, { status: 'completed', paid: 5000 });
    succeeded(await harness.call(remove, { as: admin(), params: { id } }));
    const { body } = succeeded(await harness.call(caseEndpoints.get, { as: admin(), params: { id: cases[0] ?? '' } }));
    expect(body).not.toHaveProperty('informant');
    expect(body.next_of_kins).toEqual([{ first_name: 'Ann' }]);
    expect(await harness.recount()).toEqual([]);
  });

  it('S-40 takes with a customer what merges kept of others', async () => {
    const [first = '', second = '', third = ''] = await several(3, 'Kept');
    const mergeInto = (id: string, duplicate_id: string) =>
      harness.call(merge, { as: admin(), params: { id }, body: { duplicate_id } });
    succeeded(await mergeInto(second, third));
    succeeded(await mergeInto(first, second));
    succeeded(await harness.call(remove, { as: admin(), params: { id: first } }));
    await harness.projected();
    const left = (await scanTable(harness.client, harness.tableName)).filter(
      ({ pk }) => pk.includes('#CUSTOMER#') && [first, second, third].some((id) => pk.endsWith(id)),
    );
    expect(left.filter(({ pk }) => !/#(AUDIT|OUTBOX|SUBJECTKEY)#/.test(pk))).toEqual([]);
    expect(await harness.recount()).toEqual([]);
  });
});
