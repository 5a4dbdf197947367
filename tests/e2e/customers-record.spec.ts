import { expect } from '@playwright/test';
import { watchPolicy } from './support/intake-form.ts';
import { test } from './support/product.ts';
import { openAs, picture, storedInBrowser, tabTo } from './support/staff-actions.ts';

test('creates a customer with the keyboard', async ({ page, product }, info) => {
  const policyReports = await watchPolicy(page);
  await openAs(page, product, 'admin', '/customers');
  await tabTo(page, page.getByRole('link', { name: 'Add Customer' }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Create New Customer' })).toBeVisible();
  await expect(page.getByText('Add a new customer to the system')).toBeVisible();
  const submit = page.getByRole('button', { name: 'Create Customer' });
  await expect(submit).toBeDisabled();
  const section = (title: string) => page.getByRole('button', { name: title });
  await expect(section('Basic Information')).toContainText('Required');
  await expect(section('Contact & Address')).toContainText('Required');
  await expect(section('Additional Notes')).toContainText('Optional');
  // An untouched form has no errors.
  await expect(page.getByText('Missing Required Fields:')).toHaveCount(0);
  await picture(page, info, 'customer-new');

  const named = (name: string) => ({ name, exact: true });
  const enter = async (label: string, text: string) => {
    await tabTo(page, page.getByRole('textbox', named(label)).or(page.getByRole('combobox', named(label))));
    await page.keyboard.type(text);
  };
  await enter('First Name', 'J0');
  await expect(page.getByText('First name can only contain letters')).toBeVisible();
  await page.keyboard.press('Backspace');
  await page.keyboard.type('osé');
  await enter('Middle Name', 'Luis');
  await enter('Last Name', "O'Keyby-Núñez");
  await expect(page.getByText('Missing Required Fields:')).toHaveCount(0);
  await expect(page.getByRole('img', { name: 'Complete' })).toHaveCount(1);

  // Tab in the last field of a complete section opens the next section.
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Phone Number')).toBeFocused();
  await expect(section('Basic Information')).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.type('9045550188');
  await expect(page.getByText('Street Address, City, State, ZIP Code')).toBeVisible();
  await expect(page.getByLabel('Phone Number')).toHaveValue('(904) 555-0188');
  await enter('Email Address', 'Jose@Example.com');
  await enter('Street Address', '12 Cuna Street');
  await enter('City', 'St. Augustine');
  await enter('State', 'Florida');
  await expect(page.getByLabel('State')).toHaveValue('FL');
  await enter('ZIP Code', '3208');
  await page.keyboard.press('Tab');
  await expect(page.getByText('ZIP code must be in format 12345 or 12345-6789')).toBeVisible();
  await expect(submit).toBeDisabled();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('End');
  await page.keyboard.type('4');
  // The ZIP code fills only blank fields.
  await expect(page.getByRole('textbox', named('County'))).toHaveValue('St. Johns');
  await picture(page, info, 'customer-new-contact');
  await tabTo(page, page.getByRole('combobox', named('Language')));
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', named('Notes'))).toBeFocused();
  await page.keyboard.type('Call after five.');
  await expect(page.getByRole('img', { name: 'Complete' })).toHaveCount(3);
  await tabTo(page, submit);
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/customers/'));
  await page.keyboard.press('Enter');
  const request = await sent;
  expect(request.headers()['idempotency-key']).toMatch(/^[\da-f-]{36}$/);
  expect(request.postDataJSON()).toEqual({
    first_name: 'José',
    middle_name: 'Luis',
    last_name: "O'Keyby-Núñez",
    phone: '9045550188',
    email: 'jose@example.com',
    address: '12 Cuna Street',
    city: 'St. Augustine',
    state: 'FL',
    zip_code: '32084',
    county: 'St. Johns',
    notes: 'Call after five.',
  });
  await expect(page.getByText('Customer saved successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: "José Luis O'Keyby-Núñez" })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Copy the customer ID [\da-f-]{36}$/ })).toBeVisible();
  expect(await policyReports()).toEqual([]);
  expect(await storedInBrowser(page)).not.toMatch(/Keyby|5550188|Cuna/);
});
