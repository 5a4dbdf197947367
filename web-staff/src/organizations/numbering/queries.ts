import { queryOptions } from '@tanstack/react-query';
import { funeralHomeEndpoints } from '#domain/organizations/funeral-home.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';

export const caseNumberingKeys = {
  of: (homeId: string) => ['case-numbering', homeId],
  preview: (homeId: string, settings: string | undefined) => ['case-numbering-preview', homeId, settings],
} as const;

export const caseNumberingQuery = (call: Call, homeId: string) =>
  queryOptions({
    queryKey: caseNumberingKeys.of(homeId),
    queryFn: ({ signal }) => call(funeralHomeEndpoints.caseNumbering, { params: { id: homeId } }, { signal }),
    staleTime: 0,
  });
