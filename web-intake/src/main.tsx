import './no-eval.ts';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { readAddress } from './page-address.ts';

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
