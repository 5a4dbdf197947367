import { expect, type Page } from '@playwright/test';
import { test } from './support/product.ts';
import { accessibilityFaults, accountOf, callAs, openAs, picture } from './support/staff-actions.ts';

const newCase = (page: Page) =>
  callAs(page, 'POST', '/api/services/cases/', {
    deceased_first_name: 'Minh',
    deceased_last_name: 'Nguyen',
    contract_total: '3000.00',
  });

/** Presses the button that has the name, as somebody does who has no mouse. */
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
const type = async (page: Page, text: string) => {
  await page.keyboard.insertText(text);
  await page.keyboard.press('Tab');
};

test('the fees of a case become a Statement, by keyboard alone', { tag: '@phone' }, async ({ page, product }, info) => {
  await openAs(page, product, accountOf('director'), '/cases');
  const { id } = await newCase(page);
  await page.goto(`${product.staffUrl}/cases/${id}?section=servicesFees`);
  const totals = page.getByRole('region', { name: 'Totals and checks' });
  await expect(totals.getByText('Nothing is charged yet.')).toBeVisible();

  await press(page, 'Edit A. Services');
  await expect(page.getByRole('textbox', { name: 'Basic services of director and staff' })).toBeFocused();
  await type(page, '2495');
  await page.keyboard.press('Tab');
  await type(page, '845');
  await expect(totals.getByText('$3,340.00').first()).toBeVisible();
  await expect(totals.getByText('Embalming is charged, but no reason is given.')).toBeVisible();
  await expect(totals.getByText(/16 CFR 453\.5\(b\)/)).toBeVisible();
  await press(page, 'Add a line');
  await type(page, 'Refrigeration');
  await type(page, '50');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Edit A. Services' })).toBeFocused();
  await expect(page.getByText('Refrigeration')).toBeVisible();

  await press(page, 'Edit D. Cash advances');
  await press(page, 'Add a cash advance');
  await type(page, 'Cremation permit');
  await type(page, '50');
  await page.getByRole('button', { name: 'Details of Cremation permit' }).press('Enter');
  await page.getByRole('textbox', { name: 'Paid to of Cremation permit' }).focus();
  await type(page, 'Lowndes County');
  await page.getByRole('checkbox', { name: 'This is an estimate' }).press('Space');
  await picture(page, info, 'fees-editing');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(totals.getByText('One cash advance is an estimate.')).toBeVisible();
  await expect(totals.getByText('$440.00 above the contract total of $3,000.00.')).toBeVisible();
  await page.getByRole('button', { name: 'Set contract to $3,440.00' }).press('Enter');
  await expect(totals.getByText(/contract total/)).toHaveCount(0);

  await page.getByRole('button', { name: 'Write the reason' }).press('Enter');
  const reason = page.getByRole('textbox', { name: 'Reason for Embalming' });
  await expect(reason).toBeFocused();
  await type(page, 'Viewing on Monday evening');
  await picture(page, info, 'fees');
  expect(await accessibilityFaults(page)).toEqual([]);
});
