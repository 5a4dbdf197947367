import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { firstCallEndpoints } from '#domain/first-calls/first-call.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { firstCallKeys } from './keys.ts';

type FirstCallsQuery = NonNullable<CallInput<typeof firstCallEndpoints.list>['query']>;

export const firstCallsQuery = (call: Call, query: FirstCallsQuery) =>
  queryOptions({
    queryKey: firstCallKeys.list(query),
    queryFn: ({ signal }) => call(firstCallEndpoints.list, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const sheetQueries = (call: Call) =>
  (['active', 'draft'] as const).map((status) => firstCallsQuery(call, { status, page_size: '10' }));

/** Returns the first calls with an open promised arrival, converted ones included. */
export const promisedQuery = (call: Call) => firstCallsQuery(call, { promised: 'true', page_size: '100' });

export const firstCallQuery = (call: Call, id: string) =>
  queryOptions({
    queryKey: firstCallKeys.one(id),
    queryFn: ({ signal }) => call(firstCallEndpoints.get, { params: { id } }, { signal }),
  });

export const conversionQuery = (call: Call, id: string) =>
  queryOptions({
    queryKey: firstCallKeys.conversion(id),
    queryFn: ({ signal }) => call(firstCallEndpoints.conversionData, { params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
