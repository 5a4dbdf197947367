import { expect } from '@playwright/test';
import { watchPolicy } from './support/intake-form.ts';
import { test } from './support/product.ts';
import { openAs, picture, storedInBrowser, tabTo } from './support/staff-actions.ts';

test('creates a customer with the keyboard', async ({ page, product }, info) => {
  const policyReports = await watchPolicy(page);
  await openAs(page, product, 'admin', '/customers');
  await tabTo(page, page.getByRole('link', { name: 'Create Customer' }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Create New Customer' })).toBeVisible();
  const submit = page.getByRole('button', { name: 'Create Customer' });
  await picture(page, info, 'customer-new');

  const named = (name: string) => ({ name, exact: true });
  const enter = async (label: string, text: string) => {
    await tabTo(page, page.getByRole('textbox', named(label)).or(page.getByRole('combobox', named(label))));
    await page.keyboard.type(text);
  };
  await enter('First Name', 'José');
  await enter('Middle Name', 'Luis');
  await enter('Last Name', "O'Keyby-Núñez");
  // Tab in the last field of a complete section opens the next section.
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Phone Number')).toBeFocused();
  await page.keyboard.type('9045550188');
  await expect(page.getByLabel('Phone Number')).toHaveValue('(904) 555-0188');
  await enter('Email Address', 'Jose@Example.com');
  await enter('Street Address', '12 Cuna Street');
  await enter('City', 'St. Augustine');
  await enter('State', 'Florida');
  await expect(page.getByLabel('State')).toHaveValue('FL');
  await enter('ZIP Code', '32084');
  // The ZIP code fills only blank fields.
  await expect(page.getByRole('textbox', named('County'))).toHaveValue('St. Johns');
  await tabTo(page, page.getByRole('combobox', named('Language')));
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', named('Notes'))).toBeFocused();
  await page.keyboard.type('Call after five.');
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
