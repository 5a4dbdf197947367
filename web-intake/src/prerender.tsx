import { renderToString } from 'react-dom/server';
import type { Language } from '#domain/shared/values/language.ts';
import { App } from './app.tsx';
import { setLanguage, type Translations, t } from './language.ts';
import type { PageAddress } from './page-address.ts';
import { StatusApp } from './status-app.tsx';
import spanish from './words/es.json' with { type: 'json' };

/** Pages are built without a home and without a report. */
const pages: Record<PageAddress['page'], PageAddress> = {
  form: { page: 'form', slug: '' },
  status: { page: 'status', reference: '', token: '' },
  start: { page: 'start' },
};

const words: Record<Language, Translations | undefined> = { en: undefined, es: spanish };

/** Returns the markup of a page, and the texts of its head and for a browser without scripts (index.html). */
export const render = (page: PageAddress['page'], language: Language = 'en') => {
  setLanguage(language, words[language]);
  try {
    const address = pages[page];
    return {
      markup: renderToString(address.page === 'status' ? <StatusApp address={address} /> : <App address={address} />),
      title: t(page === 'status' ? 'Status of your report' : 'Report a Death'),
      description: t('Tell your funeral home about a death in your family. We are here to help you.'),
      withoutScript: t(
        page === 'status'
          ? 'This page needs JavaScript. Please call your funeral home for the status of your report.'
          : 'This form needs JavaScript. Please call your funeral home; they can take your information by phone.',
      ),
    };
  } finally {
    setLanguage('en');
  }
};
