import { queryOptions } from '@tanstack/react-query';
import { organizationEndpoints } from '#domain/organizations/organization.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { organizationKeys } from './keys.ts';

export const organizationQuery = (call: Call) =>
  queryOptions({
    queryKey: organizationKeys.all,
    queryFn: ({ signal }) => call(organizationEndpoints.get, {}, { signal }),
  });
