import { expect, type Page } from '@playwright/test';
import type { Product } from './product.ts';
import { emailed } from './staff-actions.ts';

/** Invites a colleague; returns the emailed link. */
export const invite = async (page: Page, product: Product, email: string, role: string): Promise<string> => {
  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a colleague' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('radio', { name: role, exact: true }).check();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog).toBeHidden();
  // The message is gone before a slow email arrives.
  await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible();
  return invitationLink(product, email);
};

export const invitationLink = (product: Product, email: string): Promise<string> =>
  emailed(product, email, /(https?:\/\/\S+\/invitations\/\S+)/);

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

/** Makes the access token look expired, so that the next call renews it. */
export const expireToken = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.endsWith('.clockDrift'));
    if (key) sessionStorage.setItem(key, String(24 * 3_600_000));
  });
