import type { Language } from '#domain/shared/values/language.ts';
import type { PublicForm } from './public-form.ts';

/** In which language a form's own words are read: Spanish where its home wrote some and the family reads it. */
export function ownLanguage({ spanish }: Pick<PublicForm, 'spanish'>, language: Language): Language {
  return language === 'es' && spanish ? 'es' : 'en';
}

/** A text of a form's own in this language; the English one where the home wrote none in Spanish. */
export function ownText<Name extends 'title' | 'notice'>(
  form: Pick<PublicForm, 'spanish' | Name>,
  name: Name,
  language: Language,
): PublicForm[Name] {
  return (language === 'es' && form.spanish?.[name]) || form[name];
}
