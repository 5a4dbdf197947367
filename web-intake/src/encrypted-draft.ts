/**
 * A sealed copy of the draft that outlives its tab: a phone closes pages as it likes, and a family may go on the next
 * morning. It lies in the browser's own database, enciphered with a key that no script can read out, for a week at most.
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

/** Settles when what was asked for is on the disk: a full one says so only at the end of the transaction. */
const ask = async <T>(mode: IDBTransactionMode, run: (kept: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
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
  const known = await ask<CryptoKey | undefined>('readonly', (kept) => kept.get(keyName));
  if (known) return known;
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  // Another tab may have made one in the meantime: the first one counts.
  return ask('readwrite', (kept) => kept.add(made, keyName)).then(
    () => made,
    async () => (await ask<CryptoKey | undefined>('readonly', (kept) => kept.get(keyName))) ?? made,
  );
};

let queue: Promise<unknown> = Promise.resolve();

// One after the other, so that a copy on its way cannot come back after it was forgotten. A browser may refuse all of
// it (private windows, no secure context): then the tab's own draft is all there is.
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
    await ask('readwrite', (kept) => kept.put({ iv, data, at: now } satisfies Sealed, slug));
    return true;
  });

// A removal must hold also when its page is closed before the database has carried it out: when it was asked for is
// written down at once, and stays until nothing is left to remove.
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
    // A browser that refuses this keeps no draft either.
  }
};

/** Removes what is kept; what was noted until then has had its time. */
const remove = async (slug: string): Promise<void> => {
  const noted = forgottenAt(slug);
  await ask('readwrite', (kept) => kept.delete(slug));
  if (forgottenAt(slug) === noted) noteForgotten(slug, undefined);
};

/** The kept draft, or nothing; one that is too old or was forgotten is removed. */
export const readEncryptedDraft = <T>(slug: string, now = Date.now()): Promise<T | undefined> =>
  inTurn(async () => {
    const sealed = await ask<Sealed | undefined>('readonly', (kept) => kept.get(slug));
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
