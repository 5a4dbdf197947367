import { sharedKeys } from './keys.ts';
import type { Table, Write } from './table.ts';

/**
 * Makes an organization known to what goes through all of them by the clock. It commits with the organization; no
 * function may write or remove it.
 */
export const registerOrganization = (organizationId: string): Write => ({
  put: { pk: sharedKeys.organizations, sk: `ORG#${organizationId}`, organization_id: organizationId },
});

/** The ids of all organizations. */
export const registeredOrganizations = async (table: Table): Promise<string[]> =>
  (await table.query({ pk: sharedKeys.organizations })).map(({ organization_id }) => String(organization_id));
