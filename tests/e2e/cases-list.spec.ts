import { readFile } from 'node:fs/promises';
import { type Download, expect, type Page } from '@playwright/test';
import { readSheet } from 'read-excel-file/node';
import { test } from './support/product.ts';
import { accessibilityViolations, accountOf, openAs, picture } from './support/staff-actions.ts';

const rows = (page: Page) => page.locator('main tbody tr, main ul[aria-label="Cases"] > li');
const total = async (page: Page): Promise<number> =>
  Number(/of ([\d,]+)$/.exec((await page.getByText(/^\d+–\d+ of /).textContent()) ?? '')?.[1]?.replace(',', ''));

const exported = async (page: Page, format: RegExp): Promise<Download> => {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: format }).click();
  return downloading;
};

test('cases are filtered, the filter is saved for the person, and what matches is exported', async ({
  page,
  product,
}, info) => {
  await openAs(page, product, accountOf('owner'), '/cases');
  await expect(rows(page).first()).toBeVisible();
  await picture(page, info, 'cases-list');
  const all = await total(page);

  await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Draft' });
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Missing required fields').check();
  await expect(page).toHaveURL(/lacking=true/);
  const shown = () =>
    rows(page)
      .filter({ hasText: /fields? missing/ })
      .count();
  // The answer to the first filter may still stand there.
  await expect.poll(async () => (await total(page)) - (await shown())).toBe(0);
  const lacking = await total(page);
  expect(lacking).toBeLessThan(all);
  await picture(page, info, 'cases-list-filtered');

  await page.getByRole('button', { name: 'Save “Draft, Missing required fields”' }).click();
  const saved = page.getByRole('button', { name: 'Draft, Missing required fields', exact: true });
  await expect(saved).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect.poll(() => total(page)).toBe(all);
  // Of the person, not of the browser: it is there when the site is read anew.
  await page.waitForLoadState('networkidle');
  await page.reload();
  await saved.click();
  await expect.poll(() => total(page)).toBe(lacking);

  const csv = await exported(page, /csv/);
  expect(csv.suggestedFilename()).toMatch(/^cases-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await csv.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(lacking + 1);
  expect(lines.slice(1).every((line) => line.includes(',Draft,'))).toBe(true);
  await expect(page.getByText(`Exported ${lacking} case`)).toBeVisible();

  const sheet = await readSheet(await (await exported(page, /xlsx/)).path());
  expect(sheet).toHaveLength(lacking + 1);
  expect(sheet[0]?.[0]).toBe('Case Number');

  await page.getByRole('button', { name: 'Delete filter Draft, Missing required fields' }).click();
  await expect(saved).toHaveCount(0);
  // The button has gone: whoever uses the keyboard is still at the filters.
  await expect(page.getByRole('list', { name: 'Saved filters' })).toBeFocused();
});

test('S-12 the audit log of a case is verified, and narrowed by what was done, by whom and when', async ({
  page,
  product,
}, info) => {
  await openAs(page, product, accountOf('director'), '/cases?search=lindqvist');
  await page
    .getByRole('link', { name: /Lindqvist/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Audit log' }).click();
  const log = page.getByRole('complementary', { name: 'Audit log' });
  await expect(log.locator('ol').getByText('Case opened')).toBeVisible();
  await log.getByRole('button', { name: 'Verify this log' }).click();
  await expect(log.getByText('Nothing was changed or removed')).toBeVisible();
  await picture(page, info, 'audit-log-verified');
  const everything = await log.locator('ol > li').count();
  await log.getByLabel('Action').selectOption({ label: 'Case opened' });
  await expect.poll(() => log.locator('ol > li').count()).toBe(1);
  expect(await accessibilityViolations(page)).toEqual([]);
  await picture(page, info, 'audit-log-filtered');
  await log.getByLabel('To', { exact: true }).fill('2020-01-01');
  await expect(log.getByText('No matching entries')).toBeVisible();
  await log.getByRole('button', { name: 'Clear filters' }).click();
  await expect(log.locator('ol > li')).toHaveCount(everything);
});

test(
  'statistics count by days and lead to the cases that they count',
  { tag: '@long' },
  async ({ page, product }, info) => {
    await openAs(page, product, accountOf('director'), '/cases');
    await page.getByRole('link', { name: 'Statistics' }).click();
    const table = page.getByRole('table').filter({ hasText: 'Current status' });
    await expect(table).toBeVisible();
    await picture(page, info, 'cases-statistics');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel('Days', { exact: true }).selectOption({ label: 'Last 12 months' });
    await expect(page).toHaveURL(/days=365/);
    await page.getByText('Show as table').click();
    await expect(page.getByRole('rowheader', { name: /^[A-Z][a-z]+ \d{4}$/ }).first()).toBeVisible();
    await picture(page, info, 'cases-statistics-year');
    const drafts = table
      .getByRole('row', { name: /^Draft/ })
      .getByRole('link')
      .last();
    const count = Number(await drafts.textContent());
    await drafts.click();
    await expect(page).toHaveURL(/\/cases\?status=draft$/);
    await expect(rows(page)).toHaveCount(count);
  },
);
