import { readFile } from 'node:fs/promises';
import { type Download, expect, type Page } from '@playwright/test';
import { readSheet } from 'read-excel-file/node';
import { wholeCase } from '#tests/support/records/cases.ts';
import { checkScreen } from './support/axe.ts';
import { test } from './support/product.ts';
import { addCase, callAs, downloadBy, listed, openAs, picture } from './support/staff-actions.ts';

const rows = (page: Page) => page.locator('main tbody tr, main ul[aria-label="Cases"] > li');
const total = async (page: Page): Promise<number> =>
  Number(/of ([\d,]+)$/.exec((await page.getByText(/^\d+–\d+ of /).textContent()) ?? '')?.[1]?.replace(',', ''));

const exported = async (page: Page, format: RegExp): Promise<Download> => {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  return downloadBy(page.getByRole('menuitem', { name: format }));
};

test('filters cases, saves the filter of the user and exports the matches', async ({ page, product }, info) => {
  await openAs(page, product, 'owner', '/cases');
  for (const last_name of ['Abara', 'Benedetti', 'Castellan']) await addCase(page, { deceased_last_name: last_name });
  const { id } = await addCase(page, { ...wholeCase, deceased_last_name: 'Dunmore' });
  await callAs(page, 'POST', `/api/services/cases/${id}/activate/`, {});
  for (const row of [rows(page).nth(3), rows(page).filter({ hasText: 'Active' })])
    await listed(page, `${product.staffUrl}/cases`, row);
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
  // The rows of the first filter may still be visible.
  await expect.poll(async () => (await total(page)) - (await shown())).toBe(0);
  const lacking = await total(page);
  expect(lacking).toBeLessThan(all);

  await page.getByRole('button', { name: 'Save “Draft, Missing required fields”' }).click();
  const saved = page.getByRole('button', { name: 'Draft, Missing required fields', exact: true });
  await expect(saved).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect.poll(() => total(page)).toBe(all);
  // The server stores it for the user.
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
  // The focus of the deleted button moves to the filters.
  await expect(page.getByRole('list', { name: 'Saved filters' })).toBeFocused();
});

test('S-12 verifies the audit log of a case, and filters it by action and date', async ({
  page,
  demonstration: product,
}, info) => {
  await openAs(page, product, 'director', '/cases?search=lindqvist');
  await page
    .getByRole('link', { name: /Lindqvist/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Audit log' }).click();
  const log = page.getByRole('complementary', { name: 'Audit log' });
  await expect(log.locator('ol').getByText('Case opened')).toBeVisible();
  await log.getByRole('button', { name: 'Verify this log' }).click();
  await expect(log.getByText('Nothing was changed or removed')).toBeVisible();
  const everything = await log.locator('ol > li').count();
  await log.getByLabel('Action').selectOption({ label: 'Case opened' });
  await expect.poll(() => log.locator('ol > li').count()).toBe(1);
  await checkScreen(page, info, 'audit-log-filtered');
  await log.getByLabel('To', { exact: true }).fill('2020-01-01');
  await expect(log.getByText('No matching entries')).toBeVisible();
  await log.getByRole('button', { name: 'Clear filters' }).click();
  await expect(log.locator('ol > li')).toHaveCount(everything);
});
