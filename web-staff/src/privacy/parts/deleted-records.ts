import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type DeletedRecord, privacyEndpoints } from '#domain/privacy/erasure.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { useApi } from '../../api/api-context.ts';

const key = ['deleted-records'] as const;

/** Deleted records with a history, the last deleted first. */
export const deletedRecordsQuery = (call: Call) =>
  infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      call(
        privacyEndpoints.deletedRecords,
        { query: pageParam === undefined ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    // Names of deleted persons are not cached.
    staleTime: 0,
    gcTime: 0,
  });

export const useForget = () => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, kind, confirmation }: Pick<DeletedRecord, 'id' | 'kind'> & { confirmation: string }) =>
      call(privacyEndpoints.forget, { params: { id }, body: { kind, confirmation } }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
};
