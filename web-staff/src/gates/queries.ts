import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { gateEndpoints } from '#domain/gates/gate.endpoints.ts';
import type { CaseGates } from '#domain/gates/gate.schema.ts';
import { ApiError, type Call } from '#domain/shared/contract/client.ts';
import { useApi } from '../api/api-context.ts';
import { readAgain } from '../api/cache.ts';
import { gateKeys } from './keys.ts';

/** A check may turn with the clock, so each page reads it again. */
export const gatesQuery = (call: Call, caseId: string) =>
  queryOptions({
    queryKey: gateKeys.ofCase(caseId),
    queryFn: ({ signal }) => call(gateEndpoints.ofCase, { params: { id: caseId } }, { signal }),
    staleTime: 0,
  });

/** Sends a change, whose response is all gates of the case. A refusal may mean that they changed since, so they are read again. */
export const useChangeGates = (caseId: string) => {
  const call = useApi();
  const client = useQueryClient();
  const queryKey = gateKeys.ofCase(caseId);
  return useMutation({
    mutationFn: (send: (call: Call) => Promise<CaseGates>) => send(call),
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: (gates) => {
      client.setQueryData(queryKey, gates);
      void readAgain(client, 'gates.changed', caseId);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) void client.invalidateQueries({ queryKey });
    },
  });
};
