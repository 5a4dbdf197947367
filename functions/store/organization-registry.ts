import { sumLayout } from '#domain/insight/sum-layout.ts';
import { sharedKeys } from './keys.ts';
import type { Key, Table, Write } from './table.ts';

const keyOf = (organizationId: string): Key => ({ pk: sharedKeys.organizations, sk: `ORG#${organizationId}` });

/**
 * Makes an organization known to what goes through all of them by the clock. It commits with the organization; no function
 * may write or remove it. Its sums are kept as this release keeps them from the first one on.
 */
export const registerOrganization = (organizationId: string): Write => ({
  put: { ...keyOf(organizationId), organization_id: organizationId, sum_layout: sumLayout },
});

/** Notes that all sums of an organization are kept as this release keeps them. */
export const noteSumLayout = (organizationId: string): Write => ({
  update: keyOf(organizationId),
  set: { sum_layout: sumLayout },
});

interface Registered {
  readonly id: string;
  /** Whether its sums were kept by a release that keeps them otherwise: figures lack something until they are reindexed. */
  readonly isReindexDue: boolean;
}

/** All organizations, and whether a reindex of their sums is due. */
export const organizationRegistry = async (table: Table): Promise<Registered[]> =>
  (await table.query({ pk: sharedKeys.organizations })).map(({ organization_id, sum_layout }) => ({
    id: String(organization_id),
    isReindexDue: sum_layout !== sumLayout,
  }));

/** The ids of all organizations. */
export const registeredOrganizations = async (table: Table): Promise<string[]> =>
  (await organizationRegistry(table)).map(({ id }) => id);
