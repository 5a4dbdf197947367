import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Call } from '#domain/contract/client.ts';
import { importEndpoints } from '#domain/imports/import.endpoints.ts';
import type { Outcome } from '#domain/imports/import.schema.ts';
import { importKeys } from './keys.ts';

export const importsQuery = (call: Call) =>
  queryOptions({
    queryKey: importKeys.list,
    queryFn: async ({ signal }) => (await call(importEndpoints.list, {}, { signal })).results,
  });

export const importQuery = (call: Call, id: string) =>
  queryOptions({
    queryKey: importKeys.one(id),
    queryFn: ({ signal }) => call(importEndpoints.get, { params: { id } }, { signal }),
  });

/** Lines of an import, those of one kind or all, some at a time. */
export const importLinesQuery = (call: Call, id: string, outcome: Outcome | '') =>
  infiniteQueryOptions({
    queryKey: importKeys.lines(id, outcome),
    initialPageParam: '0',
    queryFn: ({ pageParam: after, signal }) =>
      call(importEndpoints.lines, { params: { id }, query: { after, ...(outcome ? { outcome } : {}) } }, { signal }),
    getNextPageParam: ({ next_after }) => next_after,
  });
