import { expect, type Page } from '@playwright/test';
import { nextCode, presentCode } from './authenticator.ts';
import type { Product } from './product.ts';
import { enterCredentials } from './staff-actions.ts';

/** Where a code of the app is typed. */
export const code = (page: Page) => page.getByRole('textbox', { name: 'Code' });

/** Sets up the app that the page offers; answers its key. */
export const setUpApp = async (page: Page): Promise<string> => {
  const secret = ((await page.getByLabel('Key', { exact: true }).textContent()) ?? '').replace(/\s/g, '');
  await code(page).fill(presentCode(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  return secret;
};

/** Signs in again where the page has asked for it, with the app's code. */
export const enterCode = async (page: Page, secret: string): Promise<void> => {
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await code(page).fill(nextCode(secret));
  await page.getByRole('button', { name: 'Continue' }).click();
};

/** Signs in with the app's code, whatever session the page had. */
export const signInAnew = async (
  page: Page,
  product: Product,
  [email, password, secret]: readonly [string, string, string],
  path = '/',
): Promise<void> => {
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${product.staffUrl}/signin?return=${encodeURIComponent(path)}`);
  await enterCredentials(page, email, password);
  await enterCode(page, secret);
};
