import { v7 as uuid } from 'uuid';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import type { Endpoint } from '#domain/shared/contract/endpoint.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { meter } from '#tests/support/engines/capacity.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { searchHits } from './search-tokens.ts';

/** Searchable lists by the name of their tokens. */
const lists: [string, Endpoint][] = [
  ['submissions', areas.submissions.list],
  ['cases', areas.cases.list],
  ['first-calls', areas['first-calls'].list],
  ['payments', areas.payments.list],
  ['customers', areas.customers.list],
];

const { harness, tenant } = await startHarnessWithTenant();

describe('S-26 F22 search with very many matches', () => {
  let consumed: ReturnType<typeof meter>;
  beforeAll(() => {
    consumed = meter(harness.client);
  });

  const add = async (list: string, count: number): Promise<string> => {
    const keys = keysOf(tenant.id);
    const items = Array.from({ length: count }, () => {
      const id = uuid();
      const token = `smith${id}`;
      return { pk: keys.tokens(list, token), sk: `${token}#${id}`, id, order: id, tokens: token };
    });
    for (let first = 0; first < items.length; first += 100)
      await harness.calmTable.transact(items.slice(first, first + 100).map((put) => ({ put })));
    return items.at(-1)?.id ?? '';
  };

  it.each(lists)('%s: cost and result are equal among 800 and 2,400, with an inexact total', async (name, row) => {
    const search = async () => {
      consumed.reset();
      const answer = await harness.call(row, { as: tenant.profiles.office_staff, query: { search: 'smith' } });
      expect(succeeded(answer).body).toMatchObject({ count: 500, count_is_exact: false });
      return consumed.units();
    };
    await add(name, 800);
    const few = await search();
    await add(name, 1_600);
    const many = await search();
    expect(few).toBeGreaterThan(1);
    expect(many).toBeLessThanOrEqual(few * 1.1);
  });

  it('finds the newest, each once, even if other words exclude most', async () => {
    const newest = await add('cases', 1);
    const { table } = harness;
    const search = (matches: (tokens: readonly string[]) => boolean) =>
      searchHits(table, keysOf(tenant.id), {
        ...{ list: 'cases', lookup: 'smith', matches, newestFirst: true, limit: 100, read: 3_000 },
      });
    const some = await search(() => true);
    expect(
      some.hits
        .map(({ id }) => id)
        .toSorted()
        .at(-1),
    ).toBe(newest);
    expect(new Set(some.hits.map(({ id }) => id)).size).toBe(100);
    const few = await search((tokens) => tokens.some((token) => token.endsWith('0')));
    const all = await searchHits(table, keysOf(tenant.id), {
      ...{
        list: 'cases',
        lookup: 'smith',
        matches: (tokens: readonly string[]) => tokens.some((token) => token.endsWith('0')),
      },
      ...{ limit: 3_000, read: 3_000 },
    });
    const wanted = all.hits
      .map(({ id }) => id)
      .toSorted()
      .slice(-100);
    expect(few.hits.map(({ id }) => id).toSorted()).toEqual(wanted);
  });

  it('needs few queries even if almost all hits are close and the last ones far', async () => {
    const { table } = harness;
    await add('cases', 2_000);
    const queries = vi.spyOn(table, 'query');
    let seen = 0;
    const { hits } = await searchHits(table, keysOf(tenant.id), {
      ...{ list: 'cases', lookup: 'smith', matches: () => ++seen <= 98, newestFirst: true, limit: 100, read: 2_000 },
    });
    expect([hits.length, seen]).toEqual([98, 2_000]);
    expect(queries.mock.calls.length).toBeLessThan(10);
    queries.mockRestore();
  });
});
