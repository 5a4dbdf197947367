import { queryOptions } from '@tanstack/react-query';
import { funeralHomeEndpoints } from '#domain/organizations/funeral-home.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { caseNumberingKeys } from './keys.ts';

/** How a home numbers its cases; every case that is opened moves the count. */
export const caseNumberingQuery = (call: Call, homeId: string) =>
  queryOptions({
    queryKey: caseNumberingKeys.of(homeId),
    queryFn: ({ signal }) => call(funeralHomeEndpoints.caseNumbering, { params: { id: homeId } }, { signal }),
    staleTime: 0,
  });
