import { exclusiveStart } from './key-format.ts';
import { sharedKeys } from './keys.ts';
import { prefixEnd, type Table, type Write } from './table.ts';

/** Returns the write that adds an organization to the registry; no function may change or delete it. */
export const registerOrganization = (organizationId: string): Write => ({
  put: { pk: sharedKeys.organizations, sk: `ORG#${organizationId}`, organization_id: organizationId },
});

const readAtOnce = 1_000;

/** Returns all organizations. */
export const organizationRegistry = async (table: Table): Promise<{ readonly id: string }[]> => {
  const found: { id: string }[] = [];
  for (let from: string | undefined = 'ORG#'; from !== undefined; ) {
    const items = await table.query({
      pk: sharedKeys.organizations,
      between: [from, prefixEnd('ORG#')],
      limit: readAtOnce,
    });
    for (const { organization_id } of items) found.push({ id: String(organization_id) });
    from = items.length === readAtOnce ? exclusiveStart(String(items.at(-1)?.sk)) : undefined;
  }
  return found;
};

/** Returns the organizations rotated by the golden ratio, so that a run that ends early starts elsewhere next time. */
export const rotatedStart = <One>(all: readonly One[], now: Date, everyMs: number): One[] => {
  const first = Math.floor(((Math.floor(now.getTime() / everyMs) * 0.618_033_988_75) % 1) * all.length);
  return [...all.slice(first), ...all.slice(0, first)];
};
