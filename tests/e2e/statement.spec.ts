import { expect, type Page } from '@playwright/test';
import { checkScreen } from './support/axe.ts';
import { expectPages } from './support/paper.ts';
import { test } from './support/product.ts';
import { openDocuments, openNewCase, picture } from './support/staff-actions.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
const type = async (page: Page, text: string) => {
  await page.keyboard.insertText(text);
  await page.keyboard.press('Tab');
};

test('finalizes Statements from the fees of a case with the keyboard', async ({ page, product }, info) => {
  const { id } = await openNewCase(
    page,
    product,
    { deceased_last_name: 'Nguyen', contract_total: '3000.00' },
    'servicesFees',
  );
  const totals = page.getByRole('region', { name: 'Totals and checks' });
  await expect(totals.getByText('No charges yet.')).toBeVisible();

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
  await page.getByRole('button', { name: 'Cremation permit details' }).press('Enter');
  await page.getByRole('textbox', { name: 'Cremation permit: Paid to' }).focus();
  await type(page, 'Lowndes County');
  await page.getByRole('checkbox', { name: 'This is an estimate' }).press('Space');
  await checkScreen(page, info, 'fees-editing');
  await page.keyboard.press('Escape');
  await expect(totals.getByText('One cash advance is an estimate.')).toBeVisible();
  await expect(totals.getByText('$440.00 above the contract total of $3,000.00.')).toBeVisible();
  await page.getByRole('button', { name: 'Set contract to $3,440.00' }).press('Enter');
  await expect(totals.getByText(/contract total/)).toHaveCount(0);

  await page.getByRole('button', { name: 'Enter the reason' }).press('Enter');
  const reason = page.getByRole('textbox', { name: 'Reason for Embalming' });
  await expect(reason).toBeFocused();
  await type(page, 'Viewing on Monday evening');
  await press(page, 'Edit Embalming approval');
  await type(page, 'Quang Minh Nguyen');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.getByLabel('Approved on').fill('2026-11-19');
  const approval = page.waitForResponse((answer) => answer.request().postData()?.includes('2026-11-19') ?? false);
  await page.keyboard.press('Control+s');
  await approval;

  await page.goto(`${product.staffUrl}/cases/${id}?section=servicesFees`);
  await expect(totals.getByText('Embalming has a reason and an approval')).toBeVisible();
  await press(page, 'Finalize version 1');
  await page.getByRole('dialog').getByRole('button', { name: 'Finalize', exact: true }).press('Enter');
  const versions = page.getByRole('region', { name: 'Finalized Statements' });
  await expect(versions.getByText(/^Version 1, WA-S-\d{4}-\d{4}$/)).toBeVisible();

  await press(page, 'Edit A. Services');
  await page.getByRole('textbox', { name: 'Hearse' }).focus();
  await type(page, '375');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Set contract to $3,815.00' }).press('Enter');
  await expect(totals.getByText(/contract total/)).toHaveCount(0);
  await press(page, 'Finalize version 2');
  await expect(page.getByLabel('Reason for the new version')).toBeFocused();
  await page.keyboard.insertText('The hearse was added');
  await page.keyboard.press('Enter');
  await expect(versions.getByText('Superseded')).toBeVisible();

  await press(page, 'Compare with version 1');
  const panel = page.getByRole('complementary', { name: 'Versions 1 and 2' });
  await expect(panel.getByRole('row', { name: /^Hearse/ })).toContainText('+$375.00');
  await picture(page, info, 'statement-versions');
  await page.keyboard.press('Escape');
  await press(page, 'Mark signed');
  await expect(page.getByLabel('Accepted By')).toBeFocused();
  await page.getByLabel('Accepted By').fill('Quang Minh Nguyen');
  await page.keyboard.press('Enter');
  await expect(versions.getByText('Accepted', { exact: true })).toBeVisible();

  const printed = page.waitForEvent('download');
  await press(page, 'Print version 2');
  const file = /^statement_WA-S-\d{4}-\d{4}_v2\.pdf$/;
  expect((await printed).suggestedFilename()).toMatch(file);
  await page.goto(`${product.staffUrl}/cases/${id}`);
  const documents = await openDocuments(page, info);
  const kept = documents.getByRole('button', { name: file });
  // There are two files, unless the Statement was accepted before the first one was made.
  await expect(kept.first()).toBeVisible({ timeout: 20_000 });
  await documents.getByRole('button', { name: 'Print' }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Permit and certificate worksheet' })).toBeVisible();
  await page.keyboard.press('Escape');
  await kept.first().press('Enter');
  const opened = page.getByRole('dialog', { name: file });
  await expectPages(opened, /response-content-type=application%2Fpdf/);
  await opened.getByRole('button', { name: 'Close the document' }).press('Enter');
  await page.goto(`${product.staffUrl}/cases/${id}?section=servicesFees`);
  await press(page, 'Read version 2');
  const paper = page.getByRole('complementary', { name: 'Version 2' });
  await expect(paper.getByText(/^Charges are only for those items that you selected/)).toBeVisible();
  await expect(paper.getByText('Viewing on Monday evening')).toBeVisible();
  await expect(paper.getByText('Cremation permit (estimate)')).toBeVisible();
  await checkScreen(page, info, 'statement');
});
