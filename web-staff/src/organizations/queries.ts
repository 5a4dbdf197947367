import { funeralHomeEndpoints } from '#domain/organizations/funeral-home.endpoints.ts';
import { organizationEndpoints } from '#domain/organizations/organization.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { callQuery } from '../api/calls.ts';

export const organizationKeys = { all: ['organization'] } as const;

export const organizationQuery = (call: Call) => callQuery(call, organizationEndpoints.get, {}, organizationKeys.all);

export const caseNumberingKeys = {
  of: (homeId: string) => ['case-numbering', homeId],
  preview: (homeId: string, settings: string | undefined) => ['case-numbering-preview', homeId, settings],
} as const;

export const caseNumberingQuery = (call: Call, homeId: string) =>
  callQuery(call, funeralHomeEndpoints.caseNumbering, { params: { id: homeId } }, caseNumberingKeys.of(homeId), {
    staleTime: 0,
  });
