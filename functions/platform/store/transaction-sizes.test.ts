import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { toCustomerFields } from '#domain/customers/customer.schema.ts';
import type { CaseRecord } from '#functions/cases/repository/case-record.ts';
import { relinkWrites } from '#functions/customers/repository/customer-cases.ts';
import { newCustomer } from '#functions/customers/repository/customer-record.ts';
import { composeTransaction } from '#functions/platform/store/transactions/compose-transaction.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { exampleCustomer, readCustomer } from '#tests/support/records/customers.ts';
import { recordPayment } from '#tests/support/records/payments.ts';
import { keysOf } from './keys.ts';
import type { Write } from './table.ts';

const keyOf = (write: Write): string =>
  'put' in write ? write.put.pk : 'update' in write ? write.update.pk : 'delete' in write ? write.delete.pk : '';

const { harness, tenant } = await startHarnessWithTenant();

describe('transactions of a case and its customers', () => {
  const now = new Date();

  const caseWith = async (count: number): Promise<{ core: CaseRecord; ids: string[]; writes: Write[] }> => {
    const db = harness.databaseOf(tenant.id);
    const ids = Array.from({ length: count }, () => uuid());
    const [id, at] = [uuid(), now.toISOString()];
    const core: CaseRecord = {
      ...{ id, organization_id: tenant.id, case_number: `T-${id}`, status: 'active', version: 1 },
      ...{ created_at: at, updated_at: at, created_by_name: null, funeral_home_id: tenant.home.id },
      ...{ source_submission_id: null, source_first_call_id: null, ssn_id: null, ssn_last4: null, paid_cents: 0 },
      customers: Object.fromEntries(ids.map((one) => [one, ['next_of_kin']])),
    };
    const fields = toCustomerFields(exampleCustomer({ phone: null, email: null }));
    const writes = composeTransaction([
      ...ids.flatMap((one) => db.customers.create(newCustomer(one, fields, now, 1))),
      ...db.cases.create(core, { deceased: { deceased_last_name: 'Lindqvist' } }),
      db.audit.entry('case.created', id),
      db.outbox.event('case.created', id, { case_id: id, funeral_home_id: tenant.home.id }),
    ]);
    await db.commit(writes);
    return { core, ids, writes };
  };
  const rows = async (ids: readonly string[]) => {
    await harness.projected();
    return harness.databaseOf(tenant.id).customers.rows(ids, now);
  };

  it('creates two customers and their case at once, counting each once', async () => {
    const { core, ids, writes } = await caseWith(2);
    expect(writes).toHaveLength(7);
    for (const id of ids)
      expect(await readCustomer(harness, tenant, id)).toMatchObject({ active_cases: [{ id: core.id }] });
    expect(await harness.recount()).toEqual([]);
  });

  it('writes no customer when a case with ten of them changes', async () => {
    const { core, ids } = await caseWith(10);
    await recordPayment(harness, tenant, core.id, { amount: '50.00' });
    expect([...(await rows(ids)).values()].map(({ deposit_total }) => deposit_total)).toEqual(Array(10).fill('50.00'));
    for (const id of ids) expect(await readCustomer(harness, tenant, id)).toMatchObject({ version: 1 });
    const { body } = await harness.call(customerEndpoints.list, {
      as: tenant.profiles.office_staff,
      query: { ordering: '-deposit_total' },
    });
    expect(
      (body.results as { id: string }[])
        .slice(0, 10)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(ids.toSorted());
    expect(await harness.recount()).toEqual([]);
  });

  it('writes only the customers that join or leave a case with ten', async () => {
    const { core, ids } = await caseWith(10);
    const keys = keysOf(tenant.id);
    const [leaving = '', ...staying] = ids;
    const next = Object.fromEntries(staying.map((id) => [id, core.customers[id] ?? []]));
    const writes = relinkWrites(keys, core.customers, next);
    expect(writes.map(keyOf)).toEqual([keys.customer(leaving).pk]);
    const db = harness.databaseOf(tenant.id);
    await db.commit([...writes, db.cases.changeCustomers(core, next, now)]);
    expect(await readCustomer(harness, tenant, leaving)).toMatchObject({ active_cases: [] });
    expect(await harness.recount()).toEqual([]);
  });
});
