import { type ChildProcess, fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { test as base, type Page } from '@playwright/test';
import { scratchFolder } from '#tests/support/engines/scratch-folder.ts';
import type { Organization } from './organization.ts';

/** A running product as the staff and families of one organization use it. */
export interface Product extends Organization {
  staffUrl: string;
  intakeUrl: string;
  mailboxUrl: string;
  userPoolUrl: string;
  docusealUrl: string;
  quickbooksUrl: string;
  dataDir: string;
  /** The password of every account. */
  password: string;
}

interface RunningProduct {
  demonstration: Product;
  addOrganization(): Promise<Product>;
  stop(): Promise<void>;
}

const processFile = fileURLToPath(new URL('product-process.ts', import.meta.url));

const compileCache = fileURLToPath(new URL('../../../node_modules/.cache/node-compile', import.meta.url));

const nextProduct = (child: ChildProcess): Promise<Product> =>
  new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`The product ended with ${code}.`));
    child.once('exit', ended);
    child.once('error', reject);
    child.once('message', (product) => {
      child.off('exit', ended).off('error', reject);
      resolve(product as Product);
    });
  });

const startProduct = async (): Promise<RunningProduct> => {
  const dataDir = scratchFolder();
  // Without the loader of the test runner: the product runs as with `npm start`, compiled once for all workers.
  const env = { ...process.env, NODE_OPTIONS: '', NODE_COMPILE_CACHE: compileCache };
  const child = fork(processFile, [dataDir], { execArgv: [], env });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    if (child.connected) child.disconnect();
    await exited;
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const demonstration = await nextProduct(child);
    const addOrganization = () => {
      const product = nextProduct(child);
      child.send('organization');
      return product;
    };
    return { demonstration, addOrganization, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Returns the page's text and its last calls of the API, which show why a story failed on another machine. */
const describePage = async (page: Page, calls: readonly string[]): Promise<string> => {
  const text = await page.locator('body').ariaSnapshot({ timeout: 5000 }).catch(String);
  const withoutMenu = text.replace(/- navigation "Main":[\s\S]*?\n(?=- )/, '');
  return [page.url(), ...calls.slice(-12), withoutMenu.slice(0, 3000)].join('\n');
};

/** Playwright's `test` with a running product. */
export const test = base.extend<
  { failureReport: undefined; product: Product },
  { running: RunningProduct; demonstration: Product }
>({
  failureReport: [
    async ({ page }, use, info) => {
      const calls: string[] = [];
      page.on('response', (response) => {
        const { pathname } = new URL(response.url());
        if (pathname.startsWith('/api/')) calls.push(`${response.request().method()} ${pathname} ${response.status()}`);
      });
      await use(undefined);
      if (info.status === info.expectedStatus) return;
      process.stdout.write(`\nWhat the page showed when “${info.title}” failed:\n${await describePage(page, calls)}\n`);
    },
    { auto: true },
  ],
  /** The product with an organization of the story's own: homes, staff and price lists, and no other record. */
  product: async ({ running }, use) => use(await running.addOrganization()),
  /** The product with the demonstration, which all stories of a worker share and none may change. */
  demonstration: [async ({ running }, use) => use(running.demonstration), { scope: 'worker' }],
  running: [
    async ({ browserName: _ }, use) => {
      const running = await startProduct();
      await use(running);
      await running.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});
