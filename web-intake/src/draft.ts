import type { IntakeFormValues } from '#domain/intake/intake-answers.ts';

/** What survives a reload of the page in the same tab: the answers without secured ones, and the key of the next attempt. */
export interface Draft {
  values: Partial<IntakeFormValues>;
  idempotencyKey: string;
  /** An attempt with this key may have reached the home although no answer came back. */
  uncertain: boolean;
}

/** What stays after a report was received, so that a reload says so again instead of showing an empty form. */
export interface Receipt {
  reference: string;
  statusToken: string;
}

const draftKey = (slug: string) => `intake-draft:${slug}`;
const receiptKey = (slug: string) => `intake-receipt:${slug}`;

// A browser may refuse storage (private windows, full quota): the form then works without a draft.
const read = <T>(key: string): T | undefined => {
  try {
    const kept = sessionStorage.getItem(key);
    return kept === null ? undefined : (JSON.parse(kept) as T);
  } catch {
    return undefined;
  }
};

const write = (key: string, value: unknown): void => {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing to keep it in.
  }
};

const remove = (key: string): void => {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
};

export const readDraft = (slug: string): Draft | undefined => {
  const draft = read<Draft>(draftKey(slug));
  return draft && typeof draft.values === 'object' && draft.values !== null ? draft : undefined;
};

/** Keeps a draft for this tab; `neverStored` names the fields that must not touch the browser's storage. */
export const saveDraft = (slug: string, draft: Draft, neverStored: ReadonlySet<string>): void => {
  const values = Object.fromEntries(Object.entries(draft.values).filter(([name]) => !neverStored.has(name)));
  write(draftKey(slug), { ...draft, values });
};

export const clearDraft = (slug: string): void => remove(draftKey(slug));

export const readReceipt = (slug: string): Receipt | undefined => read<Receipt>(receiptKey(slug));
export const saveReceipt = (slug: string, receipt: Receipt): void => write(receiptKey(slug), receipt);
export const clearReceipt = (slug: string): void => remove(receiptKey(slug));
