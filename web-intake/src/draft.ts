import type { IntakeFieldName } from '#domain/intake/intake.sections.ts';
import type { IntakeFormValues } from '#domain/intake/intake-answers.ts';
import type { PublicForm } from '#domain/managed-forms/public-form.ts';
import type { EmailedDraft } from './calls.ts';
import { deleteEncryptedDraft, readEncryptedDraft, saveEncryptedDraft } from './encrypted-draft.ts';

/** What survives a reload and a closed tab: the answers without secured ones, and the key of the next attempt. */
export interface Draft {
  values: Partial<IntakeFormValues>;
  notKnown: readonly IntakeFieldName[];
  /** Where the family was. */
  step: string;
  idempotencyKey: string;
  /** An attempt with this key may have reached the home although no answer came back. */
  uncertain: boolean;
  /** The home's form that is being answered: it is sent as it was begun, also when it was closed meanwhile. */
  form?: PublicForm | undefined;
  /** Copies that lie with the home, for links in mails: they end with this draft. */
  copies?: readonly EmailedDraft[];
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

const isDraft = (draft: Partial<Draft> | undefined): draft is Draft =>
  draft !== undefined && typeof draft.values === 'object' && draft.values !== null;

/** The draft of this tab. */
export const readDraft = (slug: string): Draft | undefined => {
  const draft = read<Draft>(draftKey(slug));
  return isDraft(draft) ? draft : undefined;
};

/** The draft that a closed tab left behind. */
export const readKeptDraft = async (slug: string): Promise<Draft | undefined> => {
  const draft = await readEncryptedDraft<Draft>(slug);
  return isDraft(draft) ? draft : undefined;
};

/** Keeps a draft, for this tab at once and sealed for later; `neverStored` names the fields that must touch neither. */
export const saveDraft = (slug: string, draft: Draft, neverStored: ReadonlySet<string>): void => {
  const values = Object.fromEntries(Object.entries(draft.values).filter(([name]) => !neverStored.has(name)));
  const kept = { ...draft, values };
  write(draftKey(slug), kept);
  void saveEncryptedDraft(slug, kept);
};

export const clearDraft = (slug: string): void => {
  remove(draftKey(slug));
  void deleteEncryptedDraft(slug);
};

export const readReceipt = (slug: string): Receipt | undefined => read<Receipt>(receiptKey(slug));
export const saveReceipt = (slug: string, receipt: Receipt): void => write(receiptKey(slug), receipt);
export const clearReceipt = (slug: string): void => remove(receiptKey(slug));
