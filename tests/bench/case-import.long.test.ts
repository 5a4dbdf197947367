import { describe, expect, it } from 'vitest';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { NewCase } from '#domain/cases/case-wire.schema.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { casePopulation, importCases } from './case-import.ts';

/** So old that its opening events, which an import does not publish, are not expected. */
const until = new Date('2025-11-20T00:00:00Z');
const weekMs = 7 * 24 * 3_600_000;
const owners = {
  organizationId: 'org',
  homes: [{ id: 'home', case_numbering: { prefix: 'WA', padding: 4 }, time_zone: 'America/New_York' }],
  staff: [{ id: 'one', name: 'Dee Kowalski' }],
};

describe('generated cases', () => {
  it('generates valid, reproducible cases with unique numbers', () => {
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

describe('import of cases', () => {
  const job = (count: number, withinMs?: number) => ({
    ...{ client: harness.client, tableName: harness.tableName, organizationId: tenant.id, count, now: until, withinMs },
  });
  const counted = async (query: Record<string, string> = {}): Promise<number> =>
    Number((await harness.call(caseEndpoints.list, { as: tenant.profiles.office_staff, query })).body.count);

  it('R-05 leaves lists, orders, tokens and shared values that match the cases', async () => {
    expect(await importCases(job(400))).toBe(400);
    // By then many of one last name have died on the same day.
    expect(await importCases(job(600, weekMs))).toBe(600);
    expect(await harness.recount()).toEqual([]);
    expect(await counted()).toBe(1000);
    expect(await counted({ ordering: 'deceased_name', page: '50' })).toBe(1000);
    expect(await counted({ search: 'i000123' })).toBe(1);
  }, 120_000);

  it('resumes after it was killed', async () => {
    let calls = 0;
    harness.client.middlewareStack.add(
      (next) => (given) => {
        if (++calls > 6) throw new Error('killed');
        return next(given);
      },
      { name: 'killing', step: 'initialize' },
    );
    await expect(importCases(job(70))).rejects.toThrow('killed');
    harness.client.middlewareStack.remove('killing');
    expect(await importCases(job(7))).toBe(70);
    await harness.projected();
    expect(await counted()).toBe(1070);
    expect(await harness.recount()).toEqual([]);
  }, 120_000);
});
