import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './support/product.ts';
import { accessibilityViolations, accountOf, callAs, openAs, picture } from './support/staff-actions.ts';

/** Moves the focus with Tab until the element has it. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return;
  }
  throw new Error('the element is not reached by Tab');
};
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
/** Types into a field that Tab reaches. */
const typeInto = async (page: Page, label: string, text: string): Promise<void> => {
  await tabTo(page, field(page, label));
  await page.keyboard.type(text);
};

const whole = {
  deceased_first_name: 'Odessa',
  gender: 'female',
  date_of_birth: '1940-02-03',
  date_of_death: '2026-03-01',
  location_of_death: 'Coastal Regional Hospital',
  service_type: 'cremation',
  service_date: '2026-03-14',
  service_location: 'Chapel',
  informant_name: 'Carolyn Pruitt-Shaw',
  informant_relationship: 'daughter',
  informant_address: '18 Sevilla Street, St. Augustine, FL, 32084, USA',
};
const completion = {
  social_security_number: '987-65-4320',
  city_of_death: 'St. Augustine',
  state_of_death: 'FL',
  place_of_birth_city: 'Savannah',
  place_of_birth_state: 'GA',
  marital_status: 'single',
};

const openCase = (page: Page, body: object) => callAs(page, 'POST', '/api/services/cases/', body);

test('a case is opened by keyboard alone, as a draft and as an active one', async ({ page, product }, info) => {
  await openAs(page, product, accountOf('director'), '/cases');
  await tabTo(page, page.getByRole('link', { name: 'New case' }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'New case' })).toBeVisible();

  await tabTo(page, page.getByRole('button', { name: 'Save draft' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter at least one detail before saving')).toBeVisible();

  await field(page, 'First name').focus();
  await page.keyboard.type('Philomena');
  await typeInto(page, 'Last name', 'Keyes');
  await tabTo(page, page.getByRole('button', { name: 'Create as active' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Date of birth is required')).toBeVisible();
  await expect(page.getByText('Informant name is required (or select an existing customer)')).toBeVisible();
  // The first gap has the focus.
  await expect(field(page, 'Date of birth')).toBeFocused();
  await picture(page, info, 'case-new-gaps');
  expect(await accessibilityViolations(page)).toEqual([]);

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

test('draft, active, completed, reopened: gaps lead to their fields, and administrators alone reopen', async ({
  page,
  product,
  browser,
}, info) => {
  await openAs(page, product, accountOf('admin'), '/cases');
  const last = `Lifely${info.project.name}`;
  const { id, case_number } = await openCase(page, { ...whole, deceased_last_name: last, service_location: '' });
  await page.goto(`${product.staffUrl}/cases/${id}`);
  await page.getByRole('button', { name: 'Activate' }).click();
  const gaps = page.getByRole('dialog', { name: 'Please fill in all required fields' });
  await expect(gaps.getByText('One field is required before this case can be active.')).toBeVisible();
  await picture(page, info, 'case-gaps');
  expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([]);
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
  await picture(page, info, 'case-active');
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Complete this case?' })
    .getByRole('button', { name: 'Complete case' })
    .click();
  await expect(page.getByText(`Case ${case_number} completed`)).toBeVisible();
  await expect(page.getByText('This case is completed and read-only. Reopen it to change it.')).toBeVisible();

  const other = await browser.newContext();
  const director = await other.newPage();
  await openAs(director, product, accountOf('director'), `/cases/${id}`);
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
