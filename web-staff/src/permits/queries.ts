import { queryOptions } from '@tanstack/react-query';
import { permitEndpoints } from '#domain/permits/permit.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { permitKeys } from './keys.ts';

/** The permits of a case, as they stand now. */
export const permitsQuery = (call: Call, caseId: string) =>
  queryOptions({
    queryKey: permitKeys.ofCase(caseId),
    queryFn: ({ signal }) => call(permitEndpoints.list, { params: { id: caseId } }, { signal }),
    staleTime: 0,
  });
