import type { Call } from '#domain/contract/client.ts';
import type { CallOutput } from '#domain/contract/endpoint.ts';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';

type Answer = CallOutput<typeof customerEndpoints.cleanupDuplicates>;
export type MergedDuplicate = Answer['merged'][number];
export type DuplicateGroup = Answer['groups'][number];

/** What a search for duplicates has done so far: which records it merged, and which a person must look at. */
export interface Duplicates {
  merged: readonly MergedDuplicate[];
  groups: readonly DuplicateGroup[];
  finished: boolean;
}

const nothing: Duplicates = { merged: [], groups: [], finished: false };

const membersOf = ({ customers }: DuplicateGroup): string =>
  customers
    .map(({ id }) => id)
    .sort()
    .join();

/** The same people found by their phone and by their e-mail are one group. */
const withAnswer = (so: Duplicates, { merged, groups, next_cursor }: Answer): Duplicates => {
  const known = new Set(so.groups.map(membersOf));
  return {
    merged: [...so.merged, ...merged],
    groups: [...so.groups, ...groups.filter((group) => !known.has(membersOf(group)))],
    finished: next_cursor === null,
  };
};

/** Looks through all customers, call by call; `onProgress` hears what was found so far. */
export const findDuplicates = async (
  call: Call,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (found: Duplicates) => void },
): Promise<void> => {
  let found = nothing;
  let cursor: string | null = null;
  onProgress(found);
  do {
    const answer: Answer = await call(customerEndpoints.cleanupDuplicates, { body: { cursor } }, { signal });
    found = withAnswer(found, answer);
    cursor = answer.next_cursor;
    onProgress(found);
  } while (cursor !== null);
};

/** What is left to look at after one of the records is gone. */
export const withoutRecord = (found: Duplicates, id: string): Duplicates => ({
  ...found,
  groups: found.groups
    .map((group) => ({ ...group, customers: group.customers.filter((customer) => customer.id !== id) }))
    .filter(({ customers }) => customers.length > 1),
});

/** What is left to undo after a merge was taken back. */
export const withoutMerge = (found: Duplicates, mergeId: string): Duplicates => ({
  ...found,
  merged: found.merged.filter(({ merge_id }) => merge_id !== mergeId),
});
