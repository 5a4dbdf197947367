import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#domain/contract/endpoints.ts';
import { addDays } from '#domain/values/calendar-date.ts';
import { allProjections } from '#functions/projections/all-projections.ts';
import { paymentsIn } from '#functions/records/money/payments.ts';
import { keysOf } from '#functions/store/keys.ts';
import { recordsOf } from '#functions/store/lists/projection.ts';
import { projectRecords } from '#functions/workers/projector/project-records.ts';
import { importCases } from '#local/seed/case-import.ts';
import { meter } from '#tests/support/engines/capacity.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const now = new Date('2026-03-20T15:00:00Z');
const today = '2026-03-20';
const days = 20;

describe('what figures cost', { timeout: 240_000 }, () => {
  let harness: Harness;
  let few: Tenant;
  let many: Tenant;
  let old: Tenant;
  let gauge: ReturnType<typeof meter>;

  /** Cases and payments of some last days, as many on each of them. */
  const fill = async (tenant: Tenant, count: number, days: number): Promise<void> => {
    const { client, tableName, table } = harness;
    const withinMs = days * 86_400_000;
    await importCases({ client, tableName, organizationId: tenant.id, count, now, withinMs });
    const keys = keysOf(tenant.id);
    const writes = Array.from({ length: count }, (_, n) => {
      const id = `00000000-0000-7000-8000-${String(n).padStart(9, '0')}${String(days).padStart(3, '0').slice(-3)}`;
      return paymentsIn(table, keys).create({
        ...{ id, organization_id: tenant.id, version: 1, case_id: id, case_number: `WA-${n}`, deceased_name: '' },
        ...{ funeral_home_id: tenant.home.id, kind: 'payment', status: 'recorded', receipt_number: `WA-R-2026-${n}` },
        ...{ payment_date: addDays(today, -(n % days)), received_from: 'Ann Lindqvist', amount_cents: 25_000 },
        ...{ payment_method: 'cash', other_method_description: '', check_number_id: null, check_number_masked: '' },
        ...{ payment_for: 'Deposit', notes: '', refund_of: null, returned_cents: 0, voided_at: null },
        ...{ created_at: now.toISOString(), updated_at: now.toISOString(), created_by_name: null },
        ...{ voided_by_name: null, void_reason: null },
      });
    }).flat();
    for (let at = 0; at < writes.length; at += 50) await table.transact(writes.slice(at, at + 50));
    await projectRecords(
      table,
      writes.flatMap((write) => ('put' in write ? recordsOf(allProjections, write.put) : [])),
    );
  };

  beforeAll(async () => {
    harness = await startHarness();
    harness.state.now = () => now;
    few = await harness.addTenant('few');
    many = await harness.addTenant('many');
    old = await harness.addTenant('old');
    await fill(few, days * 2, days);
    await fill(many, days * 15, days);
    // Seven years with a case every other week, and then days like those of the few.
    await fill(old, 190, 190 * 14);
    await fill(old, days * 2, days);
    gauge = meter(harness.client);
  }, 240_000);
  afterAll(() => harness.close());

  it.each([
    ['dashboard', {}],
    ['analytics', { scope: 'month' }],
    ['analytics', { scope: 'all' }],
    ['financials', { scope: 'year' }],
    ['financials', { from: '2026-03-03', to: '2026-03-15' }],
    ['behind', { figure: 'money.net', from: '2026-01-01', to: today }],
  ] as const)(
    'P-02 %s %j costs the same with seven times as many cases and payments, and after seven years',
    async (row, query) => {
      const cost = async ({ profiles }: Tenant): Promise<number> => {
        const ask = () => harness.call(areas.insight[row], { as: profiles.super_admin, query });
        // Who calls is known from then on.
        succeeded(await ask());
        gauge.reset();
        succeeded(await ask());
        return gauge.units();
      };
      const [small, large, late] = [await cost(few), await cost(many), await cost(old)];
      console.info(`${row} ${JSON.stringify(query)}: ${small}, ${large} and after years ${late} units`);
      expect(small).toBeGreaterThan(0);
      expect(large).toBeLessThanOrEqual(small * 1.3 + 1);
      expect(late).toBeLessThanOrEqual(small * 1.3 + 1);
    },
  );
});
