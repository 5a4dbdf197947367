import { expect } from '@playwright/test';
import { checkScreen } from './support/axe.ts';
import { test } from './support/product.ts';
import { downloadBy, listed, openAs } from './support/staff-actions.ts';

/** A file of another system: semicolons, quotes across lines, a column with SSNs. */
const family = 'Ravenel';
const content = [
  'First Name;Surname;Cell;Contact Email;ZIP;Joined;Remarks;Soc Sec',
  `Wilhelmina;${family};(912) 555-0161;mina@ravenel.example;31401;3/4/2009;"Knows the\r\nsexton; calls first";987-65-4321`,
  `Wilhelm;${family};(912) 555-0161;;31401;;;`,
  `Wilhelmina;${family};9125550161;;31401;;;`,
  `;${family};12;;1;;;`,
  ';;;;;;;',
].join('\r\n');

test('imports customers from a file and undoes the import', async ({ page, product }, info) => {
  await openAs(page, product, 'owner', '/settings/import');
  await expect(page.getByRole('heading', { name: 'Import records', level: 1 })).toBeVisible();
  const chosen = (content: string) =>
    page
      .getByLabel(/^Choose a file/)
      .setInputFiles({ name: `${family}.csv`, mimeType: 'text/csv', buffer: Buffer.from(content) });
  await chosen('First,Last\r\n');
  await expect(page.getByRole('alert')).toContainText('The file has headings but no rows.');
  await chosen(content);

  const columns = page.getByRole('list', { name: 'Columns in the file' });
  await expect(columns.getByLabel('Surname holds')).toHaveValue('last_name');
  await expect(columns.getByLabel('Contact Email holds')).toHaveValue('email');
  await expect(columns.getByLabel('Joined holds')).toHaveValue('created_at');
  await expect(columns.getByLabel('Soc Sec holds')).toBeDisabled();
  await expect(page.getByText('987-65-4321')).toHaveCount(0);
  await columns.getByLabel('Remarks holds').selectOption('Notes');
  // A field belongs to one column: choosing it again moves it.
  await columns.getByLabel('Joined holds').selectOption('Notes');
  await expect(columns.getByLabel('Remarks holds')).toHaveValue('');
  await columns.getByLabel('Joined holds').selectOption('Customer since');
  await columns.getByLabel('Remarks holds').selectOption('Notes');
  await checkScreen(page, info, 'import-columns');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await page.getByRole('button', { name: 'Review rows' }).click();

  await expect(
    page.getByText("1 new, 1 already in Stillwater, 1 possible duplicate, 1 can't be imported."),
  ).toBeVisible();
  expect(sent.join()).toContain('Wilhelmina');
  expect(sent.join()).not.toContain('987-65');
  const lines = page.getByRole('list', { name: 'Lines in the file' });
  await expect(lines.getByRole('listitem')).toHaveCount(4);
  await expect(lines.getByRole('listitem').nth(1)).toContainText('Same phone number as line 2');
  await page.getByRole('button', { name: "Can't import 1" }).click();
  await expect(lines.getByRole('listitem')).toHaveCount(1);
  await expect(lines).toContainText('First name is required.');
  const download = await downloadBy(page.getByRole('button', { name: "Lines that can't be imported as CSV" }));
  expect(download.suggestedFilename()).toBe(`rejected-${family}.csv`);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await checkScreen(page, info, 'import-lines');

  await page.getByLabel(/^Also import 1 possible duplicate/).check();
  await page.getByRole('button', { name: 'Import 2 customers' }).click();
  const asked = page.getByRole('dialog', { name: 'Import 2 customers?' });
  await asked.getByRole('button', { name: 'Import 2 customers' }).click();
  await expect(page.getByText('2 customers imported from 4 lines.')).toBeVisible();

  const imported = page.getByRole('link', { name: `Wilhelmina ${family}` });
  await listed(page, `${product.staffUrl}/customers?search=${family}`, imported);
  await imported.click();
  await expect(page.getByText('Knows the')).toBeVisible();
  await expect(page.getByText(/Mar 4, 2009/).first()).toBeVisible();

  await page.goto(`${product.staffUrl}/settings/import`);
  await page.getByRole('link', { name: `${family}.csv` }).click();
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page
    .getByRole('dialog', { name: 'Undo this import?' })
    .getByRole('button', { name: 'Undo 2 customers' })
    .click();
  await expect(page.getByText('2 customers undone.')).toBeVisible();
  await expect(lines.getByText('Undone')).toHaveCount(2);
  await page.goto(`${product.staffUrl}/settings/import`);
  // The next file with these headings has the same matches.
  await chosen(content);
  await expect(page.getByText(`Using the same matches as ${family}.csv`)).toBeVisible();
  await expect(columns.getByLabel('Remarks holds')).toHaveValue('notes');
});
