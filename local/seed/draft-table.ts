import type { Condition } from '#functions/platform/store/key-format.ts';
import { compareKeys } from '#functions/platform/store/lists/bucket-counters.ts';
import { isSame } from '#functions/platform/store/sorted-json.ts';
import { type Item, type Key, type Query, Table, type Write } from '#functions/platform/store/table.ts';

const keyOf = (write: Write): Key => {
  if ('put' in write) return write.put;
  if ('update' in write) return write.update;
  return 'delete' in write ? write.delete : write.check;
};

const holds = (item: Item | undefined, when: Condition | undefined): boolean => {
  const equal = (values: Record<string, unknown>) =>
    Object.entries(values).every(([name, value]) => isSame(item?.[name], value));
  if (when === undefined) return true;
  if (when === 'exists' || when === 'absent') return (when === 'exists') === (item !== undefined);
  if ('equals' in when) return equal(when.equals);
  if ('absentOr' in when) return !item || equal(when.absentOr);
  if ('expiredAt' in when) return !item || Number(item.expires_at) < when.expiredAt || equal(when.orEquals ?? {});
  const isAbove = ([name, below]: [string, string]) =>
    item?.[name] === undefined || compareKeys(String(item[name]), below) > 0;
  return Object.entries(when.absentOrAbove).every(isAbove) && (!when.exists || item !== undefined);
};

const applied = (item: Item | undefined, write: Write): Item | undefined => {
  if ('put' in write) return write.put;
  if ('check' in write) return item;
  if ('delete' in write) return undefined;
  const next: Item = { ...item, ...write.update, ...write.set };
  for (const [name, by] of Object.entries(write.add ?? {})) next[name] = Number(next[name] ?? 0) + by;
  for (const name of write.remove ?? []) delete next[name];
  return next;
};

/** Returns a copy as the database returns it: without undefined attributes. */
const stored = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(stored) as T;
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value;
  const given = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(given.map(([name, inner]) => [name, stored(inner)])) as T;
};

/**
 * A table in memory: repositories and projections write a year of records to it in seconds, and only its last state
 * goes to the database.
 */
export class DraftTable extends Table {
  readonly #partitions = new Map<string, Map<string, Item>>();

  #find({ pk, sk }: Key): Item | undefined {
    return this.#partitions.get(pk)?.get(sk);
  }

  override get(key: Key): Promise<Item | undefined> {
    return Promise.resolve(this.#find(key));
  }

  override getAll(keys: readonly Key[]): Promise<Item[]> {
    return Promise.resolve(keys.flatMap((key) => this.#find(key) ?? []));
  }

  override query({ pk, index, between, newestFirst, limit }: Query): Promise<Item[]> {
    const [pkName, skName] = index ? [`${index}pk`, `${index}sk`] : ['pk', 'sk'];
    const all = index
      ? this.items().filter((item) => item[pkName] === pk)
      : [...(this.#partitions.get(pk)?.values() ?? [])];
    const sortKey = (item: Item) => String(item[skName]);
    const found = all
      .filter(
        (item) =>
          !between || (compareKeys(sortKey(item), between[0]) >= 0 && compareKeys(sortKey(item), between[1]) <= 0),
      )
      .sort((a, b) => compareKeys(sortKey(a), sortKey(b)));
    return Promise.resolve((newestFirst ? found.reverse() : found).slice(0, limit));
  }

  override async transact(writes: readonly Write[]): Promise<void> {
    for (const write of writes) {
      const item = this.#find(keyOf(write));
      if (!holds(item, write.when))
        throw write.refused?.(item) ?? new Error(`a condition of ${keyOf(write).pk} / ${keyOf(write).sk} failed`);
    }
    for (const write of writes) {
      const { pk, sk } = keyOf(write);
      const next = applied(this.#find({ pk, sk }), write);
      const partition = this.#partitions.get(pk) ?? new Map<string, Item>();
      this.#partitions.set(pk, partition);
      if (next) partition.set(sk, stored(next));
      else partition.delete(sk);
    }
  }

  override async update(write: Parameters<Table['update']>[0]): Promise<Item> {
    await this.transact([write]);
    return this.#find(write.update) ?? { ...write.update };
  }

  override put(item: Item): Promise<void> {
    return this.transact([{ put: item }]);
  }

  override delete(key: Key): Promise<void> {
    return this.transact([{ delete: key }]);
  }

  items(): Item[] {
    return [...this.#partitions.values()].flatMap((partition) => [...partition.values()]);
  }

  /** Writes all items in transactions of a hundred, which the local engine takes five times as fast as batches. */
  async save(table: Table): Promise<void> {
    const puts = this.items().map((put): Write => ({ put }));
    for (let at = 0; at < puts.length; at += 100) await table.transact(puts.slice(at, at + 100));
  }
}
