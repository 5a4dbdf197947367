import { sumLayout } from '#domain/insight/sum-layout.ts';
import { rightAfter } from './key-parts.ts';
import { sharedKeys } from './shared-keys.ts';
import { after, type Key, type Table, type Write } from './table.ts';

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

const readAtOnce = 1_000;

/** All organizations, and whether a reindex of their sums is due. */
export const organizationRegistry = async (table: Table): Promise<Registered[]> => {
  const found: Registered[] = [];
  for (let from: string | undefined = 'ORG#'; from !== undefined; ) {
    const items = await table.query({
      ...{ pk: sharedKeys.organizations, between: [from, after('ORG#')], limit: readAtOnce },
    });
    for (const { organization_id, sum_layout } of items)
      found.push({ id: String(organization_id), isReindexDue: sum_layout !== sumLayout });
    from = items.length === readAtOnce ? rightAfter(String(items.at(-1)?.sk)) : undefined;
  }
  return found;
};

/** The ids of all organizations. */
export const registeredOrganizations = async (table: Table): Promise<string[]> =>
  (await organizationRegistry(table)).map(({ id }) => id);

/**
 * The same ones for a run that may end before the last of them, which begins with another one than the run before, `everyMs`
 * ago: multiples of the golden section lie evenly however many there are, so that none waits for long.
 */
export const fromAnother = <One>(all: readonly One[], now: Date, everyMs: number): One[] => {
  const first = Math.floor(((Math.floor(now.getTime() / everyMs) * 0.618_033_988_75) % 1) * all.length);
  return [...all.slice(first), ...all.slice(0, first)];
};
