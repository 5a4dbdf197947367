import { describe, expect, it } from 'vitest';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { duplicateKeys } from '#domain/customers/customer.rules.ts';
import { NewCustomer } from '#domain/customers/customer.schema.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { readCustomer } from '#tests/support/records/customers.ts';

import { customerPopulation, importCustomers } from './customer-import.ts';

const { cleanupDuplicates, list } = customerEndpoints;

describe('generated customers', () => {
  it('generates valid, reproducible customers that share nothing with another group', () => {
    const until = new Date('2026-11-20T00:00:00Z');
    const groups = [...customerPopulation(0, 1000, until)];
    expect(groups.flat()).toHaveLength(1000);
    expect([...customerPopulation(0, 1000, until)]).toEqual(groups);
    const owner = new Map<string, number>();
    for (const [at, group] of groups.entries())
      for (const customer of group) {
        expect(NewCustomer.safeParse(customer).error?.issues ?? [], customer.id).toEqual([]);
        expect(customer.phone ?? '2005550100').toMatch(/^\d{3}55501\d\d$/);
        for (const { reason, value } of duplicateKeys(customer)) {
          expect(owner.get(`${reason} ${value}`) ?? at).toBe(at);
          owner.set(`${reason} ${value}`, at);
        }
      }
    const more = [...customerPopulation(1000, 100, until)].flat();
    for (const customer of more)
      for (const { reason, value } of duplicateKeys(customer)) expect(owner.has(`${reason} ${value}`)).toBe(false);
  });
});

const { harness, tenant } = await startHarnessWithTenant();

describe('import of customers', () => {
  const job = (count: number) => ({
    ...{ client: harness.client, tableName: harness.tableName, organizationId: tenant.id, count },
    now: new Date('2026-11-20T00:00:00Z'),
  });

  it('R-05 leaves lists, tokens and shared values that match the records', async () => {
    expect(await importCustomers(job(1000))).toBe(1000);
    expect(await harness.recount()).toEqual([]);
    const { body } = await harness.call(list, { as: tenant.profiles.office_staff, query: { page: '50' } });
    expect(body).toMatchObject({ count: 1000, next: null });
    const [row] = body.results as { id: string; full_name: string }[];
    expect(await readCustomer(harness, tenant, row?.id ?? '')).toMatchObject({ full_name: row?.full_name });
    const found = await harness.call(cleanupDuplicates, { as: tenant.profiles.funeral_director, body: {} });
    expect(found.body.merged).toHaveLength(1);
  }, 60_000);
});
