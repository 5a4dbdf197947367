import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { allProjections } from '#functions/lambdas/wiring/all-projections.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Item, Write } from '#functions/platform/store/table.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { createCustomer, linkCases } from '#tests/support/records/customers.ts';
import { openCase, reportDeath } from '#tests/support/records/reports.ts';
import { reindex } from './reindex.ts';

const { harness, tenant } = await startHarnessWithTenant();

describe('reindex', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    await openCase(harness, tenant);
    for (let n = 0; n < 4; n++) await reportDeath(harness, tenant, { deceased_first_name: `Ann${'abcd'[n]}` });
    const id = await createCustomer(harness, tenant);
    await linkCases(harness, tenant, id, 2);
    await createCustomer(harness, tenant, { first_name: 'Kari' });
    await harness.projected();
  });

  const isDerived = ({ pk, sk, of }: Item): boolean =>
    sk === 'ROW' || of !== undefined || /^T#[^#]+#(S|SHARED|L|MONTHSUMS)#/.test(pk);
  const run = (projections = allProjections) => reindex({ table: harness.table, projections });

  it('rebuilds all projections from the records', async () => {
    const derived = (await harness.items()).filter(isDerived).map(({ pk, sk }) => ({ delete: { pk, sk } }));
    for (let at = 0; at < derived.length; at += 100) await harness.table.transact(derived.slice(at, at + 100));
    expect(await harness.recount()).not.toEqual([]);
    // An open deadline is a copy written by its case's projection; its own row follows through the stream.
    expect(await run()).toMatchObject({ records: 11, leftovers: 0 });
    await harness.projected();
    expect(await harness.recount()).toEqual([]);
    // A second run changes nothing and leaves no state.
    expect(await run()).toMatchObject({ records: 12, leftovers: 0 });
    expect((await harness.items()).filter(({ pk }) => pk.startsWith('REINDEX#'))).toEqual([]);
  });

  const strange = randomUUID();
  const one = async (pattern: RegExp): Promise<Item> => {
    const found = (await harness.items()).find(({ pk, sk }) => pattern.test(`${pk} | ${sk}`));
    if (!found) throw new Error(`nothing like ${pattern}`);
    return found;
  };
  const damage: [string, () => Promise<Item>][] = [
    [
      'a row of a record that is gone',
      async () => {
        const { counted: _counted, ...row } = await one(/#CUSTOMER#[^#]+ \| ROW/);
        return JSON.parse(JSON.stringify(row).replaceAll(String(row.id), strange)) as Item;
      },
    ],
    ['a row that says something else', async () => ({ ...(await one(/#SUBMISSION#[^#]+ \| ROW/)), row: '{}' })],
    ['a search token with other words', async () => ({ ...(await one(/#S#cases#/)), tokens: 'others' })],
    ['a copy that says something else', async () => ({ ...(await one(/ \| PROGRESS/)), status: 'contacted' })],
  ];
  it('rewrites projections that differ', async () => {
    for (const [, make] of damage) await harness.table.transact([{ put: await make() }]);
    expect(await harness.recount()).not.toEqual([]);
    await run();
    expect(await harness.recount()).toEqual([]);
  });

  it('counts rows once that an earlier release counted in trees, and removes the trees', async () => {
    const keys = keysOf(tenant.id);
    const tree = { pk: `T#${tenant.id}#TREE#customers#name`, sk: 'ROOT', version: 3, height: 0, node: '["a#b"]' };
    const shared = {
      ...{ pk: `T#${tenant.id}#DUP#customers#phone#9045550100`, sk: 'DUP', ids: ['a', 'b'] },
      ...{ gsi1pk: keys.listView('customers', 'shared'), gsi1sk: 'phone#9045550100' },
    };
    const former = (await harness.items()).flatMap((item): Write[] => {
      const { counted: _counted, ...row } = item;
      if (item.sk === 'ROW') return [{ put: { ...row, shape: 1, trees: { 'created&lacking=true': 'x#y' } } }];
      return /^T#[^#]+#(SHARED|L)#/.test(item.pk) ? [{ delete: { pk: item.pk, sk: item.sk } }] : [];
    });
    for (const write of [...former, { put: tree }, { put: shared }]) await harness.table.transact([write]);
    expect(await harness.recount()).not.toEqual([]);
    expect(await run()).toMatchObject({ leftovers: 2 });
    expect(await harness.recount()).toEqual([]);
    expect((await harness.items()).filter(({ pk }) => /#(TREE|DUP)#/.test(pk))).toEqual([]);
    expect(await run()).toMatchObject({ leftovers: 0 });
    expect(await harness.recount()).toEqual([]);
  });

  it("adds up an earlier release's monthly sums once, and removes them", async () => {
    const items = await harness.items();
    const sums = items.filter(({ pk }) => pk.includes('#MONTHSUMS#'));
    const rows = items.filter(({ added }) => added !== undefined);
    const old = { pk: `T#${tenant.id}#SUM#work#${tenant.home.id}`, sk: 'D#2026-03-09#opened' };
    for (const { added, ...row } of rows) await harness.table.transact([{ put: { ...row, sums: added } }]);
    await harness.table.transact([{ put: { ...old, n: 3 } }, ...sums.map(({ pk, sk }) => ({ delete: { pk, sk } }))]);
    expect(sums.length * rows.length).toBeGreaterThan(0);
    expect(await harness.recount()).not.toEqual([]);
    for (let times = 0; times < 2; times++) {
      await run();
      expect(await harness.recount()).toEqual([]);
    }
    expect((await harness.items()).filter(({ pk }) => pk.includes('#SUM#'))).toEqual([]);
  });

  it('removes the last item of a page only after the next page is read', async () => {
    const old = { pk: `T#${tenant.id}#SUM#work#${tenant.home.id}` };
    for (let n = 0; n < 12; n++) await harness.table.transact([{ put: { ...old, sk: `D#2026-03-${10 + n}`, n } }]);
    const scan = harness.table.scan.bind(harness.table);
    // Pages of five items, each of which continues from an existing item.
    const pages = vi.spyOn(harness.table, 'scan').mockImplementation(async (from, part) => {
      if (from) expect(await harness.table.get(from)).toBeDefined();
      const { items } = await scan(from, part);
      const last = items[4];
      return { items: items.slice(0, 5), ...(last && items.length > 5 ? { next: { pk: last.pk, sk: last.sk } } : {}) };
    });
    expect((await run()).leftovers).toBe(12);
    pages.mockRestore();
    expect((await harness.items()).filter(({ pk }) => pk.includes('#SUM#'))).toEqual([]);
    expect(await harness.recount()).toEqual([]);
  });

  it('resumes after an interruption', async () => {
    const scan = harness.table.scan.bind(harness.table);
    const stopped = Promise.withResolvers<void>();
    let parts = 0;
    // The process ends when the first segment has processed five items and the others none.
    const some = vi.spyOn(harness.table, 'scan').mockImplementation(async (from, part) => {
      if (part?.segment === 0 && ++parts === 1) {
        const items = (await scan(from, part)).items.slice(0, 5);
        const last = items.at(-1);
        return { items, ...(last ? { next: { pk: last.pk, sk: last.sk } } : {}) };
      }
      if (part?.segment === 0) stopped.resolve();
      throw new Error('killed');
    });
    await expect(run()).rejects.toThrow('killed');
    await stopped.promise;
    some.mockRestore();
    const cursor = (await harness.items()).find(({ pk, sk }) => pk.startsWith('REINDEX#') && sk === 'SEGMENT#0');
    expect(cursor?.from).toEqual({ pk: expect.any(String), sk: expect.any(String) });
    const again = vi.spyOn(harness.table, 'scan');
    await run();
    expect(again.mock.calls).toContainEqual([cursor?.from, { segment: 0, of: 4 }]);
    again.mockRestore();
    expect(await harness.recount()).toEqual([]);
  });

  it('runs while people work', async () => {
    const stop = harness.keepProjecting();
    const working = Promise.all(
      Array.from({ length: 4 }, (_, n) => createCustomer(harness, tenant, { last_name: `Beside${'abcd'[n]}` })),
    );
    await Promise.all([run(), working]);
    await stop();
    expect(await harness.recount()).toEqual([]);
  });
});
