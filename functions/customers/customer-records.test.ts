import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { funeralHomeEndpoints } from '#domain/organizations/funeral-home.endpoints.ts';
import { scanTable } from '#tests/support/checker/recount.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { createCustomer, exampleCustomer, linkCases, readCustomer } from '#tests/support/records/customers.ts';
import { openCase, succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const { create, get, update, search, list, delete: remove } = customerEndpoints;

describe('a customer', () => {
  let harness: Harness;
  let tenant: Tenant;
  beforeAll(async () => {
    harness = await startHarness();
    tenant = await harness.addTenant('whitcomb-ames');
  });
  afterAll(() => harness.close());
  const staff = () => tenant.profiles.office_staff;
  const change = (id: string, body: object) => harness.call(update, { as: staff(), params: { id }, body });

  it('stores what was entered, with blank phone and email as null', async () => {
    const body = exampleCustomer({
      first_name: ' José ',
      last_name: "O'Neill",
      phone: '',
      email: ' ',
      middle_name: null,
    });
    const answer = await harness.call(create, { as: staff(), body });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      first_name: 'José',
      middle_name: '',
      full_name: "José O'Neill",
      phone: null,
      email: null,
      version: 1,
      upcoming_service: null,
      deposit_total: '0.00',
      active_cases_count: 0,
      active_cases: [],
      earlier_cases: [],
      merges: [],
    });
    expect(await readCustomer(harness, tenant, String(answer.body.id))).toEqual(answer.body);
  });

  it('accepts a correction after a conversion without changing name or address', async () => {
    const nextOfKin = { informant_first_name: 'Q', informant_middle_name: 'E', informant_last_name: 'Tremblay' };
    const abroad = { informant_country: 'CAN', informant_state: '', informant_zip: 'K1A 0B1' };
    const { caseId } = await openCase(harness, tenant, {
      ...nextOfKin,
      ...abroad,
      informant_phone: '+52 55 1234 5678',
    });
    const { body: caseRecord } = await harness.call(caseEndpoints.get, { as: staff(), params: { id: caseId } });
    const id = String(caseRecord.informant);
    const before = await readCustomer(harness, tenant, id);
    expect(before).toMatchObject({ first_name: 'Q', state: '', zip_code: 'K1A 0B1', phone: '+525512345678' });
    // The screen sends every field back.
    const { first_name, middle_name, last_name, address, city, state, zip_code } = before;
    const sent = { first_name, middle_name, last_name, address, city, state, zip_code, phone: '904-555-0133' };
    expect((await change(id, sent)).body).toMatchObject({ phone: '9045550133', middle_name: 'E' });
    expect((await change(id, { ...sent, first_name: 'R', state: null, zip_code: 'K1A 0B2' })).body).toEqual({
      first_name: ['First name must be at least 2 characters long'],
      zip_code: ['ZIP code must be in format 12345 or 12345-6789'],
    });
    expect((await change(id, { first_name: '' })).body).toEqual({ first_name: ['First name is required'] });
  });

  it('R-13 keeps omitted fields, clears blank ones, and rejects a stale version', async () => {
    const id = await createCustomer(harness, tenant, { middle_name: 'Elise' });
    const { status, body } = await change(id, { phone: null, middle_name: '', city: 'Palatka' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ phone: null, middle_name: '', city: 'Palatka', first_name: 'Karin', version: 2 });
    const cleared = await change(id, { first_name: '' });
    expect([cleared.status, cleared.body]).toEqual([400, { first_name: ['First name is required'] }]);
    expect((await change(id, { city: 'Palatka' })).body.version).toBe(2);
    const stale = await change(id, { version: 1, city: 'Elkton' });
    expect([stale.status, stale.body.current]).toMatchObject([409, { city: 'Palatka', version: 2 }]);
  });

  it('S-32 rejects keys such as __proto__, and stores hostile values as data', async () => {
    const rawBody = `{"__proto__":{"version":1},${JSON.stringify(exampleCustomer()).slice(1)}`;
    expect((await harness.call(create, { as: staff(), rawBody })).status).toBe(400);
    const notes = "' OR 1=1; #pk = :pk {{7*7}}";
    const id = await createCustomer(harness, tenant, { notes, address: 'SET x = :y', city: 'attribute_exists(pk)' });
    expect(await readCustomer(harness, tenant, id)).toMatchObject({ notes, address: 'SET x = :y' });
  });

  it('finds a customer once by any part of the name, the phone or the email', async () => {
    const person = {
      first_name: 'Thomas',
      last_name: 'Thomas',
      phone: '(912) 555-0187',
      email: 'tom.quill@example.org',
    };
    const id = await createCustomer(harness, tenant, person);
    await harness.projected();
    const find = async (q: string) =>
      (await harness.call(search, { as: staff(), query: { q } })).body as unknown as { id: string }[];
    for (const q of ['THOM', 'tho th', '+1 912 555 0187', '0187', 'tom.quill@ex', 'Thomas tom.quill@example.org'])
      expect(
        (await find(q)).map((row) => row.id),
        q,
      ).toEqual([id]);
    expect(await find('example')).toEqual([]);
    expect(await find('thomas lindqvist')).toEqual([]);
    const short = await harness.call(search, { as: staff(), query: { q: 't' } });
    expect([short.status, short.body]).toEqual([400, { q: ['Enter at least 2 characters to search'] }]);
  });

  it('removes a deleted customer', async () => {
    const id = await createCustomer(harness, tenant, { last_name: 'Vanish', phone: null, email: null });
    const admin = { as: tenant.profiles.funeral_home_admin, params: { id } };
    expect((await harness.call(remove, admin)).body).toEqual({ success: true });
    const again = await harness.call(remove, admin);
    expect([again.status, again.body]).toEqual([404, { detail: 'Customer not found' }]);
    expect((await harness.call(get, admin)).status).toBe(404);
    await harness.projected();
    const found = await harness.call(list, { as: staff(), query: { search: 'vanish' } });
    expect(found.body).toMatchObject({ count: 0, results: [], count_is_exact: true });
  });

  it('accepts the 50 states, and DC and territories if the home offers them', async () => {
    const offerTerritories = (include_territories: boolean) =>
      harness.call(funeralHomeEndpoints.update, {
        ...{ as: tenant.profiles.super_admin, params: { id: tenant.home.id }, body: { include_territories } },
      });
    const enter = (state: string) => harness.call(create, { as: staff(), body: exampleCustomer({ state }) });
    const refusal = { state: ['Please select a valid US state'] };
    const refused = await enter('DC');
    expect([refused.status, refused.body]).toEqual([400, refusal]);
    expect((await change(await createCustomer(harness, tenant), { state: 'pr' })).body).toEqual(refusal);
    await offerTerritories(true);
    const entered = await enter('DC');
    expect(entered.status).toBe(201);
    await offerTerritories(false);
    const id = String(entered.body.id);
    expect((await change(id, { state: 'DC', city: 'Washington' })).body).toMatchObject({ state: 'DC' });
    expect((await change(id, { state: 'PR' })).body).toEqual(refusal);
  });

  it('R-05 leaves nothing that does not follow from the records', async () => {
    expect(await harness.recount()).toEqual([]);
  });

  describe('deleting customers', () => {
    const { bulkDelete, delete: remove, list, merge } = customerEndpoints;
    let tenant: Tenant;
    beforeAll(async () => {
      tenant = await harness.addTenant('deleting');
    });
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

    it('names those with active cases, and then deletes none', async () => {
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

    it('deletes more than fit into one step, and counts each once', async () => {
      const ids = await several(25, 'Many');
      const before = await count();
      const { body } = succeeded(await removeAll([...ids.slice(0, 24), ...ids.slice(0, 2)]));
      expect(body).toEqual({ success: true, deleted_count: 24, message: '24 customers deleted' });
      expect(await count()).toBe(before - 24);
      expect((await removeAll(ids)).body).toEqual({ success: true, deleted_count: 1, message: '1 customer deleted' });
      const gone = await removeAll(ids);
      expect([gone.status, gone.body]).toEqual([404, { detail: 'Customer not found' }]);
    });

    it('S-26 accepts 1 to 100 ids', async () => {
      const id = '0190a000-0000-7000-8000-000000000000';
      expect((await removeAll([])).body).toEqual({ customer_ids: ['Select at least one customer'] });
      expect((await removeAll(Array(101).fill(id))).body).toEqual({ customer_ids: ['Select at most 100 customers'] });
      expect((await removeAll(['x'])).body).toEqual({ 'customer_ids.0': ['Invalid customer selection'] });
      expect((await removeAll(id)).status).toBe(400);
    });

    it('leaves no case that names a deleted customer', async () => {
      const [id = ''] = await several(1, 'Closed');
      const cases = await linkCases(harness, tenant, id, 13, { status: 'completed', paid: 5000 });
      const { active_cases, earlier_cases } = await readCustomer(harness, tenant, id);
      expect([active_cases.length, earlier_cases.map((one) => one.id).sort()]).toEqual([0, cases.toSorted()]);
      succeeded(await harness.call(remove, { as: admin(), params: { id } }));
      const { body } = succeeded(
        await harness.call(caseEndpoints.get, { as: admin(), params: { id: cases[0] ?? '' } }),
      );
      expect(body).not.toHaveProperty('informant');
      expect(body.next_of_kins).toEqual([{ first_name: 'Ann' }]);
      expect(await harness.recount()).toEqual([]);
    });

    it('S-40 deletes the records of merges, too', async () => {
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
});
