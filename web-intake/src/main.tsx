import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { keepLanguage, loadTranslations, pageLanguage, setLanguage } from './language.ts';
import { readAddress } from './page-address.ts';

// React and the form are two files, each run in its own task, so that the page stays responsive. The built page loads
// both at once, and the words of its language.
const address = readAddress(window.location.pathname);
const language = pageLanguage();
// A link may name the language, such as a home's page in Spanish.
if (window.location.search.includes('lang=')) keepLanguage(language);
// Search engines need absolute addresses, which a page built for every home cannot contain.
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
  // The built page is replaced if the server answered with another one, or with one whose words failed to load.
  if (root.dataset.page === address.page && document.documentElement.lang === language) {
    // Hydration in slices, because one long task would block a slow phone.
    startTransition(() => void hydrateRoot(root, app));
  } else {
    root.replaceChildren();
    createRoot(root).render(app);
  }
});
