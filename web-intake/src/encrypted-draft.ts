import { sealedEntries } from '#domain/shared/values/sealed-entries.ts';

/**
 * A copy of the draft that outlives its tab, because phones close pages and a family may continue the next morning. It
 * is in IndexedDB for at most a week, encrypted with a key that no script can export.
 */
const retentionMs = 7 * 24 * 3600 * 1000;
// If the browser blocks storage, only the tab has a draft.
const { inTurn, find, remove: removeEntry, seal, unseal } = sealedEntries('intake', 'kept');

export const saveEncryptedDraft = (slug: string, draft: unknown, now = Date.now()): Promise<boolean | undefined> =>
  inTurn(async () => {
    await seal(slug, draft, now);
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
  await removeEntry(slug);
  if (forgottenAt(slug) === noted) noteForgotten(slug, undefined);
};

/** Returns the stored draft; removes one that is too old or marked as removed. */
export const readEncryptedDraft = <T>(slug: string, now = Date.now()): Promise<T | undefined> =>
  inTurn(async () => {
    const sealed = await find(slug);
    if (!sealed) return undefined;
    if (now - sealed.at > retentionMs || sealed.at <= forgottenAt(slug)) {
      await remove(slug);
      return undefined;
    }
    return (await unseal(sealed)) as T;
  });

export const deleteEncryptedDraft = (slug: string, now = Date.now()): Promise<unknown> => {
  noteForgotten(slug, now);
  return inTurn(() => remove(slug));
};
