import { sealedEntries, sealingKeyName } from '#domain/shared/values/sealed-entries.ts';

/**
 * Stores what this device needs offline in IndexedDB: each entry is encrypted with a key that no script can export,
 * and bound to its owner (quality S-29). Without storage, or with a full one, a save returns false.
 */
const { ask, inTurn, find, remove, seal, unseal } = sealedEntries('first-calls', 'calls');

/** True after sign-out: pending work stores nothing until the page loads again. */
let isClosed = false;

const allNames = async (): Promise<string[]> =>
  (await ask('readonly', (entries) => entries.getAllKeys())).map(String).filter((name) => name !== sealingKeyName);

/** Names of entries contain no personal data. */
export const sealedStore = {
  keep: async (name: string, owner: string, value: unknown, now = Date.now()): Promise<boolean> =>
    (await inTurn(async () => {
      if (isClosed) return false;
      await seal(name, value, now, owner);
      return true;
    })) ?? false,

  /** Returns the entry unless it has another owner or is older than `maxAgeMs`. */
  open: (name: string, owner: string, maxAgeMs: number, now = Date.now()): Promise<unknown> =>
    inTurn(async () => {
      const sealed = await find(name);
      return sealed && now - sealed.at <= maxAgeMs ? unseal(sealed, owner) : undefined;
    }),

  names: async (): Promise<string[]> => (await inTurn(allNames)) ?? [],

  forget: (isMeant: (name: string, at: number) => boolean): Promise<unknown> =>
    inTurn(async () => {
      for (const name of await allNames()) {
        const sealed = await find(name);
        if (sealed && isMeant(name, sealed.at)) await remove(name);
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
