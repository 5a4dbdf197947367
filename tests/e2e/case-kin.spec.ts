import { expect, type Page } from '@playwright/test';
import { addCase, openKin, readCase } from './support/case-records.ts';
import { addCustomer } from './support/customer-records.ts';
import { test } from './support/product.ts';
import { accessibilityViolations, accountOf, openAs, picture } from './support/staff-actions.ts';

const nextOfKin = (page: Page) => page.locator('[data-kin]');
const saved = (page: Page) => expect(page.getByText(/^Saved/).first()).toBeVisible();
const relationship = (page: Page) => nextOfKin(page).getByLabel('Relationship to the deceased').last();

test('a known customer who is the spouse is confirmed as primary contact, and fills in the marriage', async ({
  page,
  product,
}, info) => {
  await openAs(page, product, accountOf('director'));
  const lastName = `Findable${info.project.name === 'phone' ? 'phone' : 'desk'}`;
  const customer = await addCustomer(page, { first_name: 'Karin', last_name: lastName, phone: '9045550143' });
  const { id } = await addCase(page, { deceased_first_name: 'Harold', deceased_last_name: lastName });
  await openKin(page, id);

  await nextOfKin(page).getByRole('button', { name: 'Create New' }).click();
  await expect(page.getByText('Please select a relationship first').first()).toBeVisible();
  await relationship(page).selectOption('spouse');
  await nextOfKin(page).getByRole('combobox', { name: 'Existing customer' }).fill(lastName.slice(0, 5));
  await page.getByRole('option', { name: new RegExp(`Karin ${lastName}`) }).click();
  await picture(page, info, 'kin-selected');
  await nextOfKin(page).getByRole('button', { name: 'Confirm Selection' }).click();
  await expect(page.getByText('Spouse information auto-filled based on informant selection')).toBeVisible();
  await expect(nextOfKin(page).getByText('Spouse · primary contact')).toBeVisible();
  await expect(nextOfKin(page).getByRole('link', { name: '(904) 555-0143' })).toHaveAttribute('href', 'tel:9045550143');
  await saved(page);
  await picture(page, info, 'kin-saved');
  expect(await accessibilityViolations(page)).toEqual([]);
  await expect
    .poll(() => readCase(page, id))
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
