import { fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { test as base, type Page } from '@playwright/test';
import { scratchFolder } from '#tests/support/engines/scratch-folder.ts';

/** A running product with its demo data, empty of everything else. */
export interface Product {
  staffUrl: string;
  intakeUrl: string;
  mailboxUrl: string;
  /** The stand-in for DocuSeal. */
  docusealUrl: string;
  /** The stand-in for QuickBooks. */
  quickbooksUrl: string;
  dataDir: string;
  /** Of every demo account (local/accounts.ts). */
  password: string;
}

const processFile = fileURLToPath(new URL('product-process.ts', import.meta.url));

const compileCache = fileURLToPath(new URL('../../../node_modules/.cache/node-compile', import.meta.url));

const startProduct = async (): Promise<{ product: Product; stop: () => Promise<void> }> => {
  const dataDir = scratchFolder();
  // Without the runner's own loader: the product runs as it does for everybody, compiled once for all workers.
  const env = { ...process.env, NODE_OPTIONS: '', NODE_COMPILE_CACHE: compileCache };
  const child = fork(processFile, [dataDir], { execArgv: [], env });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    if (child.connected) child.disconnect();
    await exited;
    await rm(dataDir, { recursive: true, force: true });
  };
  const product = new Promise<Product>((resolve, reject) => {
    child.once('message', (product) => resolve(product as Product));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The product ended with ${code} before it was ready.`)));
  });
  try {
    return { product: await product, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** The last calls of a page to the API, and what it showed in the end: all that is left of a failure elsewhere. */
const told = async (page: Page, calls: readonly string[]): Promise<string> => {
  const text = await page.locator('body').ariaSnapshot({ timeout: 5000 }).catch(String);
  const withoutMenu = text.replace(/- navigation "Main":[\s\S]*?\n(?=- )/, '');
  return [page.url(), ...calls.slice(-12), withoutMenu.slice(0, 3000)].join('\n');
};

/** Playwright's `test` with the whole product behind it, one for each worker. */
export const test = base.extend<{ tells: undefined }, { product: Product }>({
  tells: [
    async ({ page }, use, info) => {
      const calls: string[] = [];
      page.on('response', (response) => {
        const { pathname } = new URL(response.url());
        if (pathname.startsWith('/api/')) calls.push(`${response.request().method()} ${pathname} ${response.status()}`);
      });
      await use(undefined);
      if (info.status === info.expectedStatus) return;
      process.stdout.write(`\nWhat the page showed when “${info.title}” failed:\n${await told(page, calls)}\n`);
    },
    { auto: true },
  ],
  product: [
    async ({ browserName: _ }, use) => {
      const { product, stop } = await startProduct();
      await use(product);
      await stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});
