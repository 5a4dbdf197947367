import { expect } from '@playwright/test';
import { test } from './support/product.ts';
import { accessibilityFaults, accountOf, openAs, picture } from './support/staff-actions.ts';

test('a home that tells nobody of new submissions says so, until somebody is told', async ({ page, product }, info) => {
  await openAs(page, product, accountOf('owner'), '/settings/homes');
  const listed = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Ames Cremation Care' }) });
  await expect(listed).toContainText(/Mailed to/);
  await listed.getByRole('link', { name: 'Ames Cremation Care', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ames Cremation Care' })).toBeVisible();
  const addresses = page.getByRole('list', { name: 'Who gets notified of a new submission' });
  await expect(addresses).toBeVisible();
  const before = await addresses.getByRole('listitem').allTextContents();
  const remove = page.getByRole('button', { name: /^Remove .*@/ });
  for (const _ of before) await remove.first().click();
  await expect(page.getByText('Nobody is told', { exact: true })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await picture(page, info, 'home-nobody-told');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Funeral home saved')).toBeVisible();

  await page.goto(`${product.staffUrl}/settings/homes`);
  await expect(listed).toContainText('Nobody is told by mail');
  expect(await accessibilityFaults(page)).toEqual([]);
  await listed.getByRole('link', { name: 'Ames Cremation Care', exact: true }).click();
  await expect(page.getByText('Nobody is told', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add my address' }).click();
  const input = page.getByRole('textbox', { name: 'Who gets notified of a new submission' });
  for (const address of before) {
    await input.fill(address);
    await input.press('Enter');
  }
  await page.getByRole('button', { name: `Remove ${accountOf('owner')}` }).click();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Funeral home saved').last()).toBeVisible();
  await expect(addresses.getByRole('listitem')).toHaveText(before);
});
