import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallOutput } from '#domain/shared/contract/endpoint.ts';

type Answer = CallOutput<typeof customerEndpoints.cleanupDuplicates>;
export type MergedDuplicate = Answer['merged'][number];
export type CertainPair = Answer['certain'][number];
export type DuplicateGroup = Answer['groups'][number];

export interface Duplicates {
  merged: readonly MergedDuplicate[];
  certain: readonly CertainPair[];
  groups: readonly DuplicateGroup[];
  finished: boolean;
}

const nothing: Duplicates = { merged: [], certain: [], groups: [], finished: false };

const membersOf = ({ customers }: DuplicateGroup): string =>
  customers
    .map(({ id }) => id)
    .sort()
    .join();

const withAnswer = (so: Duplicates, { certain, groups, next_cursor }: Answer): Duplicates => {
  const known = new Set(so.groups.map(membersOf));
  const paired = new Set(so.certain.map(({ duplicate }) => duplicate.id));
  return {
    ...so,
    certain: [...so.certain, ...certain.filter(({ duplicate }) => !paired.has(duplicate.id))],
    groups: [...so.groups, ...groups.filter((group) => !known.has(membersOf(group)))],
    finished: next_cursor === null,
  };
};

/** Searches all customers, call by call, without changes. */
export const findDuplicates = async (
  call: Call,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (found: Duplicates) => void },
): Promise<void> => {
  let found = nothing;
  let cursor: string | null = null;
  onProgress(found);
  do {
    const answer: Answer = await call(
      customerEndpoints.cleanupDuplicates,
      { body: { cursor, preview: true } },
      { signal },
    );
    found = withAnswer(found, answer);
    cursor = answer.next_cursor;
    onProgress(found);
  } while (cursor !== null);
};

export const withoutRecord = (found: Duplicates, id: string): Duplicates => ({
  ...found,
  certain: found.certain.filter(({ survivor, duplicate }) => survivor.id !== id && duplicate.id !== id),
  groups: found.groups
    .map((group) => ({ ...group, customers: group.customers.filter((customer) => customer.id !== id) }))
    .filter(({ customers }) => customers.length > 1),
});

/** Removes a group whose customers are different people. */
export const withoutGroup = (found: Duplicates, group: DuplicateGroup): Duplicates => ({
  ...found,
  groups: found.groups.filter((one) => membersOf(one) !== membersOf(group)),
});

type Named = Pick<CertainPair['survivor'], 'id' | 'full_name'>;

export const withMerge = (
  found: Duplicates,
  { survivor, duplicate }: { survivor: Named; duplicate: Named },
  mergeId: string,
): Duplicates => ({
  ...withoutRecord(found, duplicate.id),
  merged: [
    ...found.merged,
    {
      survivor_id: survivor.id,
      survivor_name: survivor.full_name,
      duplicate_id: duplicate.id,
      name: duplicate.full_name,
      merge_id: mergeId,
    },
  ],
});

export const withoutMerge = (found: Duplicates, mergeId: string): Duplicates => ({
  ...found,
  merged: found.merged.filter(({ merge_id }) => merge_id !== mergeId),
});
