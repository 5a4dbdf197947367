/** A value encrypted with a key that no script can export. */
export interface SealedEntry {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
  /** The last write, in milliseconds since 1970. */
  at: number;
}

export const sealingKeyName = 'key';

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Returns the encrypted entries of an IndexedDB database of this browser, with one key for all. */
export const sealedEntries = (databaseName: string, storeName: string) => {
  /** Settles when the data is on the disk, because a full disk fails only at the end of the transaction. */
  const ask = async <T>(mode: IDBTransactionMode, run: (entries: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    const database = await done(request);
    try {
      const transaction = database.transaction(storeName, mode);
      const ended = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
      });
      const [answer] = await Promise.all([done(run(transaction.objectStore(storeName))), ended]);
      return answer;
    } finally {
      database.close();
    }
  };

  const keyOf = async (): Promise<CryptoKey> => {
    const known = await ask<CryptoKey | undefined>('readonly', (entries) => entries.get(sealingKeyName));
    if (known) return known;
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    // Another tab may have made a key concurrently; the first one counts.
    return ask('readwrite', (entries) => entries.add(made, sealingKeyName)).then(
      () => made,
      async () => (await ask<CryptoKey | undefined>('readonly', (entries) => entries.get(sealingKeyName))) ?? made,
    );
  };

  /** Binds an entry to its owner, so that it cannot pass as a colleague's. */
  const cipherOf = (owner: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams => ({
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(owner),
  });

  let queue: Promise<unknown> = Promise.resolve();

  return {
    ask,
    /** Runs one after another, so that a pending write cannot restore what was removed. Undefined after an error. */
    inTurn: <T>(run: () => Promise<T>): Promise<T | undefined> => {
      const turn = queue.then(run).catch(() => undefined);
      queue = turn;
      return turn;
    },
    find: (name: string) => ask<SealedEntry | undefined>('readonly', (entries) => entries.get(name)),
    remove: (name: string) => ask('readwrite', (entries) => entries.delete(name)),
    async seal(name: string, value: unknown, at: number, owner = ''): Promise<void> {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const plain = new TextEncoder().encode(JSON.stringify(value));
      const data = await crypto.subtle.encrypt(cipherOf(owner, iv), await keyOf(), plain);
      await ask('readwrite', (entries) => entries.put({ iv, data, at } satisfies SealedEntry, name));
    },
    async unseal({ iv, data }: SealedEntry, owner = ''): Promise<unknown> {
      return JSON.parse(
        new TextDecoder().decode(await crypto.subtle.decrypt(cipherOf(owner, iv), await keyOf(), data)),
      );
    },
  };
};
