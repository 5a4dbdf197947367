/**
 * A copy of the draft that outlives its tab, because phones close pages and a family may continue the next morning. It
 * is in IndexedDB for at most a week, encrypted with a key that no script can export.
 */
const keptForMs = 7 * 24 * 3600 * 1000;
const storeName = 'kept';
const keyName = 'key';

interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
  at: number;
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Settles when the data is on the disk, because a full disk fails only at the end of the transaction. */
const ask = async <T>(mode: IDBTransactionMode, run: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
  const request = indexedDB.open('intake', 1);
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
  const storedKey = await ask<CryptoKey | undefined>('readonly', (store) => store.get(keyName));
  if (storedKey) return storedKey;
  const newKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  // Another tab may have made a key concurrently; the first one counts.
  return ask('readwrite', (store) => store.add(newKey, keyName)).then(
    () => newKey,
    async () => (await ask<CryptoKey | undefined>('readonly', (store) => store.get(keyName))) ?? newKey,
  );
};

let queue: Promise<unknown> = Promise.resolve();

// Runs one after another, so that a pending write cannot restore what was removed. If the browser blocks storage, only
// the tab has a draft.
const inTurn = <T>(run: () => Promise<T>): Promise<T | undefined> => {
  const turn = queue.then(run).catch(() => undefined);
  queue = turn;
  return turn;
};

export const saveEncryptedDraft = (slug: string, draft: unknown, now = Date.now()): Promise<boolean | undefined> =>
  inTurn(async () => {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const plain = new TextEncoder().encode(JSON.stringify(draft));
    const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(), plain);
    await ask('readwrite', (store) => store.put({ iv, data, at: now } satisfies Sealed, slug));
    return true;
  });

// A removal must hold even if the page closes before the database finishes: a mark is stored at once and stays until
// nothing is left to remove.
const forgottenKey = (slug: string) => `intake-forgotten:${slug}`;

const forgottenAt = (slug: string): number => {
  try {
    return Number(localStorage.getItem(forgottenKey(slug)) ?? 0);
  } catch {
    return 0;
  }
};

const noteForgotten = (slug: string, at: number | undefined): void => {
  try {
    if (at === undefined) localStorage.removeItem(forgottenKey(slug));
    else localStorage.setItem(forgottenKey(slug), String(at));
  } catch {
    // A browser that blocks this stores no draft either.
  }
};

const remove = async (slug: string): Promise<void> => {
  const noted = forgottenAt(slug);
  await ask('readwrite', (store) => store.delete(slug));
  if (forgottenAt(slug) === noted) noteForgotten(slug, undefined);
};

/** Returns the stored draft; removes one that is too old or marked as removed. */
export const readEncryptedDraft = <T>(slug: string, now = Date.now()): Promise<T | undefined> =>
  inTurn(async () => {
    const sealed = await ask<Sealed | undefined>('readonly', (store) => store.get(slug));
    if (!sealed) return undefined;
    if (now - sealed.at > keptForMs || sealed.at <= forgottenAt(slug)) {
      await remove(slug);
      return undefined;
    }
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, await keyOf(), sealed.data);
    return JSON.parse(new TextDecoder().decode(plain)) as T;
  });

export const deleteEncryptedDraft = (slug: string, now = Date.now()): Promise<unknown> => {
  noteForgotten(slug, now);
  return inTurn(() => remove(slug));
};
