import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRecords } from '#functions/platform/projector/project-records.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { meter } from '#tests/support/engines/capacity.ts';
import { putThing, type Thing, thingProjection, thingsList } from '#tests/support/engines/example-list.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { maxBucketSize } from './bucket-counters.ts';
import { type ListRequest, pageOfList, pageOfSearch, walkList } from './list-page.ts';

const organizationId = randomUUID();
const keys = keysOf(organizationId);

const harness = await openHarness();

describe('pageOfList', () => {
  // All within one second, so that no time prefix distinguishes them.
  const things: Thing[] = Array.from({ length: 320 }, (_, n) => ({
    id: `thing-${String((n * 97) % 320).padStart(3, '0')}`,
    name: n % 7 === 0 ? 'Thomas Thomas' : `José Nguyễn ${String.fromCharCode(97 + (n % 26))}`,
    at: new Date(1e12 + (n % 40)).toISOString(),
    state: n % 3 === 0 ? 'new' : 'old',
    colour: ['red', 'blue', 'green'][n % 5] ?? 'none',
  }));
  const project = (some: readonly Thing[]) =>
    projectRecords(
      harness.table,
      some.map(({ id }) => ({ organizationId, projection: thingProjection, id })),
    );
  beforeAll(async () => {
    for (let at = 0; at < things.length; at += 80)
      await harness.table.transact(things.slice(at, at + 80).map((thing) => putThing(organizationId, thing)));
    await project(things);
  }, 30_000);

  const page = (request: Partial<ListRequest>) =>
    pageOfList(harness.table, keys, thingsList, { sort: 'at', page: 1, pageSize: 10, ...request });
  const everyPage = async (request: Partial<ListRequest>, count: number, pageSize = 10): Promise<string[]> => {
    const numbers = Array.from({ length: Math.ceil(count / pageSize) + 1 }, (_, n) => n + 1);
    const pages = await Promise.all(numbers.map((number) => page({ ...request, page: number, pageSize })));
    for (const found of pages) expect([found.count, found.isExact]).toEqual([count, true]);
    return pages.flatMap(({ rows }) => rows.map(({ id }) => id));
  };
  const idsBy = (key: (thing: Thing) => string, some = things): string[] =>
    some
      .map((thing) => ({ id: thing.id, key: `${key(thing)}#${thing.id}` }))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ id }) => id);

  it.each<[string, Partial<ListRequest>, (thing: Thing) => string, (thing: Thing) => boolean]>([
    ['by time', { sort: 'at' }, ({ at }) => at, () => true],
    ['by name', { sort: 'name' }, ({ name }) => name, () => true],
    ['of one state', { filters: { state: 'new' } }, ({ at }) => at, ({ state }) => state === 'new'],
  ])('finds any page in both directions: %s', async (_, request, key, matches) => {
    const all = idsBy(key, things.filter(matches));
    expect(await everyPage({ ...request, ascending: true }, all.length)).toEqual(all);
    expect(await everyPage({ ...request, ascending: false }, all.length)).toEqual(all.toReversed());
    expect(await everyPage({ ...request, ascending: true }, all.length, 100)).toEqual(all);
  });

  it('joins ranges of the order, with one exact total', async () => {
    const [low, high] = [new Date(1e12 + 10).toISOString(), new Date(1e12 + 30).toISOString()];
    const ranges = [{ from: low, to: high }, { to: low }, { from: high }];
    const part = (matches: (at: string) => boolean) => things.filter(({ at }) => matches(at));
    const parts = [part((at) => at >= low && at < high), part((at) => at < low), part((at) => at >= high)];
    const up = parts.flatMap((some) => idsBy(({ at }) => at, some));
    expect(await everyPage({ ranges, ascending: true }, 320)).toEqual(up);
    const down = parts.flatMap((some) => idsBy(({ at }) => at, some).toReversed());
    expect(await everyPage({ ranges, ascending: false }, 320)).toEqual(down);
    const [first = []] = parts;
    expect((await page({ ranges: [{ from: low, to: high }] })).count).toBe(first.length);
    expect((await page({ ranges: [{ from: high, to: low }] })).rows).toEqual([]);
  });

  it('reads at most half a bucket more on any page', async () => {
    const consumed = meter(harness.client);
    const costOf = async (request: Partial<ListRequest>): Promise<number> => {
      consumed.reset();
      await page(request);
      return consumed.units();
    };
    // All rows of this view are in one bucket.
    const filters = { state: 'old' };
    const limit = await costOf({ filters, pageSize: maxBucketSize / 2 + 20 });
    for (const ascending of [true, false])
      for (let number = 1; number <= 22; number++)
        expect(await costOf({ filters, page: number, ascending })).toBeLessThanOrEqual(limit);
  });

  it("finds each record once by any word's prefix, newest first, without accents", async () => {
    const search = (lookup: string, others: string[] = [], more: object = {}) =>
      pageOfSearch(harness.table, keys, thingsList, {
        lookup,
        found: (tokens) => others.every((term) => tokens.some((token) => token.startsWith(term))),
        page: 1,
        pageSize: 100,
        ...more,
      });
    const thomases = things.filter(({ name }) => name.startsWith('Thomas'));
    const found = await search('thomas');
    expect(found).toMatchObject({ count: thomases.length, isExact: true });
    expect(found.rows.map(({ id }) => id)).toEqual(idsBy(({ at }) => at, thomases).toReversed());
    expect((await search('nguyen', ['jos'])).count).toBe(320 - thomases.length);
    expect((await search('thomas', ['nguyen'])).count).toBe(0);
    const red = thomases.filter(({ colour }) => colour === 'red');
    expect((await search('thomas', [], { filters: { colour: 'red' } })).count).toBe(red.length);
  });

  it('walks the list from end to end by cursor', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const part = await walkList(harness.table, keys, thingsList, { sort: 'at', cursor, limit: 50 });
      seen.push(...part.rows.map(({ id }) => id));
      cursor = part.end;
    } while (cursor);
    expect(seen).toEqual(idsBy(({ at }) => at));
  });

  it('R-05 follows a record whose position changes', async () => {
    const before = things[1] as Thing;
    const changed = { ...before, state: 'new', at: new Date(1e12 - 1).toISOString() };
    await harness.table.transact([putThing(organizationId, changed)]);
    await project([changed]);
    expect((await page({ ascending: true })).rows[0]).toMatchObject({ id: before.id, state: 'new' });
    expect((await page({ filters: { state: 'old' } })).count).toBe(
      things.filter(({ state }) => state === 'old').length - 1,
    );
    await harness.table.transact([putThing(organizationId, before)]);
    await project([before]);
    expect((await page({})).count).toBe(320);
  });
});
