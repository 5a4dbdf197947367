import { expect, type Page } from '@playwright/test';
import { checkScreen } from './support/axe.ts';
import { watchPolicy } from './support/intake-form.ts';
import { test } from './support/product.ts';
import { listed, openAs, reportDeath, storedInBrowser } from './support/staff-actions.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' });
const inputOf = (page: Page) => dialogOf(page).getByRole('combobox', { name: 'Search' });
const openPalette = async (page: Page) => {
  await page.keyboard.press('ControlOrMeta+k');
  await expect(inputOf(page)).toBeFocused();
  return inputOf(page);
};
const groups = (page: Page) => dialogOf(page).getByRole('group');

test('finds and opens a report with the keyboard', async ({ page, product }, info) => {
  const policyReports = await watchPolicy(page);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  const reference = await reportDeath(product, { deceased_first_name: 'Perpetua', deceased_last_name: 'Quillfeather' });
  await openAs(page, product, 'director');
  await listed(page, `${product.staffUrl}/submissions?search=${reference}`, page.getByText(/Quillfeather/).first());
  await page.goto(product.staffUrl);
  await page.mouse.move(0, 400);
  // The page loads it in advance.
  await expect.poll(() => scripts.filter((path) => path.includes('/palette-')).length).toBeGreaterThan(0);

  const input = await openPalette(page);
  await expect(groups(page)).toHaveCount(2);

  await input.pressSequentially('quillf');
  const found = dialogOf(page).getByRole('option', { name: new RegExp(`Perpetua.*${reference}`) });
  await expect(found).toHaveAttribute('aria-selected', 'true');
  await checkScreen(page, info, 'palette-found');
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
