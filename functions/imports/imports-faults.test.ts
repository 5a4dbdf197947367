import { afterEach, describe, expect, it, vi } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { createCustomer } from '#tests/support/records/customers.ts';
import { handedIn, linesOf, stepped } from '#tests/support/records/imports.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { long } from '#tests/support/test-length.ts';

const rows = areas.imports;
const letters = [...'abcdefghijklmnopqrst'];
/** Two parts of people who share nothing. */
const people = Array.from({ length: 100 }, (_, n) => {
  const name = `${letters[n % 20]}${letters[Math.floor(n / 20)]}`;
  return ['Quentin', `Cut${name}`, `90455${String(10_000 + n)}`, `${name}@example.com`, '32084', ''];
});

/** The commit of a step at which the process dies, and whether just after it. */
const death = (nth: number, after: boolean) => ({ nth, after });
const deaths = long ? [1, 2, 3].flatMap((nth) => [death(nth, false), death(nth, true)]) : [death(2, false)];

describe('an import under faults', { timeout: 600_000 }, () => {
  let harness: Harness;
  let tenant: Tenant;
  afterEach(async () => {
    vi.restoreAllMocks();
    await harness.close();
  });
  const world = () => ({ harness, tenant });
  const asked = (row: (typeof rows)['look' | 'run' | 'undo'], id: string) => {
    const body = row === rows.run ? { body: { bring_doubtful: false } } : {};
    return harness.call(row, { as: tenant.profiles.super_admin, params: { id }, ...body });
  };
  const found = async (): Promise<number> => {
    await harness.projected();
    const query = { search: 'Quentin' };
    const { body } = succeeded(await harness.call(areas.customers.list, { as: tenant.profiles.super_admin, query }));
    return Number(body.count);
  };
  const dies = ({ nth, after }: { nth: number; after: boolean }) => {
    const { table } = harness;
    const transact = table.transact.bind(table);
    let commits = 0;
    return vi.spyOn(table, 'transact').mockImplementation(async (writes) => {
      commits++;
      if (commits > nth) throw new Error('the process is dead');
      if (commits === nth && !after) throw new Error('the process died');
      await transact(writes);
      if (commits === nth) throw new Error('the process died');
    });
  };

  it.each(deaths)('R-04 R-05 S-41 resumes after a crash at commit $nth of a step (after it: $after)', async (death) => {
    harness = await startHarness();
    tenant = await harness.addTenant('whitcomb-ames');
    const { id } = await handedIn(world(), people);
    for (const step of ['look', 'run', 'undo'] as const) {
      const mock = dies(death);
      // A crash after the last commit leaves the step done.
      await asked(rows[step], id);
      mock.mockRestore();
      await stepped(world(), id, step);
      if (step === 'run') expect(await found()).toBe(100);
    }
    expect(await found()).toBe(0);
    const one = succeeded(await harness.call(rows.get, { as: tenant.profiles.super_admin, params: { id } })).body;
    expect(one).toMatchObject({ state: 'undone', brought: 100, removed: 100, kept: 0, gone_through: 100 });
    const trail = (await harness.items()).map((item) => String((item as { action?: string }).action));
    expect(trail.filter((action) => action.startsWith('import.')).sort()).toEqual(['import.run', 'import.undone']);
    expect(await harness.recount()).toEqual([]);
  });

  it('R-05 counts correctly under lost responses and concurrent customer changes', async () => {
    harness = await startHarness({ chaos: { seed: 'imports-1' } });
    tenant = await harness.addTenant('whitcomb-ames');
    await createCustomer(harness, tenant, { first_name: 'Quentin', last_name: 'Cutaa', email: 'aa@example.com' });
    await harness.projected();
    const { id } = await handedIn(world(), people);
    expect((await stepped(world(), id, 'look')).counts).toEqual({
      new: 99,
      known: 0,
      doubtful: 1,
      refused: 0,
      with_notes: 0,
    });
    const both = await Promise.all([stepped(world(), id, 'run'), stepped(world(), id, 'run')]);
    expect(both.map(({ brought }) => brought)).toEqual([99, 99]);
    expect(await found()).toBe(100);
    await Promise.all([stepped(world(), id, 'undo'), stepped(world(), id, 'undo')]);
    expect(await found()).toBe(1);
    const fates = (await linesOf(world(), id)).map(({ fate }) => fate);
    expect([fates.filter((fate) => fate === 'removed').length, fates[0]]).toEqual([99, 'left']);
    expect(await harness.recount()).toEqual([]);
  });
});
