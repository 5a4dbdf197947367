import type { Item } from '#functions/store/table.ts';
import { DynoxideImport } from '#local/aws/dynamodb/dynoxide-import.ts';
import type { Harness } from '#tests/support/harness.ts';

/** Puts items that a test needs many of: past the engine where it has a file for that, and unknown to its stream. */
export const putMany = async ({ engine, tableName, calmTable }: Harness, items: readonly Item[]): Promise<void> => {
  if (engine.databasePath) {
    const file = new DynoxideImport(engine.databasePath, tableName);
    file.put(items);
    file.close();
    return;
  }
  for (let at = 0; at < items.length; at += 100)
    await calmTable.transact(items.slice(at, at + 100).map((put) => ({ put })));
};
