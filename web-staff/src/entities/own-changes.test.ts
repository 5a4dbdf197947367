import { QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ownChanges, rememberedMs } from './own-changes.ts';

interface Row {
  id: string;
  name: string;
  status: string;
  at: number;
  version?: number;
}
interface Query {
  search?: string;
  status?: string;
  ordering?: string;
  page?: string;
  page_size?: string;
}

const row = (id: string, at: number, more: Partial<Row> = {}): Row => ({ id, name: id, status: 'new', at, ...more });

/** A server whose lists show what was there when they were last told; truth moves on without them. */
const startServer = (rows: Row[]) => {
  let shown = rows;
  const asked: Query[] = [];
  return {
    asked,
    catchUp: (next: Row[]) => {
      shown = next;
    },
    answer: (query: Query) => {
      asked.push(query);
      const matching = shown
        .filter(({ status }) => !query.status || status === query.status)
        .filter(({ name }) => !query.search || name.includes(query.search))
        .sort((a, b) => b.at - a.at);
      const size = Number(query.page_size ?? 20);
      const from = (Number(query.page ?? 1) - 1) * size;
      return { count: matching.length, next: null, previous: null, results: matching.slice(from, from + size) };
    },
  };
};

let client: QueryClient;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  client = new QueryClient();
});
afterEach(() => {
  client.clear();
  vi.useRealTimers();
});

const setUp = (rows: Row[]) => {
  const server = startServer(rows);
  const own = ownChanges<Row, Query>({
    key: ['rows', 'list'],
    belongs: (one, { status }) => !status || one.status === status,
    order: (a, b, { ordering }) => (ordering === 'worth' ? undefined : b.at - a.at),
  });
  const options = (query: Query) =>
    queryOptions({
      queryKey: ['rows', 'list', query],
      queryFn: async ({ client: by }) => own.over(by, query, server.answer(query)),
      staleTime: Number.POSITIVE_INFINITY,
    });
  const read = async (query: Query = {}) => {
    const page = await client.fetchQuery({ ...options(query), staleTime: 0 });
    return [page.count, ...page.results.map(({ name }) => name)];
  };
  const cached = (query: Query = {}) => {
    const page = client.getQueryData<{ count: number; results: Row[] }>(['rows', 'list', query]);
    return page && [page.count, ...page.results.map(({ name }) => name)];
  };
  return { server, own, options, read, cached };
};
const abc = () => [row('a', 3), row('b', 2), row('c', 1)];

describe('a record that I deleted', () => {
  it('leaves its page at once and does not come back with an answer that lags', async () => {
    const { own, read, cached } = setUp(abc());
    await read();
    own.gone(client, 'b');
    expect(cached()).toEqual([2, 'a', 'c']);
    expect(await read()).toEqual([2, 'a', 'c']);
    expect(await read({ search: 'b' })).toEqual([0]);
  });

  it('lowers the totals of its other pages and filters, and of no others', async () => {
    const { own, read, cached } = setUp([...abc(), row('d', 0, { status: 'done' })]);
    const [second, fresh, done] = [{ page: '2', page_size: '2' }, { status: 'new' }, { status: 'done' }];
    await read({ page_size: '2' });
    for (const query of [second, fresh, done]) await read(query);
    own.gone(client, 'a');
    expect(cached(second)).toEqual([3, 'c', 'd']);
    expect(cached(fresh)).toEqual([2, 'b', 'c']);
    expect(cached(done)).toEqual([1, 'd']);
    expect(await read(second)).toEqual([3, 'c', 'd']);
  });

  it('is counted right by a counter that does not show it', async () => {
    const { own, server, read } = setUp(abc());
    const counter = { status: 'new', page_size: '1' };
    await read(counter);
    own.gone(client, 'c', row('c', 1));
    expect(await read(counter)).toEqual([2, 'a']);
    server.catchUp([row('a', 3), row('b', 2)]);
    expect(await read(counter)).toEqual([2, 'a']);
  });

  it('is counted right one after the other, whichever of them the server knows', async () => {
    const { own, server, read, cached } = setUp(abc());
    const counter = { status: 'new', page_size: '1' };
    await read(counter);
    own.gone(client, 'c', row('c', 1));
    own.gone(client, 'b', row('b', 2));
    expect(cached(counter)).toEqual([1, 'a']);
    expect(await read(counter)).toEqual([1, 'a']);
    server.catchUp([row('a', 3), row('b', 2)]);
    expect(await read(counter)).toEqual([1, 'a']);
    server.catchUp([row('a', 3)]);
    expect(await read(counter)).toEqual([1, 'a']);
  });
});

describe('a record that I made', () => {
  it('stands in its place on the first page at once, and once', async () => {
    const { own, server, read, cached } = setUp(abc());
    const made = row('new', 2.5);
    await read();
    own.created(client, made);
    expect(cached()).toEqual([4, 'a', 'new', 'b', 'c']);
    expect(await read()).toEqual([4, 'a', 'new', 'b', 'c']);
    server.catchUp([...abc(), made]);
    expect(await read()).toEqual([4, 'a', 'new', 'b', 'c']);
  });

  it('shows in a list that is read for the first time meanwhile', async () => {
    const { own, read } = setUp(abc());
    own.created(client, row('new', 9));
    expect(await read()).toEqual([4, 'new', 'a', 'b', 'c']);
    expect(await read({ status: 'done' })).toEqual([0]);
    expect(await read({ search: 'ne' })).toEqual([0]);
  });

  it('keeps the page at its size, and off a page that is not the first or whose order only the server knows', async () => {
    const { own, read, cached } = setUp(abc());
    const [first, second, worth] = [
      { page_size: '2' },
      { page: '2', page_size: '2' },
      { ordering: 'worth', page_size: '2' },
    ];
    for (const query of [first, second, worth]) await read(query);
    own.created(client, row('new', 9));
    expect(cached(first)).toEqual([4, 'new', 'a']);
    expect(cached(second)).toEqual([4, 'c']);
    expect(cached(worth)).toEqual([4, 'a', 'b']);
  });

  it('stands on no first page that ends before it', async () => {
    const { own, read, cached } = setUp(abc());
    await read({ page_size: '2' });
    own.created(client, row('old', 0));
    expect(cached({ page_size: '2' })).toEqual([4, 'a', 'b']);
  });
});

describe('a record that I changed', () => {
  it('wins over the row as it was, not over what somebody else made of it since', async () => {
    const { own, server, read, cached } = setUp(abc());
    await read();
    own.changed(client, row('b', 2, { name: 'Bea' }));
    expect(cached()).toEqual([3, 'a', 'Bea', 'c']);
    expect(await read()).toEqual([3, 'a', 'Bea', 'c']);
    server.catchUp([row('a', 3), row('b', 2, { name: 'Beatrice' }), row('c', 1)]);
    expect(await read()).toEqual([3, 'a', 'Beatrice', 'c']);
  });

  it('wins by its version where rows have one', async () => {
    const { own, server, read } = setUp([row('a', 1, { version: 1 })]);
    own.changed(client, row('a', 1, { name: 'Ann', version: 3 }));
    server.catchUp([row('a', 1, { name: 'Anna', version: 2 })]);
    expect(await read()).toEqual([1, 'Ann']);
    server.catchUp([row('a', 1, { name: 'Anne', version: 4 })]);
    expect(await read()).toEqual([1, 'Anne']);
  });

  it('changes twice in a row to the last', async () => {
    const { own, read } = setUp(abc());
    await read();
    own.changed(client, row('b', 2, { name: 'Bea' }));
    own.changed(client, row('b', 2, { name: 'Bee' }));
    expect(await read()).toEqual([3, 'a', 'Bee', 'c']);
  });

  it('moves from the list of its old status to that of its new one, with both totals', async () => {
    const { own, server, read, cached } = setUp([...abc(), row('d', 0, { status: 'done' })]);
    const [fresh, done] = [{ status: 'new' }, { status: 'done' }];
    await read(fresh);
    await read(done);
    const answered = row('b', 2, { status: 'done' });
    own.changed(client, answered);
    expect(cached(fresh)).toEqual([2, 'a', 'c']);
    expect(cached(done)).toEqual([2, 'b', 'd']);
    expect([await read(fresh), await read(done)]).toEqual([
      [2, 'a', 'c'],
      [2, 'b', 'd'],
    ]);
    server.catchUp([row('a', 3), answered, row('c', 1), row('d', 0, { status: 'done' })]);
    expect([await read(fresh), await read(done)]).toEqual([
      [2, 'a', 'c'],
      [2, 'b', 'd'],
    ]);
  });
});

describe('the server', () => {
  it('is asked again until it knows, and then left alone', async () => {
    const { own, server, options, cached } = setUp(abc());
    const stop = new QueryObserver(client, options({})).subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    own.gone(client, 'b');
    void client.invalidateQueries({ queryKey: ['rows', 'list'] });
    await vi.advanceTimersByTimeAsync(3100);
    expect(server.asked.length).toBeGreaterThanOrEqual(4);
    server.catchUp([row('a', 3), row('c', 1)]);
    await vi.advanceTimersByTimeAsync(1100);
    const known = server.asked.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.asked).toHaveLength(known);
    expect(cached()).toEqual([2, 'a', 'c']);
    stop();
  });

  it('is believed after ten seconds, whatever it says', async () => {
    const { own, read } = setUp(abc());
    await read();
    own.gone(client, 'b');
    await vi.advanceTimersByTimeAsync(rememberedMs - 1);
    expect(await read()).toEqual([2, 'a', 'c']);
    await vi.advanceTimersByTimeAsync(1);
    expect(await read()).toEqual([3, 'a', 'b', 'c']);
  });

  it('is not counted better than it counts: a bound stays', () => {
    const { own } = setUp(abc());
    own.gone(client, 'b');
    const bounded = { ...{ count: 500, count_is_exact: false, next: null, previous: null }, results: abc() };
    expect(own.over(client, { search: 'x' }, bounded)).toMatchObject({
      count: 500,
      results: [{ id: 'a' }, { id: 'c' }],
    });
  });
});

describe('rows without pages', () => {
  it('lose what I deleted and show what I changed', () => {
    const { own } = setUp(abc());
    own.gone(client, 'a');
    own.changed(client, row('b', 2, { name: 'Bea' }));
    expect(own.overRows(client, abc()).map(({ name }) => name)).toEqual(['Bea', 'c']);
  });
});
