import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Call } from '#domain/contract/client.ts';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { CustomerRow } from '#domain/customers/customer.schema.ts';

/** Customers are kept for 5 minutes, at most 100 of them and 50 searches (D1 §9); in memory only. */
const keptMs = 5 * 60_000;
const mostCustomers = 100;
const mostSearches = 50;

const customers: QueryKey = ['customers', 'one'];
const searches: QueryKey = ['customers', 'search'];

export const customerKey = (id: string) => [...customers, id] as const;

/** Lets go of the oldest entries under a key that no page shows, until `most` are left. */
export const keepAtMost = (client: QueryClient, queryKey: QueryKey, most: number): void => {
  const cache = client.getQueryCache();
  const entries = cache.findAll({ queryKey });
  const unused = entries
    .filter((entry) => !entry.isActive() && entry.state.fetchStatus === 'idle')
    .sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt);
  for (const entry of unused.slice(0, Math.max(0, entries.length - most))) cache.remove(entry);
};

export const customerQuery = (call: Call, id: string) =>
  queryOptions({
    queryKey: customerKey(id),
    queryFn: ({ client, signal }) => {
      keepAtMost(client, customers, mostCustomers);
      return call(customerEndpoints.get, { params: { id } }, { signal });
    },
    gcTime: keptMs,
  });

const eachOnce = (rows: readonly CustomerRow[]): CustomerRow[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];

/** What a search box proposes: each customer once. */
export const customerSearchQuery = (call: Call, typed: string) =>
  queryOptions({
    queryKey: [...searches, typed],
    queryFn: async ({ client, signal }) => {
      keepAtMost(client, searches, mostSearches);
      return eachOnce(await call(customerEndpoints.search, { query: { q: typed } }, { signal }));
    },
    gcTime: keptMs,
  });
