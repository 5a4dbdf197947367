import { organizationEndpoints } from '#domain/organizations/organization.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { callQuery } from '../../api/calls.ts';
import { organizationKeys } from './keys.ts';

export const organizationQuery = (call: Call) => callQuery(call, organizationEndpoints.get, {}, organizationKeys.all);
