import { expect, type Page } from '@playwright/test';
import { checkScreen } from './support/axe.ts';
import { addCustomer } from './support/customer-records.ts';
import { test } from './support/product.ts';
import { addCase, callAs, openAs } from './support/staff-actions.ts';

/** Opens a case at its next of kin. */
const openKin = async (page: Page, id: string): Promise<void> => {
  await page.goto(`${new URL(page.url()).origin}/cases/${id}`);
  const head = page.getByRole('button', { name: /^Informant\/Next of Kin/ }).and(page.locator('[aria-expanded]'));
  await head.click();
  await expect(head).toHaveAttribute('aria-expanded', 'true');
};
const nextOfKin = (page: Page) => page.locator('[data-kin]');
const saved = (page: Page) => expect(page.getByText(/^Saved/).first()).toBeVisible();
const relationship = (page: Page) => nextOfKin(page).getByLabel('Relationship to the deceased').last();

test('fills in the marriage when a known customer is confirmed as the spouse', async ({ page, product }, info) => {
  await openAs(page, product, 'director');
  const lastName = 'Findable';
  const customer = await addCustomer(page, { first_name: 'Karin', last_name: lastName, phone: '9045550143' });
  const { id } = await addCase(page, { deceased_first_name: 'Harold', deceased_last_name: lastName });
  await openKin(page, id);

  await nextOfKin(page).getByRole('button', { name: 'Create New' }).click();
  await expect(page.getByText('Please select a relationship first').first()).toBeVisible();
  await relationship(page).selectOption('spouse');
  await nextOfKin(page).getByRole('combobox', { name: 'Existing customer' }).fill('finda');
  await page.getByRole('option', { name: new RegExp(`Karin ${lastName}`) }).click();
  await nextOfKin(page).getByRole('button', { name: 'Confirm Selection' }).click();
  await expect(page.getByText('Spouse information auto-filled based on informant selection')).toBeVisible();
  await expect(nextOfKin(page).getByText('Spouse · primary contact')).toBeVisible();
  await expect(nextOfKin(page).getByRole('link', { name: '(904) 555-0143' })).toHaveAttribute('href', 'tel:9045550143');
  await saved(page);
  await checkScreen(page, info, 'kin-saved');
  await expect
    .poll(() => callAs<object>(page, 'GET', `/api/services/cases/${id}/`))
    .toMatchObject({
      informant: customer.id,
      informant_name: `Karin ${lastName}`,
      informant_relationship: 'spouse',
      marital_status: 'married',
      spouse_first_name: 'Karin',
      spouse_last_name: lastName,
    });
  await nextOfKin(page).getByRole('link', { name: 'Customer record' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Karin ${lastName}` })).toBeVisible();
});
