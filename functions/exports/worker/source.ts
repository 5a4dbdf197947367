import type * as z from 'zod';
import type { AuditProof } from '#functions/platform/store/audit/audit-proof.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { ListDefinition } from '#functions/platform/store/lists/list-definition.ts';
import { walkList } from '#functions/platform/store/lists/list-page.ts';
import type { KeyWrapper } from '#functions/platform/store/subject-keys.ts';
import { type Item, type Key, prefixEnd, type Table } from '#functions/platform/store/table.ts';

/** Where an archive's lines come from: one organization's items, with its rights alone. */
export interface Source {
  table: Table;
  keys: Keys;
  wrapper: KeyWrapper;
  proof: AuditProof;
  now: Date;
}

/** The cases of an organization, by which most else is found. */
export interface KnownCase {
  id: string;
  case_number: string;
}

const rowsAtOnce = 500;
const readsAtOnce = 20;
/** More entries than any part of an organization or a case has. */
const most = 50_000;

/** All rows of a list in the order of their creation, some at a time. */
export async function* rowsOf<Columns extends z.ZodObject>(
  { table, keys }: Pick<Source, 'table' | 'keys'>,
  list: ListDefinition<Columns>,
  sort: string,
): AsyncGenerator<z.output<Columns>[]> {
  for (let cursor: string | undefined, isMore = true; isMore; ) {
    const { rows, end } = await walkList(table, keys, list, { sort, cursor, limit: rowsAtOnce });
    yield rows;
    cursor = end;
    isMore = end !== undefined;
  }
}

/** What is made of each, several side by side, in their order. */
export async function* mapInOrder<One, Made>(
  all: readonly One[],
  make: (one: One) => Promise<Made>,
): AsyncGenerator<Made> {
  for (let at = 0; at < all.length; at += readsAtOnce)
    yield* await Promise.all(all.slice(at, at + readsAtOnce).map(make));
}

/** The items of a partition whose sort keys begin so. */
export const itemsIn = ({ table }: Pick<Source, 'table'>, pk: string, prefix = ''): Promise<Item[]> =>
  table.query({ pk, limit: most, ...(prefix ? { between: [prefix, prefixEnd(prefix)] } : {}) });

/** Records that entries of a partition name, `DOCUMENT#id` say. */
export const namedIn = async (
  source: Pick<Source, 'table'>,
  { pk, prefix, key }: { pk: string; prefix: string; key: (id: string) => Key },
): Promise<Item[]> => {
  const entries = await itemsIn(source, pk, prefix);
  return source.table.getAll(entries.map(({ sk }) => key(sk.slice(prefix.length))));
};
