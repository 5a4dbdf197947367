import { exclusiveStart, idInOrderKey, valueInOrderKey } from '#functions/platform/store/key-format.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { prefixEnd, type Table } from '#functions/platform/store/table.ts';
import { highest, lowest } from './bucket-counters.ts';
import { reasonOf, type Shared, sharedName } from './projected-row.ts';

/** More records than these under one value, such as a nursing home's phone number, mean nothing. */
const maxSharing = 50;
const readAtOnce = 1000;
/** One answer looks at so many values, some megabytes, whether two records share them or not. */
const maxWalked = 50_000;

/** Ids of the records that share these values, each once; none of a value that too many share. */
export const recordsSharing = async (
  table: Table,
  keys: Keys,
  list: string,
  values: readonly Shared[],
): Promise<string[]> => {
  const names = [...new Set(values.map(sharedName))];
  const found = await Promise.all(
    names.map(async (name) => {
      const between = [`${name}#`, prefixEnd(`${name}#`)] as const;
      const items = await table.query({ pk: keys.shared(list), between, limit: maxSharing + 1 });
      return items.length > maxSharing ? [] : items;
    }),
  );
  return [...new Set(found.flat().map(({ sk }) => idInOrderKey(sk)))];
};

/** Records that share a value, and where a walk goes on behind it. */
export interface Sharing {
  reason: string;
  ids: string[];
  cursor: string;
}

/**
 * Up to `limit` values that two or more records share and not too many, in a fixed order, from behind `cursor` on; `end`
 * is where to go on, and without it these are all.
 */
export const sharedValues = async (
  table: Table,
  keys: Keys,
  list: string,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<{ values: Sharing[]; end?: string }> => {
  const values: Sharing[] = [];
  let [from, name, ids]: [string, string, string[]] = [cursor ?? lowest, '', []];
  /** The value that was read to its end. */
  const close = (): void => {
    if (ids.length > 1 && ids.length <= maxSharing)
      values.push({ reason: reasonOf(name), ids, cursor: prefixEnd(`${name}#`) });
  };
  for (let left = maxWalked; ; left -= readAtOnce) {
    const items = await table.query({
      ...{ pk: keys.shared(list), between: [from, highest], only: ['sk'], limit: readAtOnce, consistent: false },
    });
    for (const { sk } of items) {
      if (valueInOrderKey(sk) !== name) {
        close();
        if (values.length === limit) return { values, end: prefixEnd(`${name}#`) };
        [name, ids] = [valueInOrderKey(sk), []];
        if (left <= 0) return { values, end: sk };
      }
      ids.push(idInOrderKey(sk));
    }
    if (items.length < readAtOnce) break;
    from = exclusiveStart(items.at(-1)?.sk ?? '');
  }
  close();
  return { values };
};
