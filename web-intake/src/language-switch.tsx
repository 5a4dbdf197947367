import type { Language } from '#domain/shared/values/language.ts';
import { changeLanguage, languageHref, useLanguage } from './language.ts';

/** Each in its own words. */
const names: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

/** The way to the other language, in its own name; without a script it is a link to the other page. */
export function LanguageSwitch() {
  const other: Language = useLanguage() === 'en' ? 'es' : 'en';
  return (
    <a
      className="language"
      href={languageHref(other)}
      lang={other}
      hrefLang={other}
      onClick={(event) => {
        event.preventDefault();
        void changeLanguage(other);
      }}
    >
      {names[other]}
    </a>
  );
}

/** The foot of the pages whose head has no room for it. */
export function PageFoot() {
  return (
    <footer className="page-foot print-never">
      <LanguageSwitch />
    </footer>
  );
}
