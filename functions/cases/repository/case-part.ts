import type { CasePart, Keys } from '#functions/platform/store/keys.ts';
import type { Item, Key, Table, Write } from '#functions/platform/store/table.ts';
import { WriteConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';

/** A list of a case as it rests: its entries, under a version of its own. */
interface StoredPart<Entry> {
  version: number;
  entries: Entry[];
}
interface PartShape<Entry> {
  parse(item: Item): StoredPart<Entry>;
  item(key: Key, record: StoredPart<Entry>): Item;
}

/** How a list of a case is read and written whole: what its entries share, such as a unique number, holds at every commit. */
export const casePartIn =
  <Entry>(part: CasePart, shape: PartShape<Entry>) =>
  (table: Table, keys: Keys) => ({
    /** The list of a case; an empty one of version 0 where it has none. */
    async of(caseId: string): Promise<StoredPart<Entry>> {
      const item = await table.get(keys.casePart(caseId, part));
      return item ? shape.parse(item) : { version: 0, entries: [] };
    },
    /** The list with other entries, if nobody changed it since `before` was read; throws {@link WriteConflict}. */
    write: (caseId: string, before: StoredPart<Entry>, entries: Entry[]): Write => ({
      put: shape.item(keys.casePart(caseId, part), { ...before, entries, version: before.version + 1 }),
      when: before.version ? { equals: { version: before.version } } : 'absent',
      refused: () => new WriteConflict(),
    }),
  });
