import { keepPreviousData, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { CustomerRow } from '#domain/customers/customer.schema.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { callQuery } from '../api/calls.ts';
import { customerKeys } from './keys.ts';

type CustomersQuery = NonNullable<CallInput<typeof customerEndpoints.list>['query']>;

/** Customers stay for 5 minutes, at most 100 of them and 50 searches (D1 §9); in memory only. */
const cacheMs = 5 * 60_000;
const maxCustomers = 100;
const maxSearches = 50;

/** Drops the oldest entries under a key that no page shows, until `most` are left. */
const keepAtMost = (client: QueryClient, queryKey: QueryKey, most: number): void => {
  const cache = client.getQueryCache();
  const entries = cache.findAll({ queryKey });
  const unused = entries
    .filter((entry) => !entry.isActive() && entry.state.fetchStatus === 'idle')
    .sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt);
  for (const entry of unused.slice(0, Math.max(0, entries.length - most))) cache.remove(entry);
};

export const customersQuery = (call: Call, query: CustomersQuery) =>
  callQuery(call, customerEndpoints.list, { query }, customerKeys.list(query), { placeholderData: keepPreviousData });

export const customerQuery = (call: Call, id: string) =>
  queryOptions({
    queryKey: customerKeys.one(id),
    queryFn: ({ client, signal }) => {
      keepAtMost(client, customerKeys.records, maxCustomers);
      return call(customerEndpoints.get, { params: { id } }, { signal });
    },
    gcTime: cacheMs,
  });

const eachOnce = (rows: readonly CustomerRow[]): CustomerRow[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];

export const customerSearchQuery = (call: Call, typed: string) =>
  queryOptions({
    queryKey: customerKeys.search(typed),
    queryFn: async ({ client, signal }) => {
      keepAtMost(client, customerKeys.searches, maxSearches);
      return eachOnce(await call(customerEndpoints.search, { query: { q: typed } }, { signal }));
    },
    gcTime: cacheMs,
  });

export const mergePreviewQuery = (call: Call, id: string, duplicateId: string) =>
  callQuery(
    call,
    customerEndpoints.mergePreview,
    { params: { id }, query: { duplicate_id: duplicateId } },
    customerKeys.mergePreview(id, duplicateId),
    { staleTime: 0, gcTime: 0 },
  );
