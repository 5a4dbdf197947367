/**
 * What this device keeps for the time without a connection, in the browser's own database: each entry enciphered with a
 * key that no script can read out, and bound to its owner (quality S-29). A browser without storage, or with a full one,
 * keeps nothing, and whoever asks to keep something is told so.
 */
const databaseName = 'first-calls';
const storeName = 'calls';
const keyName = 'key';

interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
  /** When it was written last, in milliseconds since 1970. */
  at: number;
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Settles when what was asked for is on the disk: a full one says so only at the end of the transaction. */
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
  // Another tab may have made one in the meantime: the first one counts.
  return ask('readwrite', (entries) => entries.add(made, keyName)).then(
    () => made,
    async () => (await ask<CryptoKey | undefined>('readonly', (entries) => entries.get(keyName))) ?? made,
  );
};

let queue: Promise<unknown> = Promise.resolve();
/** Whoever worked in this tab has signed out: what is still under way keeps nothing until the page is loaded anew. */
let isClosed = false;

/** One after the other, so that a copy on its way cannot come back after it was forgotten. Undefined where it fails. */
const inTurn = <T>(run: () => Promise<T>): Promise<T | undefined> => {
  const turn = queue.then(run).catch(() => undefined);
  queue = turn;
  return turn;
};

/** Whose it is goes into the seal: it cannot be taken for a colleague's on the same device. */
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

/** Entries of this device by their names, which hold no personal data. */
export const sealedStore = {
  /** Whether it is kept now, in the place of what had this name. */
  keep: async (name: string, owner: string, value: unknown, now = Date.now()): Promise<boolean> =>
    (await inTurn(async () => {
      if (isClosed) return false;
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const plain = new TextEncoder().encode(JSON.stringify(value));
      const data = await crypto.subtle.encrypt(cipherOf(owner, iv), await keyOf(), plain);
      await ask('readwrite', (entries) => entries.put({ iv, data, at: now } satisfies Sealed, name));
      return true;
    })) ?? false,

  /** What has this name, unless it is another owner's or older than `maxAgeMs`. */
  open: (name: string, owner: string, maxAgeMs: number, now = Date.now()): Promise<unknown> =>
    inTurn(async () => {
      const sealed = await ask<Sealed | undefined>('readonly', (entries) => entries.get(name));
      return sealed && now - sealed.at <= maxAgeMs ? openSealed(owner, sealed) : undefined;
    }),

  names: async (): Promise<string[]> => (await inTurn(allNames)) ?? [],

  /** Removes the entries that are meant; `at` is when they were written last, in milliseconds since 1970. */
  forget: (isMeant: (name: string, at: number) => boolean): Promise<unknown> =>
    inTurn(async () => {
      for (const name of await allNames()) {
        const sealed = await ask<Sealed | undefined>('readonly', (entries) => entries.get(name));
        if (sealed && isMeant(name, sealed.at)) await ask('readwrite', (entries) => entries.delete(name));
      }
    }),

  /**
   * Removes everything, and the key with it: what another tab was about to keep can then be read by nobody. The key stays
   * in every other case, since a call that is being kept would be lost without it.
   */
  clear: (): Promise<unknown> => inTurn(() => ask('readwrite', (entries) => entries.clear())),

  /** The same for good: an answer that comes after it, and would be kept, is not. */
  close: (): Promise<unknown> => {
    isClosed = true;
    return sealedStore.clear();
  },
};
