import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import type { Product } from './product.ts';

const operatorFile = fileURLToPath(new URL('../../../scripts/operator.ts', import.meta.url));

interface Mail {
  to: string[];
  text: string;
}

/** The links of the invitations mailed to an address, newest first. */
const mailedLinks = async ({ mailboxUrl }: Product, to: string): Promise<string[]> => {
  const mails = (await (await fetch(`${mailboxUrl}/api/mails?to=${encodeURIComponent(to)}`)).json()) as Mail[];
  return mails.flatMap(({ text }) => /https?:\/\/\S+\/invitations\/\S+/.exec(text)?.[0] ?? []);
};

/** The link of the invitation mailed last, once there are `count` of them. */
export const mailedLink = async (product: Product, to: string, count = 1): Promise<string> => {
  await expect.poll(async () => (await mailedLinks(product, to)).length, { timeout: 20_000 }).toBe(count);
  return (await mailedLinks(product, to))[0] ?? '';
};

/** Fills the page that an invitation's link leads to, and sends it. */
export const acceptInvitation = async (
  page: Page,
  name: readonly [string, string],
  password: string,
): Promise<void> => {
  await page.getByLabel('First name').fill(name[0]);
  await page.getByLabel('Last name').fill(name[1]);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm the password').fill(password);
  await page.getByRole('button', { name: 'Accept and sign in' }).click();
};

/** A new organization with its first home, whose owner is invited by mail, as an operator makes it. */
export const createOrganization = async (
  product: Product,
  name: string,
  slug: string,
  email: string,
  more: readonly string[] = [],
): Promise<void> => {
  const args = [
    'create-organization',
    '--name',
    name,
    '--home',
    `${name} Funeral Home`,
    '--slug',
    slug,
    '--email',
    email,
    ...more,
  ];
  const env = { ...process.env, NODE_OPTIONS: '', DATA_DIR: product.dataDir };
  await promisify(execFile)(process.execPath, [operatorFile, ...args], { env });
};

/** Lets the access token look as if it had run out, so that the next call has to renew it. */
export const expireToken = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.endsWith('.clockDrift'));
    if (key) sessionStorage.setItem(key, String(24 * 3_600_000));
  });
