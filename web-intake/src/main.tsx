import { createRoot, hydrateRoot } from 'react-dom/client';
import { readAddress } from './page-address.ts';

// React and the form are two files, each run in a task of its own, so that the page does not stand still meanwhile. The
// built page asks for both at once.
void import('./app.tsx').then(({ App }) => {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root');
  const address = readAddress(window.location.pathname);
  // The built page holds one of the pages; where the server answered with another one it is replaced.
  if (root.dataset.page === address.page) {
    hydrateRoot(root, <App address={address} />);
  } else {
    root.replaceChildren();
    createRoot(root).render(<App address={address} />);
  }
});
