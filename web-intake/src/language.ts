import { useSyncExternalStore } from 'react';
import type { Language } from '#domain/shared/values/language.ts';
import { capitalize } from '#domain/shared/values/text.ts';

/**
 * Sentences by their English text, and messages with a field by their pattern, such as "{0} is required". English
 * needs no file.
 */
export interface Translations {
  readonly sentences: Readonly<Record<string, string>>;
  readonly patterns: Readonly<Record<string, string>>;
}

const files: Partial<Record<Language, string>> = { es: new URL('./words/es.json', import.meta.url).href };

let spoken: Language = 'en';
let words: Translations | undefined;
const listeners = new Set<() => void>();

/** Loads the words of a language; none for English. Throws if the file cannot be read. */
export const loadTranslations = async (language: Language): Promise<Translations | undefined> => {
  const file = files[language];
  if (!file) return undefined;
  const response = await fetch(file);
  if (!response.ok) throw new Error(`Could not load translations: ${response.status}`);
  return response.json();
};

export const setLanguage = (language: Language, its?: Translations): void => {
  spoken = language;
  words = its;
  for (const listener of listeners) listener();
};

/** The language of the built page, or the one chosen since. */
export const pageLanguage = (): Language => (document.documentElement.lang === 'es' ? 'es' : 'en');

/** Stores the choice for a year; the edge then answers in this language. */
export const keepLanguage = (language: Language): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the edge reads it, and no browser API sets one everywhere
  document.cookie = `__Host-lang=${language};path=/;max-age=31536000;samesite=lax;secure`;
};

/** For a browser without scripts. */
export const languageHref = (language: Language): string => `?lang=${language}`;

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

export const currentLanguage = (): Language => spoken;

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage, currentLanguage);

export const locale = (): string => `${spoken}-US`;

const fillTemplate = (template: string, parts: readonly (string | number)[]): string =>
  template.replace(/\{(\d)\}/g, (gap, at) => String(parts[Number(at)] ?? gap));

/** Translates an English sentence, and fills {0}, {1} …. */
export const t = (english: string, ...parts: readonly (string | number)[]): string =>
  fillTemplate(words?.sentences[english] ?? english, parts);

/** Translates a message of the rules or the server, by its text or its pattern. */
export const translateMessage = (message: string): string => {
  const { sentences, patterns = {} }: Partial<Translations> = words ?? {};
  if (!sentences || sentences[message]) return t(message);
  for (const pattern in patterns) {
    const match = new RegExp(`^${pattern.replace(/[().]/g, '\\$&').replace(/\{\d\}/g, '(.+)')}$`).exec(message);
    if (match)
      return fillTemplate(
        patterns[pattern] ?? message,
        match.slice(1).map((part) => sentences[part] ?? sentences[capitalize(part)] ?? part),
      );
  }
  return message;
};
