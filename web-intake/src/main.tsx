import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { keepLanguage, loadTranslations, pageLanguage, setLanguage } from './language.ts';
import { readAddress } from './page-address.ts';

// React and the form are two files, each run in a task of its own, so that the page does not stand still meanwhile. The
// built page asks for both at once, and for the words of its language.
const address = readAddress(window.location.pathname);
const language = pageLanguage();
// A link may name the language, as a home's own page in Spanish does.
if (window.location.search.includes('lang=')) keepLanguage(language);
// Search engines want whole addresses, which a page that is built for every home cannot hold.
for (const link of document.querySelectorAll<HTMLLinkElement>('link[hreflang]')) link.setAttribute('href', link.href);
const spoken = loadTranslations(language).then(
  (words) => setLanguage(language, words),
  () => {
    document.documentElement.lang = 'en';
  },
);
const shown =
  address.page === 'status'
    ? import('./status-app.tsx').then(({ StatusApp }) => <StatusApp address={address} />)
    : import('./app.tsx').then(({ App }) => <App address={address} />);
void Promise.all([shown, spoken]).then(([app]) => {
  const root = document.getElementById('root');
  if (!root) throw new Error('Root element not found');
  // The built page holds one of the pages; where the server answered with another one it is replaced, as is one whose
  // words could not be had.
  if (root.dataset.page === address.page && document.documentElement.lang === language) {
    // In slices: at once it would be a task of its own that a slow phone stands still for.
    startTransition(() => void hydrateRoot(root, app));
  } else {
    root.replaceChildren();
    createRoot(root).render(app);
  }
});
