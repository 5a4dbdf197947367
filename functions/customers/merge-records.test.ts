import { afterAll, describe, expect, it } from 'vitest';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { AuditKind } from '#domain/shared/audit/audit-actions.ts';
import type { CaseCustomers } from '#functions/cases/repository/case-record.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { createCustomer, linkCases, readCustomer } from '#tests/support/records/customers.ts';
import { succeeded } from '#tests/support/records/reports.ts';

const { get, merge, mergePreview, search, undoMerge, update } = customerEndpoints;

const { harness, tenant } = await startHarnessWithTenant();

describe('merging two customers', () => {
  afterAll(async () => expect(await harness.recount()).toEqual([]));
  const director = () => tenant.profiles.funeral_director;
  const mergeInto = (id: string, duplicate: string) =>
    harness.call(merge, { as: director(), params: { id }, body: { duplicate_id: duplicate } });
  const undo = (id: string, mergeId: string) =>
    harness.call(undoMerge, { as: director(), params: { id }, body: { merge_id: mergeId } });
  const find = async (q: string) => {
    await harness.projected();
    return (await harness.call(search, { as: director(), query: { q } })).body as unknown as { id: string }[];
  };
  const informantOf = async (caseId: string) =>
    succeeded(await harness.call(caseEndpoints.get, { as: director(), params: { id: caseId } })).body;

  const pair = async (last_name: string) => ({
    survivor: await createCustomer(harness, tenant, {
      ...{ first_name: 'Kathleen', last_name, phone: '9045550111', email: null, county: '', notes: 'Calls after six.' },
    }),
    duplicate: await createCustomer(harness, tenant, {
      ...{ first_name: 'Kathy', last_name, phone: '9045550112', email: `${last_name}@example.com`, notes: 'Daughter.' },
      ...{ middle_name: 'Ann', address: '118 MARINE STREET', apt_house_number: 'Apt 4' },
    }),
  });

  it('shows both side by side first', async () => {
    const { survivor, duplicate } = await pair('Briggsone');
    await linkCases(harness, tenant, duplicate, 2);
    const query = { duplicate_id: duplicate };
    const { body } = succeeded(await harness.call(mergePreview, { as: director(), params: { id: survivor }, query }));
    const fields = Object.fromEntries(
      (body.fields as { field: string; result: string }[]).map(({ field, ...rest }) => [field, rest]),
    );
    expect(fields.phone).toEqual({ survivor: '9045550111', duplicate: '9045550112', result: '9045550111' });
    expect(fields.middle_name).toEqual({ survivor: '', duplicate: 'Ann', result: 'Ann' });
    expect(fields.apt_house_number).toEqual({ survivor: '', duplicate: 'Apt 4', result: 'Apt 4' });
    expect(fields.notes?.result).toBe('Calls after six.\n\nDaughter.');
    expect(body.cases_to_move).toBe(2);
  });

  it('merges them with all cases, and restores them on request', async () => {
    const { survivor, duplicate } = await pair('Briggstwo');
    const cases = await linkCases(harness, tenant, duplicate, 2, { service: '2030-05-04', paid: 50_000 });
    const before = {
      survivor: await readCustomer(harness, tenant, survivor),
      duplicate: await readCustomer(harness, tenant, duplicate),
    };
    expect(before.duplicate).toMatchObject({
      active_cases_count: 2,
      upcoming_service: '2030-05-04',
      deposit_total: '1000.00',
    });
    const done = succeeded(await mergeInto(survivor, duplicate)).body;
    expect(done.customer).toMatchObject({
      ...{ first_name: 'Kathleen', middle_name: 'Ann', phone: '9045550111', email: 'briggstwo@example.com' },
      ...{ active_cases_count: 2, upcoming_service: '2030-05-04', deposit_total: '1000.00', version: 2 },
    });
    expect(await readCustomer(harness, tenant, survivor)).toEqual(done.customer);
    const gone = await harness.call(get, { as: director(), params: { id: duplicate } });
    expect([gone.status, gone.body]).toEqual([404, { detail: 'Customer not found', merged_into: survivor }]);
    expect((await find('briggstwo')).map(({ id }) => id)).toEqual([survivor]);
    for (const id of cases) expect((await informantOf(id)).informant).toBe(survivor);
    // A repeated call, after a lost response.
    expect((await mergeInto(survivor, duplicate)).body).toEqual(done);

    await harness.call(update, { as: director(), params: { id: survivor }, body: { city: 'Palatka' } });
    const back = succeeded(await undo(survivor, String(done.merge_id))).body;
    const same = (customer: unknown, as: Record<string, unknown>) => expect(customer).toMatchObject(omitted(as));
    same(back.survivor, { ...before.survivor, city: 'Palatka' });
    same(back.restored, before.duplicate);
    expect(await readCustomer(harness, tenant, duplicate)).toEqual(back.restored);
    for (const id of cases) expect((await informantOf(id)).informant).toBe(duplicate);
    expect((await find('briggstwo')).map(({ id }) => id).sort()).toEqual([survivor, duplicate].sort());
    expect((await undo(survivor, String(done.merge_id))).body).toEqual(back);
  });

  it('keeps each one’s part in a shared case after an undo', async () => {
    const { survivor, duplicate } = await pair('Briggsthree');
    const [caseId = ''] = await linkCases(harness, tenant, duplicate, 1);
    const db = harness.databaseOf(tenant.id);
    const { core, sections } = await db.cases.require(caseId);
    const customers: CaseCustomers = { [survivor]: ['next_of_kin'], [duplicate]: ['informant'] };
    const informant = { informant: duplicate, next_of_kins: [{ first_name: 'Ann', existingCustomerId: survivor }] };
    await db.commit([
      db.cases.changeCustomers(core, customers, new Date()),
      db.cases.putSection(caseId, 'informant', sections.informant, informant, new Date()),
      ...db.customers.relink(core.customers, customers),
    ]);
    await harness.projected();
    const { merge_id } = succeeded(await mergeInto(survivor, duplicate)).body;
    const merged = await readCustomer(harness, tenant, survivor);
    expect(merged.active_cases).toMatchObject([{ id: caseId, relations: ['informant', 'next_of_kin'] }]);
    await undo(survivor, String(merge_id));
    expect((await readCustomer(harness, tenant, survivor)).active_cases).toMatchObject([
      { relations: ['next_of_kin'] },
    ]);
    expect((await readCustomer(harness, tenant, duplicate)).active_cases).toMatchObject([{ relations: ['informant'] }]);
  });

  it('undoes merges in reverse order', async () => {
    const { survivor, duplicate } = await pair('Briggsfour');
    const third = await createCustomer(harness, tenant, { last_name: 'Briggsfour', phone: null });
    const first = succeeded(await mergeInto(duplicate, third)).body;
    const second = succeeded(await mergeInto(survivor, duplicate)).body;
    const early = await undo(duplicate, String(first.merge_id));
    expect([early.status, early.body.merged_into]).toEqual([404, survivor]);
    succeeded(await undo(survivor, String(second.merge_id)));
    succeeded(await undo(duplicate, String(first.merge_id)));
    expect(await find('briggsfour')).toHaveLength(3);
  });

  it('merges and restores more cases than one transaction holds', async () => {
    const { survivor, duplicate } = await pair('Briggsfive');
    const cases = await linkCases(harness, tenant, duplicate, 12, { service: '2030-05-04', paid: 100 });
    const { merge_id } = succeeded(await mergeInto(survivor, duplicate)).body;
    expect(await readCustomer(harness, tenant, survivor)).toMatchObject({
      active_cases_count: 12,
      deposit_total: '12.00',
    });
    succeeded(await undo(survivor, String(merge_id)));
    expect(await readCustomer(harness, tenant, duplicate)).toMatchObject({
      active_cases_count: 12,
      deposit_total: '12.00',
    });
    expect((await informantOf(cases.at(-1) ?? '')).informant).toBe(duplicate);
  });

  it('rejects an undo after 30 days, when nothing of the other is stored', async () => {
    const { survivor, duplicate } = await pair('Briggssix');
    const { merge_id } = succeeded(await mergeInto(survivor, duplicate)).body;
    const now = harness.state.now;
    harness.state.now = () => new Date(Date.now() + 31 * 24 * 3_600_000);
    const late = await undo(survivor, String(merge_id));
    const shown = await readCustomer(harness, tenant, survivor);
    harness.state.now = now;
    expect([late.status, late.body]).toEqual([410, { detail: 'This merge can no longer be undone.' }]);
    expect(shown.merges).toEqual([]);
  });

  it('S-41 records both customers and each case that moved', async () => {
    const { survivor, duplicate } = await pair('Briggseight');
    const [caseId = ''] = await linkCases(harness, tenant, duplicate, 1);
    const { merge_id } = succeeded(await mergeInto(survivor, duplicate)).body;
    await undo(survivor, String(merge_id));
    const { audit } = harness.databaseOf(tenant.id);
    const actions = async (kind: AuditKind, id: string) => (await audit.of(kind, id)).map(({ action }) => action);
    expect(await actions('CUSTOMER', survivor)).toEqual([
      'customer.merge_undone',
      'customer.merged',
      'customer.created',
    ]);
    expect(await actions('CUSTOMER', duplicate)).toEqual([
      'customer.restored',
      'customer.merged_away',
      'customer.created',
    ]);
    expect((await audit.of('CASE', caseId)).slice(0, 2)).toMatchObject([
      { action: 'case.customer_changed', actor_id: director().id, changes: [{ from: survivor, to: duplicate }] },
      { action: 'case.customer_changed', changes: [{ from: duplicate, to: survivor }] },
    ]);
  });
});

/** An undo is a change of its own, so these differ. */
const omitted = ({ version: _version, updated_at: _at, merges: _merges, ...rest }: Record<string, unknown>) => rest;
