import { useEffect, useLayoutEffect, useState } from 'react';
import type { intakeEndpoints, PublicFuneralHome } from '#domain/intake/intake.endpoints.ts';
import type { IntakeFormValues } from '#domain/intake/intake.rules.ts';
import type { IntakeFieldName } from '#domain/intake/intake.sections.ts';
import { ownText } from '#domain/managed-forms/form-translations.ts';
import type { PublicForm } from '#domain/managed-forms/public-form.ts';
import { ApiError, createClient } from '#domain/shared/contract/client.ts';
import type { Endpoint } from '#domain/shared/contract/endpoint.ts';
import type { Language } from '#domain/shared/values/language.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { deleteEncryptedDraft, readEncryptedDraft, saveEncryptedDraft } from './encrypted-draft.ts';
import { t, useLanguage } from './language.ts';
import { formPath, nameFromSlug } from './page-address.ts';

export type Rows = typeof intakeEndpoints;

/** The server validates; the schemas would be a tenth of the page. */
export const json = {} as Endpoint['response'];

/** `calls.test.ts` compares these with the contract. */
export const publicEndpoints = {
  funeralHome: { method: 'GET', path: '/api/forms/public/funeral-home/{slug}/', permission: 'public', response: json },
  submit: {
    method: 'POST',
    path: '/api/forms/public/submit/',
    permission: 'public',
    body: json,
    response: json,
    status: 201,
  },
  inquire: {
    method: 'POST',
    path: '/api/forms/public/inquire/',
    permission: 'public',
    body: json,
    response: json,
    status: 201,
  },
  checkStatus: { method: 'GET', path: '/api/forms/public/check-status/{a}/{b}/', permission: 'public', response: json },
  confirmFacts: {
    method: 'POST',
    path: '/api/forms/public/confirm-facts/{a}/{b}/',
    permission: 'public',
    body: json,
    response: json,
  },
  forgetDraft: {
    method: 'POST',
    path: '/api/forms/public/drafts/forget/',
    permission: 'public',
    body: json,
    response: json,
  },
} as unknown as Pick<Rows, 'funeralHome' | 'submit' | 'inquire' | 'checkStatus' | 'confirmFacts' | 'forgetDraft'>;

export const call = createClient({ fetch: (input, init) => globalThis.fetch(input, init) });

const lookUpHome = (slug: string, form?: string, signal?: AbortSignal) =>
  call(publicEndpoints.funeralHome, { params: { slug }, query: form ? { form } : {} }, { signal });

export const sendReport = (body: Parameters<typeof call<Rows['submit']>>[1]['body'], idempotencyKey: string) =>
  call(publicEndpoints.submit, { body }, { idempotencyKey });

export const sendInquiry = (body: Parameters<typeof call<Rows['inquire']>>[1]['body'], idempotencyKey: string) =>
  call(publicEndpoints.inquire, { body }, { idempotencyKey });

export const checkStatus = (reference: string, token: string, signal?: AbortSignal) =>
  call(publicEndpoints.checkStatus, { params: { a: reference, b: token } }, { signal });

export const confirmFacts = (
  reference: string,
  code: string,
  body: Parameters<typeof call<Rows['confirmFacts']>>[1]['body'],
) => call(publicEndpoints.confirmFacts, { params: { a: reference, b: code }, body });

export interface EmailedDraft {
  draft: string;
  key: string;
}

export const forgetReports = (copies: readonly EmailedDraft[]): void => {
  for (const body of copies) call(publicEndpoints.forgetDraft, { body }).catch(() => {});
};

/** Survives a reload and a closed tab: the answers without secured ones, and the key of the next attempt. */
export interface Draft {
  values: Partial<IntakeFormValues>;
  notKnown: readonly IntakeFieldName[];
  /** The checked shortcuts (`shortcutKey`). Blank fields do not tell which of them were unchecked. */
  ticked?: readonly string[];
  step: string;
  idempotencyKey: string;
  /** An attempt with this key may have arrived although no response came. */
  uncertain: boolean;
  /** A report is sent with the form that it began with, even if that closed since. */
  form?: PublicForm | undefined;
  /** Copies at the home for links in emails; they are deleted with this draft. */
  copies?: readonly EmailedDraft[];
}

export interface Receipt {
  reference: string;
  statusToken: string;
}

const draftKey = (slug: string) => `intake-draft:${slug}`;
const receiptKey = (slug: string) => `intake-receipt:${slug}`;

// A browser may block storage (private windows, full quota); the form then works without a draft.
const read = <T>(key: string): T | undefined => {
  try {
    const stored = sessionStorage.getItem(key);
    return stored === null ? undefined : (JSON.parse(stored) as T);
  } catch {
    return undefined;
  }
};

const write = (key: string, value: unknown): void => {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is blocked.
  }
};

const remove = (key: string): void => {
  try {
    sessionStorage.removeItem(key);
  } catch {}
};

const isDraft = (draft: Partial<Draft> | undefined): draft is Draft =>
  draft !== undefined && typeof draft.values === 'object' && draft.values !== null;

export const readDraft = (slug: string): Draft | undefined => {
  const draft = read<Draft>(draftKey(slug));
  return isDraft(draft) ? draft : undefined;
};

/** The draft of a closed tab. */
export const readStoredDraft = async (slug: string): Promise<Draft | undefined> => {
  const draft = await readEncryptedDraft<Draft>(slug);
  return isDraft(draft) ? draft : undefined;
};

/** Stores a draft for this tab, and encrypted for later. `neverStored` names fields for neither. */
export const saveDraft = (slug: string, draft: Draft, neverStored: ReadonlySet<string>): void => {
  const values = Object.fromEntries(Object.entries(draft.values).filter(([name]) => !neverStored.has(name)));
  const stored = { ...draft, values };
  write(draftKey(slug), stored);
  void saveEncryptedDraft(slug, stored);
};

export const clearDraft = (slug: string): void => {
  remove(draftKey(slug));
  void deleteEncryptedDraft(slug);
};

export const readReceipt = (slug: string): Receipt | undefined => read<Receipt>(receiptKey(slug));
export const saveReceipt = (slug: string, receipt: Receipt): void => write(receiptKey(slug), receipt);
export const clearReceipt = (slug: string): void => remove(receiptKey(slug));

/** `undefined` while the lookup is pending. */
export type Home = (PublicFuneralHome & { isUnknown?: true; isClosed?: true }) | undefined;

const fallbackHome = (slug: string, error: unknown): Home => ({
  slug,
  name: nameFromSlug(slug),
  logo_url: null,
  phone: error instanceof ApiError && typeof error.body.telephone === 'string' ? error.body.telephone : null,
  emergency_phone: null,
  condolence_message: null,
  form: null,
  ...(error instanceof ApiError && error.status === 404 ? { isUnknown: true } : {}),
});

/** The wire has digits only. */
const readable = (phone: string | null): string | null => phone && formatPhone(phone);

/** Returns the number that is answered at any hour, else the home's own. */
export const homePhone = (home: Home): string | undefined => home?.emergency_phone ?? home?.phone ?? undefined;

/** The form's own color in light and dark mode. */
const wearColors = (colors: { day: string; night: string } | null): void => {
  const { dataset, style } = document.documentElement;
  if (!colors) return;
  dataset.colors = 'own';
  style.setProperty('--own-day', colors.day);
  style.setProperty('--own-night', colors.night);
};

export const formTitle = (home: Home, language: Language): string =>
  t(home?.form ? ownText(home.form, 'title', language) : 'Report a Death');

export const useFuneralHome = (slug: string, form: string | undefined): Home => {
  const [home, setHome] = useState<Home>();
  const language = useLanguage();
  const title = home && `${formTitle(home, language)} | ${home.name}`;
  useLayoutEffect(() => {
    if (title) document.title = title;
  }, [title]);
  useEffect(() => {
    const leaving = new AbortController();
    void lookUpHome(slug, form, leaving.signal)
      .then((response): Home => (form && !response.form ? { ...response, isClosed: true } : response))
      .catch((error: unknown) => fallbackHome(slug, error))
      .then((response) => {
        if (leaving.signal.aborted || !response) return;
        setHome({ ...response, phone: readable(response.phone), emergency_phone: readable(response.emergency_phone) });
        if (response.slug !== slug)
          history.replaceState(history.state, '', formPath(response.slug, form) + window.location.hash);
        wearColors(response.form?.colors ?? null);
      });
    return () => leaving.abort();
  }, [slug, form]);
  return home;
};
