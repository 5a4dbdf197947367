import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { allProjections } from '#functions/projections/all-projections.ts';
import { keysOf } from '#functions/store/keys.ts';
import { organizationRegistry } from '#functions/store/organization-registry.ts';
import { sharedKeys } from '#functions/store/shared-keys.ts';
import { type Item, Table } from '#functions/store/table.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { createCustomer, linkCases } from '#tests/support/records/customers.ts';
import { openCase, reportDeath } from '#tests/support/records/reports.ts';
import { reindex } from './reindex.ts';

const { harness, tenant } = await startHarnessWithTenant();

describe('reindexing', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    await openCase(harness, tenant);
    for (let n = 0; n < 4; n++) await reportDeath(harness, tenant, { deceased_first_name: `Ann${'abcd'[n]}` });
    const id = await createCustomer(harness, tenant);
    await linkCases(harness, tenant, id, 2);
    await createCustomer(harness, tenant, { first_name: 'Kari' });
    await harness.projected();
  });

  const isDerived = ({ pk, sk, of }: Item): boolean =>
    sk === 'ROW' || of !== undefined || /^T#[^#]+#(S|DUP|TREE)#/.test(pk);
  const run = (projections = allProjections) => reindex({ table: harness.table, projections });

  it('makes everything anew from the records alone', async () => {
    const derived = (await harness.items()).filter(isDerived).map(({ pk, sk }) => ({ delete: { pk, sk } }));
    for (let at = 0; at < derived.length; at += 100) await harness.table.transact(derived.slice(at, at + 100));
    expect(await harness.recount()).not.toEqual([]);
    // An open deadline is a copy that its case's projection keeps: its own row follows behind the stream.
    expect(await run()).toMatchObject({ records: 11, orphans: 0 });
    await harness.projected();
    expect(await harness.recount()).toEqual([]);
    // A second one finds nothing to mend, and keeps no trace of itself.
    expect(await run()).toMatchObject({ records: 12, orphans: 0, trees: 0 });
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
        const row = await one(/#CUSTOMER#[^#]+ \| ROW/);
        return JSON.parse(JSON.stringify(row).replaceAll(String(row.id), strange)) as Item;
      },
    ],
    ['a row that says something else', async () => ({ ...(await one(/#SUBMISSION#[^#]+ \| ROW/)), row: '{}' })],
    [
      'a search token of nobody',
      async () => {
        const token = await one(/#S#cases#/);
        return { ...token, sk: `${token.sk.split('#')[0]}#${strange}`, id: strange };
      },
    ],
    [
      'a search token that its record does not have',
      async () => {
        const token = await one(/#S#cases#/);
        return { ...token, pk: keysOf(tenant.id).tokens('cases', 'zz'), sk: `zz#${token.id}` };
      },
    ],
    ['a copy that nobody made', async () => ({ ...(await one(/ \| LINK#CASE#/)), sk: `LINK#CASE#${strange}` })],
    [
      'a shared value of somebody who does not have it',
      async () => {
        const shared = await one(/#DUP#customers#phone/);
        return { ...shared, ids: [...(shared.ids as string[]), strange] };
      },
    ],
    [
      'a place in a tree that is nobody’s',
      async () => {
        const root = await one(/#TREE#submissions#created \| ROOT/);
        return { ...root, node: JSON.stringify([`0#${strange}`, ...JSON.parse(String(root.node))]) };
      },
    ],
    [
      'a tree that cannot be walked',
      async () => ({
        ...(await one(/#TREE#cases#created \| ROOT/)),
        ...{ height: 1, node: JSON.stringify([['', 'NODE#gone', 3, 1]]) },
      }),
    ],
    [
      'a tree node out of reach',
      async () => ({
        ...{
          pk: keysOf(tenant.id).tree('customers', 'name'),
          sk: 'NODE#stray',
          version: 1,
          height: 0,
          node: '["a#b"]',
        },
      }),
    ],
    ['a sum that says something else', async () => ({ ...(await one(/#SUM#work#.* \| M#/)), n: 17, 'kind.odd': 3 })],
    ['a sum of nothing', async () => ({ ...(await one(/#SUM#work#.* \| D#/)), sk: 'D#2001-02-03#opened' })],
  ];
  it('mends whatever stands there wrongly', async () => {
    for (const [, make] of damage) await harness.table.transact([{ put: await make() }]);
    expect(await harness.recount()).not.toEqual([]);
    await run();
    expect(await harness.recount()).toEqual([]);
  });

  it('reindexes one list alone when it is asked to', async () => {
    const row = await one(/#CUSTOMER#[^#]+ \| ROW/);
    const other = await one(/#CASE#[^#]+ \| ROW/);
    for (const { pk, sk } of [row, other]) await harness.table.transact([{ delete: { pk, sk } }]);
    await run(allProjections.filter(({ list }) => list.name === 'customers'));
    expect(await harness.recount()).toEqual([expect.stringContaining(`${other.pk} | ROW: row is missing`)]);
    await run();
    expect(await harness.recount()).toEqual([]);
  });

  it('goes on where it was cut off', async () => {
    const scan = harness.table.scan.bind(harness.table);
    let parts = 0;
    // Five items a part, so that there is something in between; the process ends at the eighth.
    const part = vi.spyOn(harness.table, 'scan').mockImplementation(async (from) => {
      if (++parts === 8) throw new Error('killed');
      const { items } = await scan(from);
      const part = items.slice(0, 5);
      const last = part.at(-1);
      return { items: part, ...(last && items.length > 5 ? { next: { pk: last.pk, sk: last.sk } } : {}) };
    });
    await expect(run()).rejects.toThrow('killed');
    const cursor = (await harness.items()).find(({ sk }) => sk === 'CURSOR');
    expect([cursor?.pass, cursor?.from]).toEqual(['trees', { pk: expect.any(String), sk: expect.any(String) }]);
    part.mockRestore();
    const again = vi.spyOn(harness.table, 'scan');
    await run();
    expect(again.mock.calls[0]).toEqual([cursor?.from]);
    again.mockRestore();
    expect(await harness.recount()).toEqual([]);
  });

  it('leaves a sum to another time that somebody adds to whenever it is read', async () => {
    const sum = await one(/#SUM#work#.* \| A#/);
    await harness.table.transact([{ put: { ...sum, n: Number(sum.n) + 5, rev: randomUUID() } }]);
    class Busy extends Table {
      readings = 0;
      override async get(...given: Parameters<Table['get']>): Promise<Item | undefined> {
        const found = await super.get(...given);
        if (given[0].pk !== sum.pk || given[0].sk !== sum.sk) return found;
        this.readings++;
        await super.transact([{ update: given[0], set: { rev: randomUUID() } }]);
        return found;
      }
    }
    const registry = { pk: sharedKeys.organizations, sk: `ORG#${tenant.id}` };
    await harness.table.transact([{ update: registry, set: { sum_layout: 0 } }]);
    const busy = new Busy(harness.client, harness.tableName);
    const { left } = await reindex({ table: busy, projections: allProjections });
    expect(left).toEqual([`${sum.pk} ${sum.sk}`]);
    expect(busy.readings).toBe(5);
    // Another one is due until no sum is left.
    expect(await organizationRegistry(harness.table)).toEqual([{ id: tenant.id, isReindexDue: true }]);
    expect(await harness.recount()).not.toEqual([]);
    expect(await run()).toMatchObject({ sums: 1, left: [] });
    expect(await organizationRegistry(harness.table)).toEqual([{ id: tenant.id, isReindexDue: false }]);
    expect(await harness.recount()).toEqual([]);
  });

  it('does not call a tree broken that is written while it is read', async () => {
    const { pk } = await one(/#TREE#customers#.* \| /);
    class Contended extends Table {
      isContended = false;
      override async query(...given: Parameters<Table['query']>): Promise<Item[]> {
        const found = await super.query(...given);
        if (given[0].pk !== pk || this.isContended) return found;
        this.isContended = true;
        await createCustomer(harness, tenant, { last_name: 'Overtaking' });
        await harness.projected();
        // A leaf as it was before, and the root, which stands last, as it is now and leads to it no more.
        return [{ ...(found[0] as Item), sk: 'NODE#before' }, ...(await super.query(...given))];
      }
    }
    const overtaken = new Contended(harness.client, harness.tableName);
    expect(await reindex({ table: overtaken, projections: allProjections })).toMatchObject({ trees: 0 });
    expect(overtaken.isContended).toBe(true);
    expect(await harness.recount()).toEqual([]);
  });

  it('runs beside people who work', async () => {
    const stop = harness.keepProjecting();
    const working = Promise.all(
      Array.from({ length: 4 }, (_, n) => createCustomer(harness, tenant, { last_name: `Beside${'abcd'[n]}` })),
    );
    await Promise.all([run(), working]);
    await stop();
    expect(await harness.recount()).toEqual([]);
  });
});
