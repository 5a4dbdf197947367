import { queryOptions } from '@tanstack/react-query';
import { gateEndpoints } from '#domain/gates/gate.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { gateKeys } from './keys.ts';

/** A check may turn with the clock, so each page reads it again. */
export const gatesQuery = (call: Call, caseId: string) =>
  queryOptions({
    queryKey: gateKeys.ofCase(caseId),
    queryFn: ({ signal }) => call(gateEndpoints.ofCase, { params: { id: caseId } }, { signal }),
    staleTime: 0,
  });
