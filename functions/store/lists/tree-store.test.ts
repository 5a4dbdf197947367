import { describe, expect, it, vi } from 'vitest';
import { Table } from '#functions/store/table.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { isLeaf } from './counted-tree.ts';
import { TreeReader } from './tree-reader.ts';
import { nodeOf, rebuildTree, StaleProjection, TreeWriter } from './tree-store.ts';

const numbered = (count: number): string[] => Array.from({ length: count }, (_, n) => String(n).padStart(6, '0'));

const harness = await openHarness();

describe('a counted B-tree in the table', () => {
  const add = async (writer: TreeWriter, added: string[], removed: string[] = []): Promise<number> => {
    await writer.load([...added, ...removed]);
    const writes = writer.change({ added, removed });
    if (writes.length) await harness.table.transact(writes);
    writer.committed();
    return writes.length;
  };
  const keysIn = async (pk: string): Promise<string[]> =>
    (await harness.table.query({ pk }))
      .map(nodeOf)
      .filter(isLeaf)
      .flatMap(({ keys }) => keys)
      .sort();

  it('is read by another writer as it was written, and counts and finds every key', async () => {
    const pk = 'T#t#TREE#things#all';
    const keys = numbered(3000);
    for (let at = 0; at < keys.length; at += 500)
      await add(new TreeWriter(harness.table, pk), keys.slice(at, at + 500));
    const tree = await TreeReader.open(harness.table, pk);
    expect(tree.count).toBe(3000);
    for (const nth of [0, 31, 32, 1500, 2999]) {
      expect(await tree.rank(keys[nth] as string)).toBe(nth);
      const { from, to, before, behind } = await tree.positionOf(nth);
      const inLeaf = keys.filter((key) => (from === undefined || key >= from) && (to === undefined || key < to));
      expect(inLeaf[before]).toBe(keys[nth]);
      expect(inLeaf.length - 1 - before).toBe(behind);
    }
    expect(await tree.rank('zzz')).toBe(3000);
    expect((await TreeReader.open(harness.table, 'T#t#TREE#things#none')).count).toBe(0);
  });

  it('writes nothing for what stands there already', async () => {
    const writer = new TreeWriter(harness.table, 'T#t#TREE#things#same');
    expect(await add(writer, ['a', 'b'])).toBe(1);
    expect(await add(writer, ['a'], ['c'])).toBe(0);
  });

  it('is read once a process: whoever comes later reads the root, and the nodes that others have changed since', async () => {
    const pk = 'T#t#TREE#things#known';
    await add(new TreeWriter(harness.table, pk), numbered(3000));
    const nodesRead = vi.spyOn(harness.table, 'getAll');
    const read = () => nodesRead.mock.calls.splice(0).reduce((sum, [keys]) => sum + keys.length, 0);
    await add(new TreeWriter(harness.table, pk), ['000017x']);
    expect(read()).toBe(0);
    const elsewhere = new Table(harness.client, harness.tableName);
    await add(new TreeWriter(elsewhere, pk), ['000018x']);
    await add(new TreeWriter(harness.table, pk), ['000019x', '002999x']);
    expect(read()).toBeGreaterThan(0);
    await add(new TreeWriter(harness.table, pk, { trustNothing: true }), ['000020x']);
    expect(read()).toBeGreaterThan(1);
    nodesRead.mockRestore();
    expect(await keysIn(pk)).toEqual(
      [...numbered(3000), ...['17', '18', '19', '20'].map((n) => `0000${n}x`), '002999x'].sort(),
    );
  });

  it('is changed by one writer at a time: whoever is late looks again', async () => {
    const pk = 'T#t#TREE#things#two';
    const [first, second] = [new TreeWriter(harness.table, pk), new TreeWriter(harness.table, pk)];
    await add(first, numbered(40));
    await second.load(['x']);
    await add(first, ['y']);
    await expect(harness.table.transact(second.change({ added: ['x'], removed: [] }))).rejects.toThrow(StaleProjection);
    second.forget();
    await add(second, ['x']);
    expect(await keysIn(pk)).toEqual([...numbered(40), 'x', 'y']);
  });

  it('is rebuilt in place of whatever stands there', async () => {
    const pk = 'T#t#TREE#things#built';
    const writer = new TreeWriter(harness.table, pk);
    await add(writer, numbered(200));
    await rebuildTree(harness.table, pk, (present) => [...present, ...numbered(7000)]);
    expect(await keysIn(pk)).toEqual(numbered(7000));
    // Whoever had read the tree before looks again.
    await writer.load(['more']);
    await expect(harness.table.transact(writer.change({ added: ['more'], removed: [] }))).rejects.toThrow(
      StaleProjection,
    );
    writer.forget();
    await add(writer, ['more']);
    expect((await TreeReader.open(harness.table, pk)).count).toBe(7001);
    await rebuildTree(harness.table, pk, () => []);
    expect((await harness.table.query({ pk })).map(({ sk }) => sk)).toEqual(['ROOT']);
  });
});
