import { expect, type Locator, type Page } from '@playwright/test';
import { addCustomer, openCase } from './support/customer-records.ts';
import { watchPolicy } from './support/intake-form.ts';
import { test } from './support/product.ts';
import { accessibilityFaults, accountOf, openAs, picture, storedInBrowser } from './support/staff-actions.ts';

const open = (page: Page, product: Parameters<typeof openAs>[1], path = '/customers') =>
  openAs(page, product, accountOf('admin'), path);

/** Goes on with the Tab key until something has the focus. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  for (let step = 0; step < 40; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
};

test('a customer is created by the keyboard alone', async ({ page, product }, info) => {
  const policyReports = await watchPolicy(page);
  await open(page, product);
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
  // Nobody has begun: nothing is amiss yet.
  await expect(page.getByText('Missing Required Fields:')).toHaveCount(0);
  expect(await accessibilityFaults(page)).toEqual([]);
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

  // The last field of a whole section leads into the next one.
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
  await picture(page, info, 'customer-new-contact');
  await tabTo(page, page.getByRole('textbox', named('County')));
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
    county: '',
    notes: 'Call after five.',
  });
  await expect(page.getByText('Customer saved successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: "José Luis O'Keyby-Núñez" })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Copy the customer ID [\da-f-]{36}$/ })).toBeVisible();
  expect(await policyReports()).toEqual([]);
  expect(await storedInBrowser(page)).not.toMatch(/Keyby|5550188|Cuna/);
});

test('editing guards unsaved changes, checks them, and merges with what somebody else saved', async ({
  page,
  product,
  browser,
}, info) => {
  await open(page, product);
  const { id } = await addCustomer(page, { first_name: 'Wilma', last_name: 'Editby', middle_name: 'Jo' });
  await page.goto(`${product.staffUrl}/customers/${id}`);
  await expect(page.getByText('Created', { exact: false }).first()).toBeVisible();
  const save = page.getByRole('button', { name: 'Save Changes' });
  await expect(save).toBeDisabled();
  await page.getByLabel('First Name').fill('Wilma  ');
  await expect(save).toBeDisabled();
  expect(await accessibilityFaults(page)).toEqual([]);
  await picture(page, info, 'customer');

  await page.getByLabel('City').fill('');
  await save.click();
  await expect(page.getByText('Please fill in required fields: City')).toBeVisible();
  await expect(page.getByLabel('City')).toBeFocused();
  await page.getByLabel('City').fill('Hastings');
  await page.getByLabel('Phone Number').fill('904');
  await page.getByLabel('ZIP Code').fill('1');
  await save.click();
  await expect(page.getByText('Phone Number: Phone number must be 10 digits')).toBeVisible();
  await expect(page.getByText('ZIP Code: ZIP code must be in format 12345 or 12345-6789')).toBeVisible();
  await picture(page, info, 'customer-errors');
  await page.getByLabel('Phone Number').fill('');
  await page.getByLabel('ZIP Code').fill('32145');

  await page.getByRole('link', { name: 'Customers', exact: true }).last().click();
  await expect(page.getByText('Leave without saving?')).toBeVisible();
  await page.getByRole('button', { name: 'Keep editing' }).click();

  const other = await browser.newContext();
  const colleague = await other.newPage();
  await openAs(colleague, product, accountOf('coordinator'), `/customers/${id}`);
  await colleague.getByLabel('City').fill('Elkton');
  await colleague.getByRole('textbox', { name: 'Notes' }).fill('Ask for the son');
  await colleague.getByRole('button', { name: 'Save Changes' }).click();
  await expect(colleague.getByText('Customer saved successfully')).toBeVisible();
  await other.close();

  await page.getByLabel('Middle Name').fill('');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await save.click();
  expect((await sent).postDataJSON()).toEqual({
    first_name: 'Wilma',
    middle_name: '',
    last_name: 'Editby',
    phone: null,
    email: null,
    address: '7 Reid Street',
    city: 'Hastings',
    state: 'FL',
    zip_code: '32145',
    county: '',
    version: 1,
  });
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this in the meantime' });
  await expect(dialog.getByRole('radio', { name: 'Hastings' })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: 'Elkton' })).not.toBeChecked();
  await expect(dialog.getByRole('radio', { name: 'Ask for the son' })).toBeChecked();
  await picture(page, info, 'customer-conflict');
  await dialog.getByRole('button', { name: 'Save with these choices' }).click();
  await expect(page.getByText('Customer saved successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Wilma Editby' })).toBeVisible();
  await expect(page.getByLabel('City')).toHaveValue('Hastings');
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Ask for the son');
  await expect(save).toBeDisabled();
});

test('what is sent again after the connection broke is saved once', async ({ page, product }) => {
  await open(page, product, '/customers/new');
  // What the field lacks is said once it is left, and does not move the page from under the click that leaves it.
  const section = (title: string) => page.getByRole('button', { name: title });
  await expect(page.getByLabel('First Name')).toBeFocused();
  await section('Contact & Address').click();
  await expect(section('Contact & Address')).toHaveAttribute('aria-expanded', 'true');
  await section('Basic Information').click();
  await expect(page.getByText('First Name is required')).toBeVisible();
  await page.getByLabel('First Name').fill('Lena');
  await page.getByLabel('Last Name').fill('Brokenby');
  await expect(page.getByText('To complete: Contact & Address')).toBeVisible();
  await page.getByRole('button', { name: 'Contact & Address' }).click();
  await page.getByLabel('Phone Number').pressSequentially('9045550144');
  await page.getByLabel('Street Address').fill('7 Reid Street');
  await page.getByLabel('City').fill('Palatka');
  await page.getByLabel('State').selectOption('FL');
  await page.getByLabel('ZIP Code').fill('32177');
  /** The server hears the next change, and its answer is lost. */
  const loseAnswer = (method: string) =>
    page.route('**/api/customers/customers/**', async (route) => {
      if (route.request().method() !== method) return route.fallback();
      await route.fetch();
      await route.abort();
    });

  await loseAnswer('POST');
  const create = page.getByRole('button', { name: 'Create Customer' });
  await create.click();
  await expect(
    page.getByText('Network error: Unable to connect to server. Please check your connection.'),
  ).toBeVisible();
  await page.unrouteAll();
  await create.click();
  await expect(page.getByText('Customer saved successfully')).toBeVisible();
  await expect(page.getByText('Network error')).toHaveCount(0);
  // The words come before the page of the new customer, whose fields have the same names.
  await expect(page.getByRole('heading', { level: 1, name: 'Lena Brokenby' })).toBeVisible();

  await page.getByLabel('Email Address').fill('Lena@Example.com');
  await page.getByLabel('Phone Number').fill('(904) 555-0145');
  await loseAnswer('PATCH');
  const save = page.getByRole('button', { name: 'Save Changes' });
  await save.click();
  await expect(page.getByText('Server connection lost. Please check if the server is running.')).toBeVisible();
  await page.unrouteAll();
  await save.click();
  // That of the creation may still be leaving.
  await expect(page.getByText('Customer saved successfully').last()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByLabel('Email Address')).toHaveValue('lena@example.com');
  await expect(save).toBeDisabled();
  await page.goto(`${product.staffUrl}/customers?search=brokenby`);
  await expect(page.getByText('1–1 of 1')).toBeVisible();
});

test(
  'a customer shows its active cases, which lead to them and keep it from being deleted',
  { tag: '@phone' },
  async ({ page, product }, info) => {
    await open(page, product);
    const number = await openCase(page, product, {
      informant_first_name: 'Greta',
      informant_middle_name: '',
      informant_last_name: 'Caseby',
      informant_phone: '9045550155',
    });
    await page.goto(`${product.staffUrl}/customers?search=caseby`);
    await page.getByRole('link', { name: 'Greta Caseby' }).click();
    const cases = page.getByRole('region', { name: 'Active cases' });
    await expect(cases).toContainText(number);
    await expect(cases).toContainText('Informant');
    const remove = page.getByRole('button', { name: 'Delete' });
    await expect(remove).toHaveAttribute('aria-disabled', 'true');
    await expect(remove).toHaveAttribute('aria-description', /Greta Caseby \(1 active case\)/);
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, info, 'customer-cases');
    await cases.getByRole('link').click();
    await expect(page.getByText(number).filter({ visible: true }).first()).toBeVisible();
  },
);

test('a customer is deleted after a question', async ({ page, product }) => {
  await open(page, product);
  const { id } = await addCustomer(page, { first_name: 'Solo', last_name: 'Deleteby' });
  await page.goto(`${product.staffUrl}/customers/${id}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Customer' });
  await expect(dialog.getByText('permanently delete Solo Deleteby? This action cannot be undone.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete Permanently' }).click();
  await expect(page.getByText('Customer deleted')).toBeVisible();
  await expect(page).toHaveURL(`${product.staffUrl}/customers`);
  await page.goto(`${product.staffUrl}/customers/${id}`);
  await expect(page.getByText('Customer not found')).toBeVisible();
  await expect(page.getByText("The customer you're looking for doesn't exist.")).toBeVisible();
});

test('a customer that cannot be loaded leads back to the list, with the reason', async ({ page, product }) => {
  await open(page, product);
  const { id } = await addCustomer(page, { last_name: 'Unloadable' });
  await page.route(`**/api/customers/customers/${id}/`, (route) =>
    route.fulfill({ status: 503, json: { detail: 'The service is busy. Please try again in a moment.' } }),
  );
  await page.goto(`${product.staffUrl}/customers/${id}`);
  await expect(page.getByText('Loading customer details...')).toBeVisible();
  await expect(page.getByText('The service is busy. Please try again in a moment.')).toBeVisible();
  await expect(page).toHaveURL(`${product.staffUrl}/customers`);
});
