import { expect, type Page } from '@playwright/test';
import { totpCode } from '#local/aws/cognito/sign-in.ts';
import type { Product } from './product.ts';
import { enterCredentials } from './staff-actions.ts';

export const presentCode = (secret: string): string => totpCode(secret, new Date());

/** Returns the following code, which is accepted early: no code counts twice. */
const nextCode = (secret: string): string => totpCode(secret, new Date(Date.now() + 30_000));

export const code = (page: Page) => page.getByRole('textbox', { name: 'Code' });

export const shownKey = async (page: Page): Promise<string> =>
  ((await page.getByLabel('Key', { exact: true }).textContent()) ?? '').replace(/\s/g, '');

export const setUpApp = async (page: Page): Promise<string> => {
  const secret = await shownKey(page);
  await code(page).fill(presentCode(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  return secret;
};

export const enterCode = async (page: Page, secret: string): Promise<void> => {
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await code(page).fill(nextCode(secret));
  await page.getByRole('button', { name: 'Continue' }).click();
};

export const toSignIn = async (page: Page, { staffUrl }: Product, path = '/'): Promise<void> => {
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${staffUrl}/signin?return=${encodeURIComponent(path)}`);
};

/** Signs the owner in again, with the app's code. */
export const signInWithCode = async (page: Page, product: Product, secret: string, path: string): Promise<void> => {
  await toSignIn(page, product, path);
  await enterCredentials(page, product.emails.owner, product.password);
  await enterCode(page, secret);
};
