import { queryOptions } from '@tanstack/react-query';
import { NightCall } from './night-call.ts';

/**
 * A call at night that is not at the server yet: kept on this device with every answer, so that neither a lost signal nor a
 * closed tab nor signing out takes it away. It lies in the browser's own database, enciphered with a key that no script
 * can read out (quality S-29). No Social Security Number is among the answers: the questions do not ask for one.
 */

/** A call that nobody sent for so long was taken in some other way. */
const keptMs = 72 * 3_600_000;
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

const ask = async <T>(mode: IDBTransactionMode, run: (calls: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
  const request = indexedDB.open('first-calls', 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName);
  const database = await done(request);
  try {
    return await done(run(database.transaction(storeName, mode).objectStore(storeName)));
  } finally {
    database.close();
  }
};

const keyOf = async (): Promise<CryptoKey> => {
  const known = await ask<CryptoKey | undefined>('readonly', (calls) => calls.get(keyName));
  if (known) return known;
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  await ask('readwrite', (calls) => calls.put(made, keyName));
  return made;
};

let queue: Promise<unknown> = Promise.resolve();

/**
 * One after the other, so that a copy on its way cannot come back after it was forgotten. A browser without storage, or
 * with a full one, keeps nothing; the page itself still holds the answers.
 */
const inTurn = <T>(run: () => Promise<T>): Promise<T | undefined> => {
  const turn = queue.then(run).catch(() => undefined);
  queue = turn;
  return turn;
};

/** Whose call it is goes into the seal: it cannot be taken for a colleague's on the same device. */
const cipherOf = (profileId: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(profileId),
});

/** Keeps the answers of a call for whoever began it, in the place of what was kept before. */
export const keepCall = (profileId: string, call: NightCall, now = Date.now()): Promise<unknown> =>
  inTurn(async () => {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const plain = new TextEncoder().encode(JSON.stringify(call));
    const data = await crypto.subtle.encrypt(cipherOf(profileId, iv), await keyOf(), plain);
    await ask('readwrite', (calls) => calls.put({ iv, data, at: now } satisfies Sealed, profileId));
  });

export const forgetCall = (profileId: string): Promise<unknown> =>
  inTurn(() => ask('readwrite', (calls) => calls.delete(profileId)));

const forgetOld = async (now: number): Promise<void> => {
  const names = await ask('readonly', (calls) => calls.getAllKeys());
  for (const name of names) {
    if (name === keyName) continue;
    const sealed = await ask<Sealed | undefined>('readonly', (calls) => calls.get(name));
    if (sealed && now - sealed.at > keptMs) await ask('readwrite', (calls) => calls.delete(name));
  }
};

/** The call that this person left unsent here within the last three days; calls that are older are removed, whoever's. */
export const keptCall = (profileId: string, now = Date.now()): Promise<NightCall | undefined> =>
  inTurn(async () => {
    await forgetOld(now);
    const sealed = await ask<Sealed | undefined>('readonly', (calls) => calls.get(profileId));
    if (!sealed) return undefined;
    const plain = await crypto.subtle.decrypt(cipherOf(profileId, sealed.iv), await keyOf(), sealed.data);
    const parsed = NightCall.safeParse(JSON.parse(new TextDecoder().decode(plain)));
    return parsed.success ? parsed.data : undefined;
  });

/** The kept call, or null; read anew by every page that asks. */
export const keptCallQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['kept-call', profileId],
    queryFn: async (): Promise<NightCall | null> => (await keptCall(profileId)) ?? null,
    gcTime: 0,
    networkMode: 'always',
    retry: false,
  });
