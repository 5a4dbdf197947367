import { beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { CustomerQuery, CustomerRow } from '#domain/customers/customer.schema.ts';
import { importCustomers } from '#tests/bench/customer-import.ts';
import { meter } from '#tests/support/engines/capacity.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { succeeded } from '#tests/support/records/reports.ts';

const { harness, tenant } = await startHarnessWithTenant();

describe('R-16 the cost of lists and searches', () => {
  beforeAll(() => {
    // The session is read again after a minute, which is no cost of the list, so the time is fixed.
    const now = new Date();
    harness.state.now = () => now;
  });

  it('does not grow with the number of customers or of the page', async () => {
    const consumed = meter(harness.client);
    const as = () => tenant.profiles.office_staff;
    const costOf = async (query: z.input<typeof CustomerQuery>): Promise<number> => {
      consumed.reset();
      const { body } = succeeded(
        await harness.call(customerEndpoints.list, { as: as(), query: { ...query } as Record<string, string> }),
      );
      expect((body.results as unknown[]).length).toBeGreaterThan(0);
      expect([body.count, body.count_is_exact]).toEqual([added, true]);
      return consumed.units();
    };
    let added = 0;
    const costs = async (count: number): Promise<Record<string, number>> => {
      const found: Record<string, number> = {};
      for (const ordering of ['-created_at', 'name', 'upcoming_service', '-deposit_total'] as const)
        for (const share of [0, 0.5, 0.99])
          found[`${ordering} at ${share}`] = await costOf({
            ordering,
            page: String(1 + Math.floor((count * share) / 20)),
          });
      consumed.reset();
      await harness.call(customerEndpoints.search, { as: as(), query: { q: 'an' } });
      found.search = consumed.units();
      const [row] = (await harness.call(customerEndpoints.list, { as: as() })).body.results as CustomerRow[];
      consumed.reset();
      succeeded(await harness.call(customerEndpoints.get, { as: as(), params: { id: row?.id ?? '' } }));
      return { ...found, get: consumed.units() };
    };
    // Within ten minutes, as in an import.
    const withinMs = 10 * 60_000;
    const add = async (count: number) => {
      added += count;
      await importCustomers({
        ...{ client: harness.client, tableName: harness.tableName, organizationId: tenant.id, count },
        ...{ now: new Date(), withinMs },
      });
      await harness.projected();
    };
    await add(300);
    await costOf({});
    const few = await costs(300);
    await add(700);
    const many = await costs(1000);
    // A page skips up to one bucket of rows, which may be a bit larger after an import. A search reads each of its
    // twenty rows from its record.
    for (const [what, units] of [...Object.entries(few), ...Object.entries(many)])
      expect(units, what).toBeLessThanOrEqual({ search: 12, get: 8 }[what] ?? 60);
    // Every area code begins with 2: a search that matches all is counted up to a limit.
    const query = { search: '20' };
    const { body } = succeeded(await harness.call(customerEndpoints.list, { as: as(), query }));
    expect(body).toMatchObject({ count: 500, count_is_exact: false });
    // A rare name finds a customer behind all those who share the common one.
    const find = async (q: string) =>
      (await harness.call(customerEndpoints.search, { as: as(), query: { q } })).body as unknown as CustomerRow[];
    const [known] = (await harness.call(customerEndpoints.list, { as: as(), query: { ordering: 'name' } })).body
      .results as CustomerRow[];
    const named = await find(`${known?.last_name} ${known?.first_name}`);
    expect(named.map(({ id }) => id)).toContain(known?.id);
  }, 120_000);
});
