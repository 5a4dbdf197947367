import { expect, type Page } from '@playwright/test';
import { watchPolicy } from './support/intake-form.ts';
import { type Product, test } from './support/product.ts';
import {
  accessibilityFaults,
  accountOf,
  openAs,
  openSubmission,
  picture,
  reportDeath,
  storedInBrowser,
} from './support/staff-actions.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' });
const inputOf = (page: Page) => dialogOf(page).getByRole('combobox', { name: 'Search' });
const openPalette = async (page: Page) => {
  await page.keyboard.press('ControlOrMeta+k');
  await expect(inputOf(page)).toBeFocused();
  return inputOf(page);
};
const groups = (page: Page) => dialogOf(page).getByRole('group');

const report = (product: Product) =>
  reportDeath(product, { deceased_first_name: 'Perpetua', deceased_last_name: 'Quillfeather' });

test('a report is found and opened without leaving the keyboard', async ({ page, product }, info) => {
  const policyReports = await watchPolicy(page);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  const reference = await report(product);
  await openAs(page, product, accountOf('director'));
  await page.mouse.move(0, 400);
  // It comes by itself once the page stands.
  await expect.poll(() => scripts.filter((path) => path.includes('/palette-')).length).toBeGreaterThan(0);

  const input = await openPalette(page);
  await expect(groups(page)).toHaveCount(2);
  expect(await accessibilityFaults(page)).toEqual([]);
  await picture(page, info, 'palette-empty');

  await input.pressSequentially('quillf');
  const found = dialogOf(page).getByRole('option', { name: new RegExp(`Perpetua.*${reference}`) });
  await expect(found).toHaveAttribute('aria-selected', 'true');
  expect(await accessibilityFaults(page)).toEqual([]);
  await picture(page, info, 'palette-found');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Reference ${reference}`)).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(dialogOf(page)).toBeHidden();

  await openPalette(page);
  await expect(
    groups(page)
      .first()
      .getByRole('option', { name: /Perpetua/ }),
  ).toBeVisible();
  expect(await storedInBrowser(page)).not.toContain('Perpetua');
  expect(await policyReports()).toEqual([]);
});

test('cases and customers are found by name, number and phone', { tag: '@phone' }, async ({ page, product }, info) => {
  await openAs(page, product, accountOf('coordinator'), '/cases');
  const first = page.locator('main a[href^="/cases/"]:not([href$="/new"]):not([href$="/statistics"])').first();
  const name = (await first.textContent()) ?? '';
  const surname = name.split(' ').at(-1) ?? '';
  const input = await openPalette(page);
  await input.fill(surname);
  await expect(dialogOf(page).getByRole('group', { name: 'Cases' }).getByRole('option').first()).toContainText(surname);
  const number = /[A-Z]+-\d{4}-\d+/.exec(
    (await dialogOf(page).getByRole('group', { name: 'Cases' }).getByRole('option').first().textContent()) ?? '',
  );
  await input.fill(number?.[0] ?? 'no number');
  await expect(dialogOf(page).getByRole('option')).toHaveCount(1);
  await input.fill('555');
  await expect(dialogOf(page).getByRole('group', { name: 'Customers' })).toBeVisible();
  await picture(page, info, 'palette-many');
  await dialogOf(page).getByRole('option', { name: 'All customers with “555”' }).click();
  await expect(page).toHaveURL(/\/customers\?search=555$/);
  await expect(page.getByRole('searchbox', { name: 'Search customers' })).toHaveValue('555');
});

test('it opens pages and forms by their names, as far as somebody may', async ({ page, product }) => {
  await openAs(page, product, accountOf('office'));
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await inputOf(page).fill('duplicate');
  await expect(dialogOf(page).getByText('Nothing found for “duplicate”')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await inputOf(page).fill('new cust');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Create New Customer' })).toBeVisible();

  await openPalette(page);
  await page.keyboard.press('End');
  await expect(dialogOf(page).getByRole('option', { name: 'Sign out' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(dialogOf(page).getByRole('option', { selected: true })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
});

test('Escape gives the focus back, and the skip link leads past the navigation', async ({ page, product }) => {
  await openAs(page, product, accountOf('office'), '/submissions');
  const box = page.getByRole('searchbox', { name: 'Search submissions' });
  await box.focus();
  await openPalette(page);
  await page.keyboard.press('Escape');
  await expect(box).toBeFocused();

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Submissions', level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Submissions', level: 1 })).toBeVisible();
});

test('unsaved input is not left behind by a slip', async ({ page, product }) => {
  const reference = await report(product);
  await openAs(page, product, accountOf('director'));
  await openSubmission(page, reference, 'Perpetua');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  // The sections have the same names on both pages.
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
  await page.getByLabel('Special requests').fill('Lilies');
  await openPalette(page);
  await inputOf(page).fill('team');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await openPalette(page);
  await inputOf(page).fill('sign out');
  await expect(dialogOf(page).getByRole('option', { name: 'Sign out', selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Sign out without saving?' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Special requests')).toHaveValue('Lilies');
});

test('without a connection it does not open, and does once that is back', async ({ page, product, context }) => {
  await openAs(page, product, accountOf('office'));
  await context.setOffline(true);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByText('Please check your connection and try again.')).toBeVisible();
  await expect(dialogOf(page)).toBeHidden();
  await context.setOffline(false);
  await openPalette(page);
});

test('what cannot be searched is said, and tried again', async ({ page, product }, info) => {
  await openAs(page, product, accountOf('office'));
  await page.route('**/api/services/cases/?search=*', (route) => route.abort());
  const input = await openPalette(page);
  await input.fill('whi');
  await expect(dialogOf(page).getByRole('alert')).toContainText('Cases could not be searched', { timeout: 20_000 });
  expect(await accessibilityFaults(page)).toEqual([]);
  await picture(page, info, 'palette-failed');
  await page.unroute('**/api/services/cases/?search=*');
  await dialogOf(page).getByRole('button', { name: 'Try again' }).click();
  await expect(dialogOf(page).getByRole('alert')).toBeHidden();
});
