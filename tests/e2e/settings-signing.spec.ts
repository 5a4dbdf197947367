import { expect } from '@playwright/test';
import { test } from './support/product.ts';
import { openAs, picture } from './support/staff-actions.ts';

// Nobody else is disconnected meanwhile: other stories send papers of the other organization.
const owner = 'owner@harbor-light.example';
const account = 'local-docuseal-harbor-light';

test('an owner connects DocuSeal with a key that it knows, and sees when it is down', async ({
  page,
  product,
}, info) => {
  await openAs(page, product, owner, '/settings/signing');
  // The demonstration is connected from the start.
  await expect(page.locator('strong', { hasText: 'DocuSeal is connected' })).toBeVisible();
  await picture(page, info, 'signing-connected');

  await fetch(`${product.docusealUrl}/sandbox/faults`, {
    method: 'POST',
    body: JSON.stringify({ account, status: 500 }),
  });
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await expect(page.getByText('DocuSeal is down')).toBeVisible();
  await picture(page, info, 'signing-down');
  await fetch(`${product.docusealUrl}/sandbox/faults`, { method: 'POST', body: JSON.stringify({ account: null }) });

  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('DocuSeal is not connected yet')).toBeVisible();
  await picture(page, info, 'signing-not-connected');
  await page.getByRole('button', { name: 'Connect DocuSeal' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await expect(dialog.getByText('API key is required')).toBeVisible();
  await dialog.getByLabel('API key').fill('not-a-key-of-anybody');
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await expect(dialog.getByText('DocuSeal does not recognize this API key')).toBeVisible();
  await picture(page, info, 'signing-dialog');
  await dialog.getByLabel('API key').fill(account);
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByText('harbor-light@docuseal.example')).toBeVisible();
  await expect(page.locator('strong', { hasText: 'DocuSeal is connected' })).toBeVisible();

  await page.getByRole('button', { name: 'Save webhook secret' }).click();
  await page.getByRole('dialog').getByLabel('Webhook secret').fill('whsec_local_harbor-light');
  await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('button', { name: 'Change webhook secret' })).toBeVisible();
});
