import { AsyncLocalStorage } from 'node:async_hooks';

/** Everything that is asked for until all that runs now stands still: what `Promise.all` begins, and what each of these awaits at once. */
const untilAllHaveAsked = (): Promise<void> =>
  Promise.resolve().then(() => new Promise((resolve) => process.nextTick(resolve)));

/** What was asked for and is not read yet, by where it is read. */
class ReadBatch {
  readonly #batches = new WeakMap<object, { keys: unknown[]; found: Promise<unknown> }>();

  find<Key, Found>(
    where: object,
    keys: readonly Key[],
    read: (keys: readonly Key[]) => Promise<Found>,
  ): Promise<Found> {
    const batch = this.#batches.get(where) ?? this.#begin(where, read);
    batch.keys.push(...keys);
    return batch.found as Promise<Found>;
  }

  #begin<Key, Found>(where: object, read: (keys: readonly Key[]) => Promise<Found>) {
    const keys: unknown[] = [];
    const found = untilAllHaveAsked().then(() => {
      this.#batches.delete(where);
      return read(keys as Key[]);
    });
    const batch = { keys, found };
    this.#batches.set(where, batch);
    return batch;
  }
}

const current = new AsyncLocalStorage<ReadBatch>();

/**
 * Runs `reads`, and has the items that they ask the table for at one moment brought by one call: for reads of a few keys
 * that repositories know each on its own, where every call counts. One that fails fails all of its moment. Within another one,
 * all are brought by the same call.
 */
export const batchReads = <T>(reads: () => Promise<T>): Promise<T> =>
  current.getStore() ? reads() : current.run(new ReadBatch(), reads);

/** What collects reads where this runs, if anything does. */
export const currentBatch = (): ReadBatch | undefined => current.getStore();
