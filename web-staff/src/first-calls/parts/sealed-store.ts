/**
 * Stores what this device needs offline in IndexedDB: each entry is encrypted with a key that no script can export,
 * and bound to its owner (quality S-29). Without storage, or with a full one, a save returns false.
 */
const databaseName = 'first-calls';
const storeName = 'calls';
const keyName = 'key';

interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
  /** The last write, in milliseconds since 1970. */
  at: number;
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

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
  const known = await ask<CryptoKey | undefined>('readonly', (entries) => entries.get(keyName));
  if (known) return known;
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  // Another tab may have made a key concurrently; the first one counts.
  return ask('readwrite', (entries) => entries.add(made, keyName)).then(
    () => made,
    async () => (await ask<CryptoKey | undefined>('readonly', (entries) => entries.get(keyName))) ?? made,
  );
};

let queue: Promise<unknown> = Promise.resolve();
/** True after sign-out: pending work stores nothing until the page loads again. */
let isClosed = false;

/** Runs one after another, so that a pending write cannot restore what was removed. Undefined after an error. */
const inTurn = <T>(run: () => Promise<T>): Promise<T | undefined> => {
  const turn = queue.then(run).catch(() => undefined);
  queue = turn;
  return turn;
};

/** Binds an entry to its owner, so that it cannot pass as a colleague's. */
const cipherOf = (owner: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(owner),
});

const openSealed = async (owner: string, { iv, data }: Sealed): Promise<unknown> => {
  const plain = await crypto.subtle.decrypt(cipherOf(owner, iv), await keyOf(), data);
  return JSON.parse(new TextDecoder().decode(plain));
};

const allNames = async (): Promise<string[]> =>
  (await ask('readonly', (entries) => entries.getAllKeys())).map(String).filter((name) => name !== keyName);

/** Names of entries contain no personal data. */
export const sealedStore = {
  keep: async (name: string, owner: string, value: unknown, now = Date.now()): Promise<boolean> =>
    (await inTurn(async () => {
      if (isClosed) return false;
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const plain = new TextEncoder().encode(JSON.stringify(value));
      const data = await crypto.subtle.encrypt(cipherOf(owner, iv), await keyOf(), plain);
      await ask('readwrite', (entries) => entries.put({ iv, data, at: now } satisfies Sealed, name));
      return true;
    })) ?? false,

  /** Returns the entry unless it has another owner or is older than `maxAgeMs`. */
  open: (name: string, owner: string, maxAgeMs: number, now = Date.now()): Promise<unknown> =>
    inTurn(async () => {
      const sealed = await ask<Sealed | undefined>('readonly', (entries) => entries.get(name));
      return sealed && now - sealed.at <= maxAgeMs ? openSealed(owner, sealed) : undefined;
    }),

  names: async (): Promise<string[]> => (await inTurn(allNames)) ?? [],

  forget: (isMeant: (name: string, at: number) => boolean): Promise<unknown> =>
    inTurn(async () => {
      for (const name of await allNames()) {
        const sealed = await ask<Sealed | undefined>('readonly', (entries) => entries.get(name));
        if (sealed && isMeant(name, sealed.at)) await ask('readwrite', (entries) => entries.delete(name));
      }
    }),

  /**
   * Removes all entries and the key, so that a concurrent write of another tab is unreadable. The key stays otherwise,
   * because a call that is being saved would be lost.
   */
  clear: (): Promise<unknown> => inTurn(() => ask('readwrite', (entries) => entries.clear())),

  /** Also rejects every later save. */
  close: (): Promise<unknown> => {
    isClosed = true;
    return sealedStore.clear();
  },
};
