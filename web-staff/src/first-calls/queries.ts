import { keepPreviousData } from '@tanstack/react-query';
import { firstCallEndpoints } from '#domain/first-calls/first-call.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { callQuery } from '../api/calls.ts';
import { firstCallKeys } from './keys.ts';

type FirstCallsQuery = NonNullable<CallInput<typeof firstCallEndpoints.list>['query']>;

export const firstCallsQuery = (call: Call, query: FirstCallsQuery) =>
  callQuery(call, firstCallEndpoints.list, { query }, firstCallKeys.list(query), { placeholderData: keepPreviousData });

export const sheetQueries = (call: Call) =>
  (['active', 'draft'] as const).map((status) => firstCallsQuery(call, { status, page_size: '10' }));

/** Returns the first calls with an open promised arrival, converted ones included. */
export const promisedQuery = (call: Call) => firstCallsQuery(call, { promised: 'true', page_size: '100' });

export const firstCallQuery = (call: Call, id: string) =>
  callQuery(call, firstCallEndpoints.get, { params: { id } }, firstCallKeys.one(id));

export const conversionQuery = (call: Call, id: string) =>
  callQuery(call, firstCallEndpoints.conversionData, { params: { id } }, firstCallKeys.conversion(id), {
    staleTime: 0,
    gcTime: 0,
  });
