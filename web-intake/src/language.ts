import { useSyncExternalStore } from 'react';
import type { Language } from '#domain/shared/values/language.ts';

/**
 * What the site says in another language than English: sentences by the English one, and messages that name a field by
 * their pattern, such as "{0} is required". English stands in the code itself and needs none.
 */
export interface Translations {
  readonly sentences: Readonly<Record<string, string>>;
  readonly patterns: Readonly<Record<string, string>>;
}

const files: Partial<Record<Language, string>> = { es: new URL('./words/es.json', import.meta.url).href };

let spoken: Language = 'en';
let words: Translations | undefined;
const listeners = new Set<() => void>();

/** The words of a language, in one file of its own; none for English. Throws where it cannot be read. */
export const loadTranslations = async (language: Language): Promise<Translations | undefined> => {
  const file = files[language];
  if (!file) return undefined;
  const response = await fetch(file);
  if (!response.ok) throw new Error(`Could not load translations: ${response.status}`);
  return response.json();
};

/** From now on the site speaks this language. */
export const setLanguage = (language: Language, its?: Translations): void => {
  spoken = language;
  words = its;
  for (const listener of listeners) listener();
};

/** The language of the built page, or of what was chosen since. */
export const pageLanguage = (): Language => (document.documentElement.lang === 'es' ? 'es' : 'en');

/** Keeps the choice for a year: the edge answers with the page of this language. */
export const keepLanguage = (language: Language): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the edge reads it, and no browser API sets one everywhere
  document.cookie = `__Host-lang=${language};path=/;max-age=31536000;samesite=lax;secure`;
};

/** The way to the page in another language, for when there is no script. */
export const languageHref = (language: Language): string => `?lang=${language}`;

/** Speaks another language at once, and keeps everything that was entered. */
export const changeLanguage = async (language: Language): Promise<void> => {
  keepLanguage(language);
  try {
    const its = await loadTranslations(language);
    document.documentElement.lang = language;
    history.replaceState(history.state, '', window.location.pathname + window.location.hash);
    setLanguage(language, its);
  } catch {
    window.location.assign(languageHref(language));
  }
};

/** What the page speaks now. */
export const currentLanguage = (): Language => spoken;

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Draws a part anew when the language changes. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage, currentLanguage);

/** For dates and times. */
export const locale = (): string => `${spoken}-US`;

const filled = (template: string, parts: readonly (string | number)[]): string =>
  template.replace(/\{(\d)\}/g, (gap, at) => String(parts[Number(at)] ?? gap));

/** A sentence of the site, given in English, with what stands for {0}, {1} … in it. */
export const t = (english: string, ...parts: readonly (string | number)[]): string =>
  filled(words?.sentences[english] ?? english, parts);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A message of the form's rules or of the server: as it is, or by its pattern with the label that it names. */
export const translateMessage = (message: string): string => {
  const { sentences, patterns = {} }: Partial<Translations> = words ?? {};
  if (!sentences || sentences[message]) return t(message);
  for (const pattern in patterns) {
    const found = new RegExp(`^${pattern.replace(/[().]/g, '\\$&').replace(/\{\d\}/g, '(.+)')}$`).exec(message);
    if (found)
      return filled(
        patterns[pattern] ?? message,
        found.slice(1).map((part) => sentences[part] ?? sentences[capital(part)] ?? part),
      );
  }
  return message;
};
