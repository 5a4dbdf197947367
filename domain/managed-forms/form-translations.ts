// The public site loads no schema before it says that Zod may not compile code.
import type { Language } from '#domain/shared/values/language.ts';
import type { PublicForm } from './public-form.ts';

/** Returns Spanish if the family reads Spanish and the home translated the form. */
export function ownLanguage({ spanish }: Pick<PublicForm, 'spanish'>, language: Language): Language {
  return language === 'es' && spanish ? 'es' : 'en';
}

/** Returns a text of the form in this language; English if there is no Spanish text. */
export function ownText<Name extends 'title' | 'notice'>(
  form: Pick<PublicForm, 'spanish' | Name>,
  name: Name,
  language: Language,
): PublicForm[Name] {
  return (language === 'es' && form.spanish?.[name]) || form[name];
}
