import { createHash } from 'node:crypto';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';

type Attributes = Record<string, AttributeValue>;

const Index = z.object({
  IndexName: z.string(),
  KeySchema: z.array(z.object({ AttributeName: z.string() })),
  Projection: z.object({ NonKeyAttributes: z.array(z.string()).optional() }),
});
const Indexes = z.array(Index);
type Index = z.output<typeof Index>;

const keyText = (value: AttributeValue | undefined): string => `S:${value?.S ?? ''}`;

/** Size of a value as DynamoDB counts it. */
const sizeOf = (value: AttributeValue): number => {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  // Two digits a byte, one more for the exponent, one for the plus or minus.
  if (value.N !== undefined)
    return Math.ceil(value.N.replace(/[^0-9]/g, '').length / 2) + (value.N.startsWith('-') ? 2 : 1);
  if (value.L) return 3 + value.L.reduce((sum, inner) => sum + 1 + sizeOf(inner), 0);
  if (value.M) return 3 + itemSize(value.M) + Object.keys(value.M).length;
  return 1;
};
const itemSize = (item: Attributes): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + sizeOf(value), 0);

/** The part of the key's hash by which the engine divides a parallel scan. */
const hashPrefix = (pk: AttributeValue | undefined): string =>
  createHash('md5').update(`Outliers${pk?.S}`).digest('hex').slice(0, 6);

/**
 * Puts items straight into the file of a dynoxide database, also while the engine runs on it. For imports: there is no
 * condition, and no stream record, which readers would have to go through. The keys must be strings.
 *
 * This relies on the engine's private schema, hence on its exact version, which package.json pins; its test compares
 * what this writes with what the engine writes.
 */
export class DynoxideImport {
  readonly #database: DatabaseSync;
  readonly #putItem: StatementSync;
  readonly #indexes: { index: Index; put: StatementSync; remove: StatementSync }[];

  constructor(path: string, tableName: string) {
    this.#database = new DatabaseSync(path, { timeout: 5000 });
    this.#database.exec('PRAGMA cache_size = -64000; PRAGMA synchronous = NORMAL');
    const found = this.#database.prepare('SELECT gsi_definitions FROM _tables WHERE table_name = ?').get(tableName);
    const indexes = Indexes.parse(JSON.parse(String(found?.gsi_definitions ?? '[]')));
    this.#putItem = this.#database.prepare(
      `INSERT OR REPLACE INTO "${tableName}" (pk, sk, item_json, item_size, hash_prefix) VALUES (?, ?, ?, ?, ?)`,
    );
    this.#indexes = indexes.map((index) => {
      const table = `"${tableName}::gsi::${index.IndexName}"`;
      return {
        index,
        put: this.#database.prepare(
          `INSERT OR REPLACE INTO ${table} (gsi_pk, gsi_sk, table_pk, table_sk, item_json) VALUES (?, ?, ?, ?, ?)`,
        ),
        remove: this.#database.prepare(`DELETE FROM ${table} WHERE table_pk = ? AND table_sk = ?`),
      };
    });
  }

  /** All of them in one transaction; an item that is there already is replaced. */
  put(items: readonly Record<string, unknown>[]): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      for (const item of items) this.#putOne(marshall(item, { removeUndefinedValues: true }));
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  #putOne(item: Attributes): void {
    const [pk, sk] = [keyText(item.pk), keyText(item.sk)];
    this.#putItem.run(pk, sk, JSON.stringify(item), itemSize(item), hashPrefix(item.pk));
    for (const { index, put, remove } of this.#indexes) {
      const [hash = '', range = ''] = index.KeySchema.map(({ AttributeName }) => AttributeName);
      remove.run(pk, sk);
      if (!item[hash] || !item[range]) continue;
      const shown = ['pk', 'sk', hash, range, ...(index.Projection.NonKeyAttributes ?? [])];
      const row = Object.fromEntries(shown.flatMap((name) => (item[name] ? [[name, item[name]]] : [])));
      put.run(keyText(item[hash]), keyText(item[range]), pk, sk, JSON.stringify(row));
    }
  }

  close(): void {
    this.#database.close();
  }
}
