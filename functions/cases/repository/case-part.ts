import { notFound } from '#domain/shared/contract/errors.ts';
import type { CasePart, Keys } from '#functions/platform/store/keys.ts';
import type { Item, Key, Table, Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';

interface StoredPart<Entry> {
  version: number;
  entries: Entry[];
}
interface PartShape<Entry> {
  parse(item: Item): StoredPart<Entry>;
  item(key: Key, record: StoredPart<Entry>): Item;
}

/** Reads and writes a list as a whole, so that a rule across its entries holds at every commit. */
export const casePartIn =
  <Entry>(part: CasePart, shape: PartShape<Entry>) =>
  (table: Table, keys: Keys) => ({
    async of(caseId: string): Promise<StoredPart<Entry>> {
      const item = await table.get(keys.casePart(caseId, part));
      return item ? shape.parse(item) : { version: 0, entries: [] };
    },
    /** Throws {@link WriteConflictError} if the list changed since `before`. */
    write: (caseId: string, before: StoredPart<Entry>, entries: Entry[]): Write => ({
      put: shape.item(keys.casePart(caseId, part), { ...before, entries, version: before.version + 1 }),
      when: before.version ? { equals: { version: before.version } } : 'absent',
      refused: () => new WriteConflictError(),
    }),
  });

/** A condition for data outside the case's items, which a worker deletes only once. Throws 404. */
export const caseExistsCheck = (keys: Keys, caseId: string): Write => ({
  check: keys.case(caseId),
  when: 'exists',
  refused: () => notFound(),
});
