import { partitionOf } from '#functions/store/key-parts.ts';
import { type Keys, keysOf } from '#functions/store/keys.ts';
import type { Projection } from '#functions/store/lists/projection.ts';
import { recountedWrite, recountWrite } from '#functions/store/lists/sharing.ts';
import { StaleProjection } from '#functions/store/lists/tree-store.ts';
import type { Item, Table, Write } from '#functions/store/table.ts';

type Change = (keys: Keys, list: string, item: Item) => Write | undefined;

/** Changes the shared values among some items, each as it stands then. */
const changeAll = async (
  table: Table,
  items: readonly Item[],
  projections: readonly Projection[],
  change: Change,
): Promise<void> => {
  const lists = new Set(projections.map(({ list }) => list.name));
  for (const { pk, sk } of items) {
    const { organizationId = '', kind, names: [list = ''] = [] } = partitionOf(pk) ?? {};
    if (kind !== 'DUP' || !lists.has(list)) continue;
    for (let isDone = false; !isDone; ) {
      const item = await table.get({ pk, sk });
      const write = item && change(keysOf(organizationId), list, item);
      if (!write) break;
      isDone = await table.transact([write]).then(
        () => true,
        // Somebody joined or left at this moment.
        (error: unknown) => {
          if (!(error instanceof StaleProjection)) throw error;
          return false;
        },
      );
    }
  }
};

/**
 * Who shares a value that very many once shared is not known any more. Before records are projected anew, such values
 * are emptied, and stay crowded meanwhile: half of those who share one would look like few.
 */
export const beginCrowds = (table: Table, items: readonly Item[], projections: readonly Projection[]): Promise<void> =>
  changeAll(table, items, projections, (_keys, _list, item) => recountWrite(item));

/** Once all records were projected, everybody has joined who shares them. */
export const endCrowds = (table: Table, items: readonly Item[], projections: readonly Projection[]): Promise<void> =>
  changeAll(table, items, projections, recountedWrite);
