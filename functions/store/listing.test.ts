import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchTokens } from '#domain/values/fold.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { keysOf } from './keys.ts';
import { byTime, type Listed, listAttributes, listPage, listWrites } from './listing.ts';
import { searchRows } from './searching.ts';

const keys = keysOf('0190a000-0000-7000-8000-000000000001');

interface Thing {
  id: string;
  name: string;
  at: string;
  state: string;
  due?: string;
}

/** Without a day, by time, behind all that have one. */
const byDue = ({ at, due }: Thing) => {
  const time = byTime(at);
  const usual = { bucket: `none~${time.bucket}`, slice: `none~${time.slice}`, sort: `none~${at}` };
  return due ? { bucket: due.slice(0, 7), slice: due, sort: due, usual } : { ...usual, usual };
};

const listed = (thing: Thing): Listed => ({
  list: 'things',
  id: thing.id,
  row: { ...thing },
  views: [
    { index: 'gsi1', name: 'all', ...byTime(thing.at) },
    { index: 'gsi2', name: `state=${thing.state}`, ...byTime(thing.at) },
    { index: 'gsi3', name: 'due', ...byDue(thing) },
    {
      index: 'gsi4',
      name: 'fine',
      bucket: 'all',
      slice: thing.at.slice(0, 7),
      finer: thing.at.slice(0, 10),
      sort: thing.at,
    },
  ],
  words: searchTokens(thing.name),
});

describe('a list', () => {
  let harness: Harness;
  const things: Thing[] = Array.from({ length: 60 }, (_, n) => ({
    id: `thing-${String(n).padStart(3, '0')}`,
    name: n % 7 === 0 ? 'Thomas Thomas' : `José Nguyễn ${n}`,
    at: new Date(Date.UTC(2026, n % 4, 1 + (n % 28), n % 24, n % 60)).toISOString(),
    state: n % 3 === 0 ? 'new' : 'old',
    ...(n % 5 === 0 ? { due: `2026-0${1 + (n % 2)}-1${n % 10}` } : {}),
  }));
  const put = (thing: Thing, before?: Thing) =>
    harness.table.transact([
      { put: { pk: `T#things#${thing.id}`, sk: 'THING', ...listAttributes(keys, listed(thing)) } },
      ...listWrites(keys, before && listed(before), listed(thing)),
    ]);
  const page = (view: string, index: 'gsi1' | 'gsi2', number: number, pageSize = 10) =>
    listPage(harness.table, keys, { list: 'things', view, index, page: number, pageSize });

  beforeAll(async () => {
    harness = await startHarness();
    for (const thing of things) await put(thing);
  });
  afterAll(() => harness.close());

  it('gives every page, newest first, with the exact total', async () => {
    const newestFirst = [...things]
      .sort((a, b) => `${b.at}#${b.id}`.localeCompare(`${a.at}#${a.id}`))
      .map(({ id }) => id);
    const pages = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => page('all', 'gsi1', number)));
    expect(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(newestFirst);
    expect(pages.map(({ count }) => count)).toEqual([60, 60, 60, 60, 60, 60]);
  });

  it('finds a page far inside a bucket by its slices, in both directions', async () => {
    const newestFirst = [...things]
      .sort((a, b) => `${b.at}#${b.id}`.localeCompare(`${a.at}#${a.id}`))
      .map(({ id }) => id);
    const views = [
      { view: 'all', index: 'gsi1' },
      { view: 'fine', index: 'gsi4', finer: true },
    ] as const;
    for (const view of views) {
      const oneRow = (number: number, ascending: boolean) =>
        listPage(harness.table, keys, { list: 'things', ...view, page: number, pageSize: 1, ascending });
      const numbers = things.map((_, n) => n + 1);
      const down = await Promise.all(numbers.map((number) => oneRow(number, false)));
      const up = await Promise.all(numbers.map((number) => oneRow(number, true)));
      expect(down.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(newestFirst);
      expect(up.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual([...newestFirst].reverse());
    }
  });

  it('counts those at their usual places by another view, and finds every page among them', async () => {
    const request = { list: 'things', view: 'due', index: 'gsi3', usual: { view: 'all', prefix: 'none~' } } as const;
    const idsBy = async (ascending: boolean): Promise<unknown[]> => {
      const pages = await Promise.all(
        things.map((_, n) => listPage(harness.table, keys, { ...request, page: n + 1, pageSize: 1, ascending })),
      );
      for (const { count } of pages) expect(count).toBe(60);
      return pages.flatMap(({ rows }) => rows.map(({ id }) => id));
    };
    const expectEveryPage = async (): Promise<void> => {
      const inOrder = things
        .map((thing) => ({ id: thing.id, key: `${byDue(thing).sort}#${thing.id}` }))
        .sort((a, b) => (a.key < b.key ? -1 : 1))
        .map(({ id }) => id);
      expect(await idsBy(true)).toEqual(inOrder);
      expect(await idsBy(false)).toEqual(inOrder.reverse());
    };
    await expectEveryPage();
    for (const n of [0, 5, 7, 8, 23]) {
      const before = things[n] as Thing;
      const { due, ...rest } = before;
      things[n] = due ? rest : { ...rest, due: '2026-01-15' };
      await put(things[n], before);
    }
    await expectEveryPage();
    // Two for each of two views and three for that with finer parts; none for a record at its usual place.
    expect(
      listWrites(keys, undefined, listed({ ...(things[1] as Thing), due: '' })).filter((w) => 'update' in w),
    ).toHaveLength(7);
  });

  it('is empty beyond the last page', async () => {
    expect(await page('all', 'gsi1', 99)).toEqual({ count: 60, rows: [] });
  });

  it('R-05 moves a record between views with its counters when it changes', async () => {
    const before = things[1] as Thing;
    const changed = { ...before, state: 'new', name: 'Zoë Quint' };
    await put(changed, before);
    expect((await page('state=new', 'gsi2', 1)).count).toBe(21);
    expect((await page('state=old', 'gsi2', 1)).count).toBe(39);
    expect(await searchRows(harness.table, keys, 'things', ['zoe'])).toHaveLength(1);
    await put(before, changed);
    expect((await page('state=new', 'gsi2', 1)).count).toBe(20);
    expect(await searchRows(harness.table, keys, 'things', ['zoe'])).toEqual([]);
  });

  it('finds by prefix of any word, without accents and case, each record once', async () => {
    expect(await searchRows(harness.table, keys, 'things', searchTokens('NGUYEN jos'))).toHaveLength(51);
    // A word twice in a name would name one token twice, which fails the whole transaction.
    expect(await searchRows(harness.table, keys, 'things', ['thomas'])).toHaveLength(9);
    expect(await searchRows(harness.table, keys, 'things', ['thomas', 'nguyen'])).toEqual([]);
  });
});
