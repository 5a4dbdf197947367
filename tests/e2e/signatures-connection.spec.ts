import { expect } from '@playwright/test';
import { test } from './support/product.ts';
import { openAs, picture } from './support/staff-actions.ts';

test(
  'connects DocuSeal with a valid key, and shows when it is down',
  { tag: '@long' },
  async ({ page, product }, info) => {
    const { key, account, secret } = product.signing;
    await openAs(page, product, 'owner', '/settings/signing');
    await expect(page.locator('strong', { hasText: 'DocuSeal is connected' })).toBeVisible();
    await picture(page, info, 'signing-connected');

    await fetch(`${product.docusealUrl}/sandbox/faults`, {
      method: 'POST',
      body: JSON.stringify({ account: key, status: 500 }),
    });
    await page.getByRole('button', { name: 'Test the connection' }).click();
    await expect(page.getByText('DocuSeal is down')).toBeVisible();
    await picture(page, info, 'signing-down');
    await fetch(`${product.docusealUrl}/sandbox/faults`, { method: 'POST', body: JSON.stringify({}) });

    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await expect(page.getByText('DocuSeal is not connected yet')).toBeVisible();
    await page.getByRole('button', { name: 'Connect DocuSeal' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Connect' }).click();
    await expect(dialog.getByText('API key is required')).toBeVisible();
    await dialog.getByLabel('API key').fill('not-a-key-of-anybody');
    await dialog.getByRole('button', { name: 'Connect' }).click();
    await expect(dialog.getByText('DocuSeal does not recognize this API key')).toBeVisible();
    await dialog.getByLabel('API key').fill(key);
    await dialog.getByRole('button', { name: 'Connect' }).click();
    await expect(page.getByText(account)).toBeVisible();
    await expect(page.locator('strong', { hasText: 'DocuSeal is connected' })).toBeVisible();

    await page.getByRole('button', { name: 'Save webhook secret' }).click();
    await page.getByRole('dialog').getByLabel('Webhook secret').fill(secret);
    await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByRole('button', { name: 'Change webhook secret' })).toBeVisible();
  },
);
