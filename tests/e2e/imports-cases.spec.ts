import { expect } from '@playwright/test';
import { examplePdf } from '#tests/support/records/documents.ts';
import { zipped } from '#tests/support/zipped.ts';
import { checkScreen } from './support/axe.ts';
import { test } from './support/product.ts';
import { openAs, openDocuments } from './support/staff-actions.ts';

/** Cases of another system, one of them twice and one without a number. */
const casesFile = [
  'Case Number,First Name of the Deceased,Last Name of the Deceased,Date of Death,NOK First,NOK Last,NOK Phone',
  'OLD-2009-0001,Theodora,Vandermeer,3/4/2009,Piet,Vandermeer,(912) 555-0181',
  'OLD-2009-0002,Cornelius,Vandermeer,5/6/2011,Piet,Vandermeer,(912) 555-0181',
  'old-2009-0001,Somebody,Else,,,,',
  ',Nobody,Numberless,,,,',
].join('\r\n');

test(
  'imports cases with next of kin, their documents from a ZIP file, and undoes both',
  { tag: '@long' },
  async ({ page, product }, info) => {
    await openAs(page, product, 'owner', '/settings/import');
    await page.getByRole('button', { name: 'Cases', exact: true }).click();
    await page
      .getByLabel(/^Choose a file/)
      .setInputFiles({ name: 'cases.csv', mimeType: 'text/csv', buffer: Buffer.from(casesFile) });
    const columns = page.getByRole('list', { name: 'Columns in the file' });
    await expect(columns.getByLabel('Case Number holds')).toHaveValue('case_number');
    await columns.getByLabel('First Name of the Deceased holds').selectOption({ value: 'deceased_first_name' });
    await columns.getByLabel('Last Name of the Deceased holds').selectOption({ value: 'deceased_last_name' });
    await columns.getByLabel('NOK First holds').selectOption({ value: 'kin_first_name' });
    await columns.getByLabel('NOK Last holds').selectOption({ value: 'kin_last_name' });
    await columns.getByLabel('NOK Phone holds').selectOption({ value: 'kin_phone' });
    await checkScreen(page, info, 'import-cases-columns');
    await page.getByRole('button', { name: 'Review rows' }).click();

    await expect(
      page.getByText("2 new, 1 already in Stillwater, 0 possible duplicates, 1 can't be imported."),
    ).toBeVisible();
    const lines = page.getByRole('list', { name: 'Lines in the file' });
    await expect(lines.getByRole('listitem').nth(2)).toContainText('Same case number as line 2');
    await expect(lines.getByRole('listitem').nth(3)).toContainText('The case number is required');
    await page.getByRole('button', { name: 'Import 2 cases' }).click();
    const asked = page.getByRole('dialog', { name: 'Import 2 cases?' });
    await asked.getByRole('button', { name: 'Import 2 cases' }).click();
    await expect(page.getByText('2 cases imported from 4 lines.')).toBeVisible();
    const imported = page.url();

    // One file belongs to an imported case, the other to no case.
    await page.goto(`${product.staffUrl}/settings/import`);
    await page.getByRole('button', { name: 'Documents', exact: true }).click();
    const archive = zipped([
      { path: 'OLD-2009-0002/Permit.pdf', text: examplePdf('Vandermeer') },
      { path: 'Elsewhere 77/Letter.pdf', text: examplePdf('Letter') },
      { path: '__MACOSX/OLD-2009-0002/._Permit.pdf', text: 'x' },
    ]);
    const choose = () =>
      page
        .getByLabel(/^Choose a file/)
        .setInputFiles({ name: 'documents.zip', mimeType: 'application/zip', buffer: archive });
    await choose();
    await expect(page.getByText('1 document for 1 case, 1 file skipped.')).toBeVisible();
    const files = page.getByRole('list', { name: 'Files in the ZIP' });
    await expect(files.getByRole('listitem').first()).toContainText('No case with this number');
    await expect(files).toContainText('OLD-2009-0002, Cornelius Vandermeer');
    await checkScreen(page, info, 'import-documents');
    await page.getByRole('button', { name: 'Add 1 document' }).click();
    await expect(page.getByText('1 document added. You can open them after the virus scan.')).toBeVisible();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await choose();
    await expect(page.getByText('0 documents for 0 cases, 2 files skipped.')).toBeVisible();
    await expect(files).toContainText('Already in the case');
    await page.getByRole('button', { name: 'Remove 1 document' }).click();
    const takingBack = page.getByRole('dialog', { name: 'Remove these documents?' });
    await takingBack.getByRole('button', { name: 'Remove 1 document' }).click();
    await expect(
      page.getByText('1 document removed. You can restore each one from its case for 30 days.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await choose();
    await page.getByRole('button', { name: 'Add 1 document' }).click();
    await expect(page.getByText('1 document added. You can open them after the virus scan.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove 1 document' })).toBeVisible();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await choose();
    await files.getByRole('link', { name: /^OLD-2009-0002/ }).click();
    await expect(page.getByText('Cornelius Vandermeer').first()).toBeVisible();
    await openDocuments(page, info);
    await expect(page.getByRole('button', { name: 'Permit.pdf', exact: true })).toBeVisible();

    await page.goto(imported);
    await page.getByRole('button', { name: 'Undo this import' }).click();
    await page.getByRole('dialog', { name: 'Undo this import?' }).getByRole('button', { name: 'Undo 2 cases' }).click();
    await expect(page.getByText('1 case undone, 1 case kept.')).toBeVisible();
    await expect(lines.getByText('Kept: the case has documents or signature requests')).toBeVisible();
  },
);
