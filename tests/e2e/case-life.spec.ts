import { expect, type Page } from '@playwright/test';
import { completion, wholeCase } from '#tests/support/records/cases.ts';
import { checkScreen } from './support/axe.ts';
import { test } from './support/product.ts';
import { addCase, callAs, openAs, picture, tabTo } from './support/staff-actions.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const typeInto = async (page: Page, label: string, text: string): Promise<void> => {
  await tabTo(page, field(page, label));
  await page.keyboard.type(text);
};

test('creates an active case with the keyboard', async ({ page, product }, info) => {
  await openAs(page, product, 'director', '/cases');
  await tabTo(page, page.getByRole('link', { name: 'New case' }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'New case' })).toBeVisible();

  await field(page, 'First name').focus();
  await page.keyboard.type('Philomena');
  await typeInto(page, 'Last name', 'Keyes');
  await tabTo(page, page.getByRole('button', { name: 'Create as active' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Date of birth is required')).toBeVisible();
  await expect(field(page, 'Date of birth')).toBeFocused();
  await checkScreen(page, info, 'case-new-gaps');

  await page.keyboard.type('02031940');
  await tabTo(page, field(page, 'Date of death'));
  await page.keyboard.type('03012026');
  await typeInto(page, 'Location of death', 'Coastal Regional Hospital');
  await typeInto(page, 'Service type', 'Cremation');
  await tabTo(page, field(page, 'Service date'));
  await page.keyboard.type('03142026');
  await typeInto(page, 'Service location', 'Chapel');
  await tabTo(page, page.getByLabel('Existing customer'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('Name only')).toBeChecked();
  await typeInto(page, 'Relationship', 'Daughter');
  await typeInto(page, 'Informant name', 'Carolyn Keyes');
  await typeInto(page, 'Informant address', '18 Sevilla Street, St. Augustine');
  await expect(page.getByText('Ready to activate.')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Create as active' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Case [A-Z]{2}-\d{4}-\d{4} created$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Philomena Keyes' })).toBeVisible();
  await expect(page.getByText('Active', { exact: true }).first()).toBeVisible();
});

test('activates, completes and reopens a case, which only administrators can', async ({
  page,
  product,
  browser,
}, info) => {
  await openAs(page, product, 'admin', '/cases');
  const { id, case_number } = await addCase(page, { ...wholeCase, deceased_last_name: 'Lifely', service_location: '' });
  await page.goto(`${product.staffUrl}/cases/${id}`);
  await page.getByRole('button', { name: 'Activate' }).click();
  const gaps = page.getByRole('dialog', { name: 'Please fill in all required fields' });
  await expect(gaps.getByText('One field is required before this case can be active.')).toBeVisible();
  await checkScreen(page, info, 'case-gaps', { part: '[role=dialog]' });
  await gaps.getByRole('button', { name: /^Service location/ }).click();
  await expect(page.locator('[data-section="service"] [aria-expanded]').first()).toHaveAttribute(
    'aria-expanded',
    'true',
  );

  await callAs(page, 'PATCH', `/api/services/cases/${id}/`, { service_location: 'Chapel' });
  await page.reload();
  await page.getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByText(`Case ${case_number} activated`)).toBeVisible();
  await expect(page.getByText('The marital status is missing.')).toBeVisible();
  await callAs(page, 'PATCH', `/api/services/cases/${id}/`, completion);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Complete', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  const completing = page.getByRole('dialog', { name: 'Complete this case?' });
  await completing.getByLabel(/^Reason to complete/).fill('Filed on paper');
  await completing.getByRole('button', { name: /^Complete with \d+ open$/ }).click();
  await expect(page.getByText(`Case ${case_number} completed`)).toBeVisible();
  await expect(page.getByText('This case is completed and read-only. Reopen it to change it.')).toBeVisible();

  const other = await browser.newContext();
  const director = await other.newPage();
  await openAs(director, product, 'director', `/cases/${id}`);
  await expect(director.getByText('(Administrator only)')).toBeVisible();
  const reopen = director.getByRole('button', { name: 'Reopen' });
  await expect(reopen).toHaveAttribute('aria-disabled', 'true');
  await expect(reopen).toHaveAttribute('aria-description', 'Only administrators can reopen cases');
  await picture(director, info, 'case-completed-director');
  await other.close();

  await page.getByRole('button', { name: 'Reopen', exact: true }).click();
  await expect(page.getByText(`Case ${case_number} reopened`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Complete', exact: true })).toBeVisible();
});
