import { expect } from '@playwright/test';
import { addDays, todayIn } from '#domain/shared/values/calendar-date.ts';
import { examplePdf } from '#tests/support/records/documents.ts';
import { checkScreen } from './support/axe.ts';
import { expectPages } from './support/paper.ts';
import { test } from './support/product.ts';
import { listed, openDocuments, openNewCase, picture } from './support/staff-actions.ts';

test('counts the days of a certificate and its copies', async ({ page, product }, info) => {
  const today = todayIn('America/New_York', new Date());
  await openNewCase(
    page,
    product,
    {
      deceased_first_name: 'Jamal',
      deceased_last_name: 'Whitfield',
      // Maine has no period for the certifier, so that the default of 5 days counts every day of the year.
      state_of_death: 'ME',
      dc_delivered_to_doctor_date: addDays(today, -8),
      certificate_recipient: 'Yolanda Whitfield, 4 Pine Street',
      dc_copies_ordered: 8,
    },
    'deathCertificate',
  );
  const alerts = page.getByRole('list', { name: 'Certificate deadlines' });
  await expect(alerts.getByText('Overdue by 3 days')).toBeVisible();

  await page.getByRole('button', { name: 'Edit Details' }).click();
  await page.getByLabel('Completed by doctor', { exact: true }).check();
  await page.getByLabel('Completed by doctor on').fill(today);
  await page.getByLabel('Delivered to county').fill(addDays(today, -2));
  await page.getByRole('button', { name: 'Done' }).first().click();
  await expect(alerts.getByText('3 days remaining')).toBeVisible();
  await expect(alerts.getByText('Overdue by 3 days')).toHaveCount(0);

  const copies = page.getByRole('region', { name: 'Certified copies' });
  const form = copies.getByRole('form', { name: 'Record copies' });
  const open = copies.getByRole('button', { name: 'Record copies' });
  const record = form.getByRole('button', { name: 'Record', exact: true });
  const count = form.locator('input[data-field="copies"]');
  await open.press('Enter');
  await expect(form.getByLabel('Action')).toBeFocused();
  await count.fill('8');
  await form.getByLabel('Fee per copy').fill('12');
  await record.click();
  await expect(copies.getByText('0 of 8 received, 0 given to family, 0 on hand. Fees $96.00.')).toBeVisible();
  await expect(open).toBeFocused();
  await open.click();
  await expect(count).toHaveValue('8');
  await count.fill('9');
  await expect(form.getByText('Only 8 copies are still on order. Record the order first.')).toBeVisible();
  await expect(record).toBeDisabled();
  await count.fill('6');
  await record.click();
  await open.click();
  await expect(form.getByLabel('Given to')).toHaveValue('Yolanda Whitfield');
  await checkScreen(page, info, 'copies-form');
  await record.click();
  await expect(copies.getByText('6 of 8 received, 6 given to family, 0 on hand. Fees $96.00.')).toBeVisible();
});

test('shows a deadline on Home, in the list and in its case, where it is overridden', async ({
  page,
  product,
}, info) => {
  const today = todayIn('America/New_York', new Date());
  const { id } = await openNewCase(page, product, {
    deceased_first_name: 'Dorothy',
    deceased_last_name: 'Briggs',
    date_of_death: addDays(today, -6),
    time_of_death: '16:10',
    state_of_death: 'FL',
    service_type: 'direct_cremation',
  });
  const open = page.getByRole('button', { name: /File death certificate/ });
  await expect(open.getByText('Overdue by 1 day')).toBeVisible();
  await expect(page.getByRole('button', { name: /Cremation waiting period/ })).toBeVisible();
  await picture(page, info, 'case-deadlines');

  const row = page.getByRole('link', { name: 'Dorothy Briggs' }).first();
  await listed(page, `${product.staffUrl}/deadlines`, row);
  const search = page.getByRole('searchbox', { name: 'Search deadlines' });
  await search.fill('briggs');
  await expect(row).toBeVisible();
  await expect(page.getByText('Overdue by 1 day').first()).toBeVisible();
  // The previous rows stay visible, dimmed, during the search.
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await picture(page, info, 'deadlines');

  await page.goto(`${product.staffUrl}/`);
  const queue = page.getByRole('region', { name: 'Overdue' });
  await expect(queue.getByText('File death certificate').first()).toBeVisible();
  await expect(queue.getByRole('link', { name: /^Open death certificate: / }).first()).toBeVisible();
  // The state never overlaps the text.
  const late = queue.getByRole('listitem').filter({ hasText: 'File death certificate' }).first();
  const [state, words] = await Promise.all(
    ['Overdue by', 'File death certificate'].map((text) => late.getByText(text).boundingBox()),
  );
  if (!state || !words) throw new Error('Nothing is late');
  expect(state.x + state.width <= words.x || state.y >= words.y + words.height).toBe(true);
  await picture(page, info, 'home-deadlines');

  await page.goto(`${product.staffUrl}/cases/${id}`);
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'File death certificate' });
  await expect(dialog.getByText('Florida requires the certificate within 5 days of death')).toBeVisible();
  await dialog.getByLabel('New due date').fill(addDays(today, 4));
  await dialog.getByLabel('Reason').fill('The registrar gave more time');
  await checkScreen(page, info, 'deadline-dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(open.getByText('4 days remaining')).toBeVisible();
  await open.click();
  await expect(dialog.getByText('“The registrar gave more time”')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove override' }).click();
  await expect(open.getByText('Overdue by 1 day')).toBeVisible();
});

test('adds, edits, returns and deletes permits', { tag: '@long' }, async ({ page, product }, info) => {
  const { id } = await openNewCase(
    page,
    product,
    { deceased_last_name: 'Boudreaux', state_of_death: 'FL' },
    'compliance',
  );
  const permits = page.getByRole('region', { name: 'Permits', exact: true });
  await expect(permits.getByText('No permits added yet')).toBeVisible();
  await permits.getByRole('button', { name: 'Add First Permit' }).click();

  const form = page.getByRole('form', { name: 'Add New Permit' });
  const add = form.getByRole('button', { name: 'Add Permit' });
  await expect(add).toBeDisabled();
  await expect(form.getByLabel('Permit Name')).toBeFocused();
  await form.getByLabel('Permit Name').fill('Burial-transit permit');
  await form.getByLabel('Permit Number').fill('BTP-FL-2026-041773');
  await form.getByLabel('Issuing Authority').fill('Duval County');
  await form.getByLabel('Issue Date').fill('2026-03-05');
  await form.getByLabel('Expiry Date').fill('2026-03-15');
  await form.getByLabel('Notes').click();
  await checkScreen(page, info, 'permit-form');
  await add.click();
  await expect(page.getByText('Permit added successfully!')).toBeVisible();
  await expect(permits.getByText('Expires Mar 15, 2026')).toBeVisible();
  await expect(permits.getByText('Expired', { exact: true })).toBeVisible();

  await permits.getByRole('button', { name: 'Add Another Permit' }).click();
  await form.getByLabel('Permit Name').fill('Medical examiner release');
  await form.getByLabel('Permit Number').fill('ME23-CR-26-1187');
  await add.click();
  await expect(permits.getByText('ME23-CR-26-1187')).toBeVisible();

  await permits.getByRole('button', { name: 'Edit Medical examiner release' }).click();
  const editor = permits.getByRole('form', { name: 'Edit Medical examiner release' });
  await editor.getByLabel('Permit Number').fill('ME23-CR-26-1188');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Permit updated successfully')).toBeVisible();
  await expect(permits.getByText('ME23-CR-26-1188')).toBeVisible();

  await permits.getByRole('button', { name: 'Mark as returned: Burial-transit permit' }).click();
  await expect(permits.getByText('Returned', { exact: true })).toBeVisible();
  await expect(permits.getByText('Expired', { exact: true })).toHaveCount(0);

  await page.goto(`${product.staffUrl}/cases/${id}`);
  const papers = await openDocuments(page, info);
  const pdf = { name: 'Stamped permit.pdf', mimeType: 'application/pdf', buffer: examplePdf() };
  await papers.getByLabel(/^Choose files/).setInputFiles(pdf);
  await expect(papers.getByRole('button', { name: pdf.name, exact: true })).toBeVisible({ timeout: 20_000 });
  await page.goto(`${product.staffUrl}/cases/${id}?section=compliance`);
  await permits.getByRole('button', { name: 'Attach a scan to Burial-transit permit' }).click();
  await page.getByRole('menuitem', { name: pdf.name }).click();
  await permits.getByRole('button', { name: pdf.name }).click();
  const scan = page.getByRole('dialog', { name: pdf.name });
  await expectPages(scan, /response-content-disposition=inline/);
  await scan.getByRole('button', { name: 'Close the document' }).click();

  await permits.getByRole('button', { name: 'Delete Medical examiner release' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Permit' });
  await expect(
    question.getByText('Are you sure you want to delete "Medical examiner release"? This action cannot be undone.'),
  ).toBeVisible();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Permit deleted successfully')).toBeVisible();
  await expect(permits.getByText('ME23-CR-26-1188')).toHaveCount(0);
  await checkScreen(page, info, 'permits');
});
