import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { checkScreen } from './support/axe.ts';
import { test } from './support/product.ts';
import { addCase, callAs, downloadBy, openAs, overflowOf, picture } from './support/staff-actions.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Returns charts without a table, and marks with a contrast under 3: color is never the only information. */
const unreadableInGrey = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const light = (color: string): number => {
      const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
        const value = Number(part) / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const charts = [...document.querySelectorAll('main section')].filter((one) =>
      one.querySelector('[aria-hidden] [style]'),
    );
    const marks = charts.flatMap((one) => [...one.querySelectorAll('[aria-hidden] [style]')]);
    const pale = marks.filter((one) => 1.05 / (light(getComputedStyle(one).backgroundColor) + 0.05) < 3);
    if (marks.length === 0) return ['no marks at all'];
    return [
      ...charts.filter((one) => !one.querySelector('table')).map((one) => `no table: ${one.textContent?.slice(0, 40)}`),
      ...pale.map((one) => `pale: ${getComputedStyle(one).backgroundColor}`),
    ];
  });

test('opens the records behind a figure of the month and exports it', async ({ page, product }, info) => {
  await openAs(page, product, 'owner', '/cases');
  const today = await page.evaluate(() => new Date().toLocaleDateString('en-CA', { timeZone: 'America/New_York' }));
  const { id } = await addCase(page, {
    ...{ deceased_first_name: 'Ottilie', deceased_last_name: 'Vandermeulen', service_type: 'graveside' },
    ...{ contract_total: '4120.00', hearse_fee: '4000.00', clergy_fee: '120.00', date_of_statement: today },
  });
  await callAs(page, 'POST', '/api/services/payments/', {
    ...{ case: id, amount: '1120.00', payment_date: today, payment_method: 'cash' },
    ...{ received_from: 'Marten Vandermeulen', payment_for: 'Deposit' },
  });

  const owed = card(page, 'Family receivables');
  const line = page.getByRole('row').filter({ hasText: 'Ottilie Vandermeulen' });
  const total = page.locator('tfoot td:last-child');
  // Figures follow the case and the payment separately.
  await expect(async () => {
    await page.goto(`${product.staffUrl}/insight?tab=money`);
    await expect(owed.getByRole('link').first()).toBeVisible({ timeout: 10_000 });
    const shown = await owed.textContent();
    await owed.getByRole('link').first().click({ timeout: 10_000 });
    await expect(page.getByRole('link', { name: 'Ottilie Vandermeulen' })).toBeVisible({ timeout: 10_000 });
    await expect(line).toContainText('$3,000.00', { timeout: 10_000 });
    expect(shown).toContain(await total.textContent());
  }).toPass();
  const added = await page.locator('tbody tr td:last-child').allTextContents();
  const cents = (text: string): number => Math.round(Number(text.replace(/[$,]/g, '')) * 100);
  const sum = await total.textContent();
  expect(added.reduce((all, one) => all + cents(one), 0)).toBe(cents(sum ?? ''));
  await checkScreen(page, info, 'insight-records');

  await page.goBack();
  await expect(owed).toContainText(sum ?? '');
  await picture(page, info, 'insight-money');
  const file = await downloadBy(page.getByRole('button', { name: 'CSV file: Contracts, by service type' }));
  expect(readFileSync(await file.path(), 'utf8')).toContain('Graveside service,');

  await page.getByRole('link', { name: 'Operations', exact: true }).click();
  await expect(card(page, 'Cases opened, by service type')).toContainText('Graveside service');
  const months = card(page, 'Cases opened by month');
  await months.getByText('Show as table').focus();
  await page.keyboard.press('Enter');
  await expect(months.getByRole('row')).toHaveCount(13);
  expect(await unreadableInGrey(page)).toEqual([]);
  await page.getByLabel('Period').selectOption('year');
  await expect(page).toHaveURL(/scope=year/);
  await picture(page, info, 'insight-work');
  const wide = await overflowOf(page);
  expect(wide).toBeLessThanOrEqual(0);
});
