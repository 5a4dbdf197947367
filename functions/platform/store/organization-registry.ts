import { exclusiveStart } from './key-format.ts';
import { sharedKeys } from './shared-keys.ts';
import { prefixEnd, type Table, type Write } from './table.ts';

/**
 * Makes an organization known to what goes through all of them by the clock. It commits with the organization; no function
 * may write or remove it.
 */
export const registerOrganization = (organizationId: string): Write => ({
  put: { pk: sharedKeys.organizations, sk: `ORG#${organizationId}`, organization_id: organizationId },
});

const readAtOnce = 1_000;

/** All organizations. */
export const organizationRegistry = async (table: Table): Promise<{ readonly id: string }[]> => {
  const found: { id: string }[] = [];
  for (let from: string | undefined = 'ORG#'; from !== undefined; ) {
    const items = await table.query({
      ...{ pk: sharedKeys.organizations, between: [from, prefixEnd('ORG#')], limit: readAtOnce },
    });
    for (const { organization_id } of items) found.push({ id: String(organization_id) });
    from = items.length === readAtOnce ? exclusiveStart(String(items.at(-1)?.sk)) : undefined;
  }
  return found;
};

/**
 * The same ones for a run that may end before the last of them, which begins with another one than the run before, `everyMs`
 * ago: multiples of the golden section lie evenly however many there are, so that none waits for long.
 */
export const rotatedStart = <One>(all: readonly One[], now: Date, everyMs: number): One[] => {
  const first = Math.floor(((Math.floor(now.getTime() / everyMs) * 0.618_033_988_75) % 1) * all.length);
  return [...all.slice(first), ...all.slice(0, first)];
};
