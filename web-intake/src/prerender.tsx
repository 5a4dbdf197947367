import { renderToString } from 'react-dom/server';
import { App } from './app.tsx';
import type { PageAddress } from './page-address.ts';

/** Each page as it stands before the code is alive: the form of no home yet, the status of no report yet. */
const pages: Record<PageAddress['page'], PageAddress> = {
  form: { page: 'form', slug: '' },
  status: { page: 'status', reference: '', token: '' },
  start: { page: 'start' },
};

/** The markup of a page for the built HTML. */
export const render = (page: PageAddress['page']): string => renderToString(<App address={pages[page]} />);
