import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { importEndpoints } from '#domain/imports/import.endpoints.ts';
import type { Outcome } from '#domain/imports/import.schema.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { callQuery } from '../api/calls.ts';
import { importKeys } from './keys.ts';

export const importsQuery = (call: Call) =>
  queryOptions({
    queryKey: importKeys.list,
    queryFn: async ({ signal }) => (await call(importEndpoints.list, {}, { signal })).results,
  });

export const importQuery = (call: Call, id: string) =>
  callQuery(call, importEndpoints.get, { params: { id } }, importKeys.one(id));

export type LineFilter = Outcome | 'with_notes' | '';

export const filterOf = (filter: LineFilter) =>
  filter === 'with_notes' ? ({ with_notes: 'true' } as const) : filter ? { outcome: filter } : {};

export const importLinesQuery = (call: Call, id: string, filter: LineFilter) =>
  infiniteQueryOptions({
    queryKey: importKeys.lines(id, filter),
    initialPageParam: '0',
    queryFn: ({ pageParam: after, signal }) =>
      call(importEndpoints.lines, { params: { id }, query: { after, ...filterOf(filter) } }, { signal }),
    getNextPageParam: ({ next_after }) => next_after,
  });
