import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { NewCase } from '#domain/cases/case-wire.schema.ts';
import { insightEndpoints } from '#domain/insight/insight.endpoints.ts';
import { paymentEndpoints } from '#domain/payments/payment.endpoints.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { importCases, importPayments } from './case-import.ts';
import { casePopulation } from './case-population.ts';

/** Long enough ago that nobody expects the events of their opening any more, which an import does not announce. */
const until = new Date('2025-11-20T00:00:00Z');
const weekMs = 7 * 24 * 3_600_000;
const owners = {
  organizationId: 'org',
  homes: [{ id: 'home', case_numbering: { prefix: 'WA', padding: 4 }, time_zone: 'America/New_York' }],
  staff: [{ id: 'one', name: 'Dee Kowalski' }],
};

describe('invented cases', () => {
  it('are valid, the same at every making, and have numbers of their own', () => {
    const made = [...casePopulation(owners, 0, 500, until)].flat();
    expect([...casePopulation(owners, 0, 500, until)].flat()).toEqual(made);
    for (const { sections } of made) {
      const entered = Object.fromEntries(Object.entries(sections).map(([id, values]) => [id, { values }]));
      expect(NewCase.safeParse({ sections: entered }).error?.issues ?? []).toEqual([]);
    }
    const more = [...casePopulation(owners, 500, 50, until)].flat();
    const numbers = [...made, ...more].map(({ core }) => core.case_number);
    expect(new Set(numbers).size).toBe(550);
    expect(new Set(made.map(({ core }) => core.status))).toEqual(
      new Set(['draft', 'active', 'completed', 'cancelled']),
    );
  });
});

const { harness, tenant } = await startHarnessWithTenant();

describe('an import of cases', () => {
  const job = (count: number, options: { withinMs?: number; databasePath?: string } = {}) => ({
    ...{ client: harness.client, tableName: harness.tableName, organizationId: tenant.id, count, now: until },
    ...options,
  });
  const counted = async (query: Record<string, string> = {}): Promise<number> =>
    Number((await harness.call(caseEndpoints.list, { as: tenant.profiles.office_staff, query })).body.count);

  it('R-05 leaves lists, orders, words and shared values that follow from the cases, also in one week', async () => {
    const databasePath = join(harness.dataDir, 'dynoxide.sqlite');
    expect(await importCases(job(400, { databasePath }))).toBe(400);
    // Many of one last name have died on the same day by then, also before.
    expect(await importCases(job(600, { databasePath, withinMs: weekMs }))).toBe(600);
    expect(await harness.recount()).toEqual([]);
    expect(await counted()).toBe(1000);
    expect(await counted({ ordering: 'deceased_name', page: '50' })).toBe(1000);
    expect(await counted({ search: 'i000123' })).toBe(1);
  }, 120_000);

  it('has payments with the same figures that the projector would make of them', async () => {
    const paid = await harness.addTenant('harbor-light');
    // Of another time than the other cases here, so that no id is that of one of them.
    const now = new Date('2025-10-20T00:00:00Z');
    const shared = { ...job(60), organizationId: paid.id, payments: 3, now };
    await importCases(shared);
    await importPayments(shared);
    expect(await harness.recount()).toEqual([]);
    const as = paid.profiles.super_admin;
    const { count } = (await harness.call(paymentEndpoints.list, { as })).body as { count: number };
    expect(count).toBe(180);
    const query = { figure: 'money.n', from: '2017-01-01', to: '2026-12-31' };
    expect((await harness.call(insightEndpoints.behind, { as, query })).body).toMatchObject({ sum: '180', count: 180 });
    const sold = { ...query, figure: 'contract.n' };
    expect((await harness.call(insightEndpoints.behind, { as, query: sold })).body.count).toBeGreaterThan(45);
  }, 120_000);

  it('goes on after it was killed, through the interface of any engine', async () => {
    let calls = 0;
    harness.client.middlewareStack.add(
      (next) => (given) => {
        if (++calls > 12) throw new Error('killed');
        return next(given);
      },
      { name: 'killing', step: 'initialize' },
    );
    await expect(importCases(job(70))).rejects.toThrow('killed');
    harness.client.middlewareStack.remove('killing');
    // The number is that of the import which is finished now.
    expect(await importCases(job(7))).toBe(70);
    expect(await counted()).toBe(1070);
    expect(await harness.recount()).toEqual([]);
  }, 120_000);
});
