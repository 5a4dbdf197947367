import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';

/** A running product with its demo data, empty of everything else. */
export interface Product {
  staffUrl: string;
  intakeUrl: string;
  mailboxUrl: string;
  /** The stand-in for DocuSeal. */
  docusealUrl: string;
  dataDir: string;
  /** Of every demo account (local/accounts.ts). */
  password: string;
}

const processFile = fileURLToPath(new URL('product-process.ts', import.meta.url));

const startProduct = async (): Promise<{ product: Product; stop: () => Promise<void> }> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stillwater-e2e-'));
  // Without the runner's own loader: the product runs as it does for everybody.
  const child = fork(processFile, [dataDir], { execArgv: [], env: { ...process.env, NODE_OPTIONS: '' } });
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

/** Playwright's `test` with the whole product behind it, one for each worker. */
export const test = base.extend<object, { product: Product }>({
  product: [
    async ({ browserName: _ }, use) => {
      const { product, stop } = await startProduct();
      await use(product);
      await stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
