import { expect } from '@playwright/test';
import { checkScreen } from './support/axe.ts';
import { test } from './support/product.ts';
import { addCase, openAs, picture } from './support/staff-actions.ts';

test('drafts, publishes, copies and compares a price list', async ({ page, product }, info) => {
  await openAs(page, product, 'owner', '/settings/homes');
  await page.getByRole('link', { name: 'Ames Cremation Care', exact: true }).click();
  await page.getByRole('link', { name: 'Price lists' }).click();
  const general = page.getByRole('region', { name: 'General price list' });
  await expect(general.getByText('Current', { exact: true })).toBeVisible();
  await general.getByRole('button', { name: /^New draft/ }).click();

  const items = page.getByRole('table', { name: 'Items' });
  await items.getByLabel('Item 1: Code').fill('BASIC');
  await items.getByLabel('Item 1: Description').fill('Basic services of director and staff');
  await items.getByLabel('Item 1: Price').fill('2,495');
  // Enter moves down, and adds a row after the last one.
  await items.getByLabel('Item 1: Price').press('Enter');
  await expect(items.getByLabel('Item 2: Code')).toBeFocused();
  await page.keyboard.type('DC');
  await items.getByLabel('Item 2: Description').fill('Direct cremation');
  await items.getByLabel('Item 2: Statement line').selectOption('direct_cremation_fee');
  await items.getByLabel('Item 2: Price').fill('1895');
  await items.getByLabel('Item 2: To').fill('2,250.00');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await expect(items.getByLabel('Item 1: Price')).toHaveValue('2495.00');

  const force = page.getByRole('button', { name: 'Publish…' });
  await expect(force).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('Alternative containers you offer for direct cremation').fill('fiberboard boxes');
  await items.getByLabel('Item 2: Includes').fill('Transfer, shelter, permits, cremation');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(force).not.toHaveAttribute('aria-disabled', 'true');
  await checkScreen(page, info, 'price-list-draft');

  await force.click();
  const asked = page.getByRole('dialog', { name: 'Publish' });
  // The dialog has finished opening when its first field has the focus.
  await expect(asked.getByLabel('Effective from')).toBeFocused();
  const saves: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && saves.push(request.url()));
  await asked.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Current', { exact: true }).first()).toBeVisible();
  const paper = page.getByRole('article', { name: 'General price list' });
  await expect(paper.getByText('The containers we provide are fiberboard boxes.')).toBeVisible();
  await expect(paper.getByText('$1,895.00 to $2,250.00')).toBeVisible();
  // The submit of the dialog does not reach the form behind it.
  expect(saves).toEqual([]);
  await checkScreen(page, info, 'price-list-in-force');

  await page.getByRole('button', { name: 'Copy into a new draft' }).click();
  await items.getByLabel('Item 1: Price').fill('2,595');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved').first()).toBeVisible();
  await expect(items.getByLabel('Item 1: Price')).toHaveValue('2595.00');
  await page.getByLabel('Compare with').selectOption({ index: 1 });
  await expect(page.getByText('Changed +$100.00')).toBeVisible();
  await expect(page.getByText('$2,495.00')).toBeVisible();
  await picture(page, info, 'price-list-compared');

  await page.getByRole('link', { name: 'Back to version' }).click();
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(general.getByText('Current', { exact: true })).toBeVisible();
  await expect(general.getByText('Past', { exact: true })).toBeVisible();

  const location = /homes\/([\w-]+)/.exec(page.url())?.[1];
  const { id } = await addCase(page, { deceased_last_name: 'Tran', location });
  await page.goto(`${product.staffUrl}/cases/${id}?section=servicesFees`);
  await page.getByRole('button', { name: 'Add from price lists' }).click();
  const picker = page.getByRole('dialog', { name: 'Add from price lists' });
  await picker.getByRole('checkbox', { name: /^BASIC/ }).check();
  await picker.getByRole('checkbox', { name: /^DC/ }).check();
  const fill = picker.getByRole('button', { name: 'Add to fees' });
  await expect(fill).toBeDisabled();
  await picker.getByLabel('From $1,895.00 to $2,250.00').fill('2000');
  await expect(picker.getByText('2 selected, $4,495.00')).toBeVisible();
  await checkScreen(page, info, 'price-picker');
  await fill.click();
  const totals = page.getByRole('region', { name: 'Totals and checks' });
  await expect(totals.getByText('$4,495.00').first()).toBeVisible();
  await expect(page.getByText('Direct cremation · Includes: Transfer, shelter, permits, cremation')).toBeVisible();
  await expect(
    totals.getByText(/Charged twice: Basic services of director and staff, as a fee and in “Direct cremation”/),
  ).toBeVisible();
});
