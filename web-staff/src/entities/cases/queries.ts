import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { Call } from '#domain/contract/client.ts';
import type { CallInput } from '#domain/contract/endpoint.ts';
import { useApi } from '../../api/api-context.ts';

type ListQuery = NonNullable<CallInput<typeof caseEndpoints.list>['query']>;

const auditKey = (id: string) => ['cases', 'audit', id] as const;

export const casesQuery = (call: Call, query: ListQuery) =>
  queryOptions({
    queryKey: ['cases', 'list', query],
    queryFn: ({ signal }) => call(caseEndpoints.list, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const caseQuery = (call: Call, id: string) =>
  queryOptions({
    queryKey: ['cases', 'one', id],
    queryFn: ({ signal }) => call(caseEndpoints.get, { params: { id } }, { signal }),
  });

export const auditQuery = (call: Call, id: string) =>
  queryOptions({
    queryKey: auditKey(id),
    queryFn: ({ signal }) => call(caseEndpoints.auditLog, { params: { id } }, { signal }),
    // A log that may be a minute old is no log to look at.
    staleTime: 0,
  });

/**
 * Reads the full number. A mutation, so that it never enters the query cache; `gcTime: 0` lets the answer go as soon
 * as the component that shows it forgets it.
 */
export const useRetrieveSsn = (id: string) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(caseEndpoints.retrieveSsn, { params: { id } }),
    gcTime: 0,
    onSettled: () => client.invalidateQueries({ queryKey: auditKey(id) }),
  });
};
