import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { addCustomer, openCase } from './support/customer-records.ts';
import { watchPolicy } from './support/intake-form.ts';
import { test } from './support/product.ts';
import { accessibilityFaults, accountOf, callAs, openAs, picture } from './support/staff-actions.ts';

const rows = (page: Page) => page.locator('main tbody tr, main ul[aria-label="Customers"] > li');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search customers' });
const names = (page: Page) => rows(page).getByRole('link', { name: 'Listerby' });
const open = (page: Page, product: Parameters<typeof openAs>[1], who: Parameters<typeof accountOf>[0]) =>
  openAs(page, product, accountOf(who), '/customers');
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) <= 768;
const selectAll = (page: Page) =>
  page.getByRole('checkbox', { name: isPhone(page) ? 'Select All' : 'Select all rows on this page', exact: true });

test(
  'customers are searched, sorted and paged, and the address says how',
  { tag: '@phone' },
  async ({ page, product }, info) => {
    const policyReports = await watchPolicy(page);
    await open(page, product, 'director');
    const letters = [...'lkjihgfedcba'];
    for (const [at, letter] of letters.entries()) {
      await addCustomer(page, {
        first_name: `${letter.toUpperCase()}na`,
        last_name: 'Listerby',
        phone: `904555${String(110 + at).padStart(4, '0')}`,
        email: `${letter}${letter}.paged@example.com`,
      });
    }
    await page.reload();
    await expect(rows(page).first()).toContainText('Listerby');
    await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, info, 'customers');

    await search(page).fill('l');
    await expect(page).toHaveURL(`${product.staffUrl}/customers`);
    await search(page).fill('listerby');
    await expect(page.getByText('1–12 of 12')).toBeVisible();
    await expect(names(page).first()).toHaveText('Ana Listerby');
    await search(page).fill('(904) 555-0111');
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('Kna Listerby');
    await search(page).fill('ee.paged@example.com');
    await expect(rows(page)).toHaveCount(1);
    await search(page).fill('listerby');
    await expect(rows(page)).toHaveCount(12);

    if (isPhone(page)) await page.getByLabel('Sort by').selectOption({ label: 'Name, Z to A' });
    else {
      await page.getByRole('button', { name: 'Customer', exact: true }).click();
      await expect(names(page).first()).toHaveText('Ana Listerby');
      await page.getByRole('button', { name: 'Customer', exact: true }).click();
      await expect(page.getByRole('columnheader', { name: 'Customer' })).toHaveAttribute('aria-sort', 'descending');
    }
    await expect(names(page).first()).toHaveText('Lna Listerby');
    await page.getByLabel('Rows per page').selectOption('10');
    await page.getByRole('button', { name: 'Page 2' }).click();
    await expect(page.getByText('11–12 of 12')).toBeVisible();
    await expect(names(page)).toHaveText(['Bna Listerby', 'Ana Listerby']);
    await page.reload();
    await expect(names(page)).toHaveText(['Bna Listerby', 'Ana Listerby']);
    expect(new URL(page.url()).search).toBe('?search=listerby&ordering=-name&page_size=10&page=2');

    await search(page).fill('nobody of that name');
    await expect(page.getByText('No customers match')).toBeVisible();
    await picture(page, info, 'customers-empty');
    await page.getByRole('button', { name: 'Clear the search' }).last().click();
    await expect(page).toHaveURL(`${product.staffUrl}/customers`);
    await page.getByRole('button', { name: 'Page 2' }).click();
    await expect(page.getByText(/^21–/)).toBeVisible();
    await expect(rows(page).first()).toBeInViewport();
    expect(await policyReports()).toEqual([]);
  },
);

test('a long name and address stay inside the narrowest screen', async ({ page, product }) => {
  await open(page, product, 'director');
  await addCustomer(page, {
    first_name: 'Maximiliana-Theodora',
    last_name: 'Wolfeschlegelsteinhausenby',
    email: 'maximiliana.theodora.wolfeschlegelsteinhausenby@families.example.com',
  });
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`${product.staffUrl}/customers?search=wolfeschlegel`);
  const link = page.getByRole('link', { name: /Wolfeschlegelsteinhausenby$/ });
  await expect(link).toBeVisible();
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBe(0);
  await link.click();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
  expect(await overflow()).toBe(0);

  const named = { deceased_first_name: 'Longest', deceased_last_name: 'w'.repeat(100) };
  const { id } = await callAs(page, 'POST', '/api/services/cases/', named);
  await page.goto(`${product.staffUrl}/signatures/new?case=${id}`);
  await expect(page.getByRole('heading', { name: 'Request signatures' })).toBeVisible();
  expect(await overflow()).toBe(0);

  // Beside a name as long as one may be, the other columns stay in sight.
  await addCustomer(page, { first_name: 'Longest', last_name: 'w'.repeat(100), email: 'longest@example.com' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${product.staffUrl}/customers?search=longest`);
  await expect(page.getByRole('cell', { name: 'longest@example.com' })).toBeInViewport();
  await expect(page.getByRole('columnheader', { name: 'Deposits' })).toBeInViewport({ ratio: 1 });
});

test('a list that cannot be loaded says so and can be asked again', async ({ page, product }) => {
  await open(page, product, 'director');
  const failing = '**/api/customers/customers/?*';
  await page.route(failing, (route) => route.fulfill({ status: 500, json: { detail: 'Server error.' } }));
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Server error.');
  await page.unroute(failing);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('S-31 all that match are exported as a CSV, page by page, and an export can be cancelled', async ({
  page,
  product,
}, info) => {
  const policyReports = await watchPolicy(page);
  await open(page, product, 'admin');
  for (const first_name of ['María', "O'Brien"])
    await addCustomer(page, { first_name, last_name: 'Exportby', phone: '19045550177', county: 'Putnam' });
  await search(page).fill('exportby');
  await expect(rows(page)).toHaveCount(2);
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export All' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/^customers-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  const [heading, ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(heading).toBe('Name,Phone,Email,Address,Upcoming Service,Created Date');
  expect(lines).toHaveLength(2);
  const today = new Date().toLocaleDateString('en-US', {
    timeZone: 'America/New_York',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  expect(lines.sort()[0]).toBe(`María Exportby,'+1 (904) 555-0177,,"7 Reid Street, Palatka, FL 32177",,${today}`);
  await expect(page.getByText('Exported 2 customers')).toBeVisible();

  // The first page has come, the second one is still awaited.
  let asked = 0;
  await page.route('**/api/customers/customers/export/**', async (route) => {
    if (asked++ > 0) return;
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), next_cursor: 'more', count: 1000 } });
  });
  await page.getByRole('button', { name: 'Export All' }).click();
  await expect(page.getByText('2 of 1,000 customers exported')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Export' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export All' })).toBeDisabled();
  await picture(page, info, 'customers-export');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('progressbar', { name: 'Export' })).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await policyReports()).toEqual([]);
});

test('ticked customers are deleted after a question, but nobody who has active cases', async ({
  page,
  product,
}, info) => {
  await open(page, product, 'admin');
  for (const first_name of ['Ada', 'Bea', 'Cleo'])
    await addCustomer(page, { first_name, last_name: 'Goneby', phone: '9045550166' });
  await openCase(page, product, {
    informant_first_name: 'Dora',
    informant_middle_name: '',
    informant_last_name: 'Goneby',
    informant_phone: '9045550167',
  });
  await search(page).fill('goneby');
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).filter({ hasText: 'Dora' })).toContainText('1 active case');

  await selectAll(page).check();
  await expect(page.getByText(isPhone(page) ? '4 of 4 selected' : '4 selected')).toBeVisible();
  await picture(page, info, 'customers-selected');
  const dialog = page.getByRole('dialog', { name: 'Delete Customers' });
  const ask = () => page.getByRole('button', { name: 'Delete', exact: true }).click();
  await ask();
  await expect(
    dialog.getByText('Are you sure you want to permanently delete 3 customer(s)? This action cannot be undone.'),
  ).toBeVisible();
  await expect(dialog.getByText('customers with active cases cannot be deleted')).toBeVisible();
  await expect(dialog.getByText('One stays: Dora Goneby (1 active case)')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  expect(await accessibilityFaults(page)).toEqual([]);
  await picture(page, info, 'customers-bulk-delete');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await ask();
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
  await ask();
  await dialog.getByRole('button', { name: 'Delete Permanently' }).click();
  await expect(page.getByText('3 customers deleted')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Dora Goneby');
  // Whoever uses the keyboard is still at the list.
  await expect(page.locator('main div:focus')).toBeVisible();
});
