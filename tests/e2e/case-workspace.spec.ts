import { expect, type Page } from '@playwright/test';
import { checkScreen } from './support/axe.ts';
import { type Product, test } from './support/product.ts';
import {
  convertToCase,
  openAs,
  openSubmission,
  overflowOf,
  picture,
  reportDeath,
  tabTo,
} from './support/staff-actions.ts';

/** Opens a new case, converted from a report; returns its path. */
const openOwnCase = async (page: Page, product: Product, lastName: string) => {
  const reference = await reportDeath(product, { deceased_first_name: 'Wanda', deceased_last_name: lastName });
  await openAs(page, product, 'director');
  await openSubmission(page, reference, `Wanda Edwin ${lastName}`);
  await convertToCase(page);
  await expect(page).toHaveURL(/\/cases\/[\w-]+/);
  await expect(page.locator('main h2').getByRole('button', { name: /^Deceased/ })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  return new URL(page.url()).pathname;
};

const section = (page: Page, id: string) => page.locator(`[data-section="${id}"]`);
const toggle = (page: Page, title: string) =>
  page.locator('main h2').getByRole('button', { name: new RegExp(`^${title}`) });
const saved = (page: Page) => expect(page.locator('[data-state="saved"]')).toContainText(/^Saved \d+:\d\d [AP]M$/);

test('edits a section with the keyboard and saves it automatically', async ({ page, product }, info) => {
  await openOwnCase(page, product, 'Bykeys');
  await toggle(page, 'Service Information').focus();
  await page.keyboard.press('Enter');
  const edit = section(page, 'service').getByRole('button', { name: 'Edit Details', exact: true });
  await tabTo(page, edit);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Service type')).toBeFocused();
  await page.keyboard.type('Grave');
  await tabTo(page, page.getByLabel('Service time'));
  await page.keyboard.type('2:30 pm');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Marine Chapel');
  await page.keyboard.press('Control+s');
  await saved(page);
  await picture(page, info, 'case-editing');
  await page.keyboard.press('Escape');
  await expect(edit).toBeFocused();
  await expect(section(page, 'service').getByText('Marine Chapel')).toBeVisible();
  await page.reload();
  await expect(section(page, 'service').getByText('2:30 PM')).toBeVisible();
});

test('keeps the edits of two people in one section and asks about conflicts', async ({
  page,
  browser,
  product,
}, info) => {
  const path = await openOwnCase(page, product, 'Bytwo');
  const context = await browser.newContext();
  const other = await context.newPage();
  await openAs(other, product, 'coordinator', `${path}#service`);
  await page.goto(`${product.staffUrl}${path}#service`);
  for (const one of [page, other])
    await section(one, 'service').getByRole('button', { name: 'Edit Details', exact: true }).click();

  await page.getByLabel('Service location').fill('Marine Chapel');
  await saved(page);
  await other.getByLabel('Service time').fill('2:30 pm');
  await expect(other.getByText('Marcus Ames changed Service location. Both changes are kept.')).toBeVisible();
  await saved(other);
  await expect(other.getByLabel('Service location')).toHaveValue('Marine Chapel');

  await page.getByLabel('Service location').fill('Garden');
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Dee Kowalski changed this while you were editing' });
  // The coordinator changed only the time, so both changes remain.
  await expect(page.getByText('Dee Kowalski changed Service time. Both changes are kept.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await saved(page);

  await other.getByLabel('Service location').fill('Town Hall');
  await other.keyboard.press('Control+s');
  const asked = other.getByRole('dialog', { name: 'Marcus Ames changed this while you were editing' });
  await expect(asked.getByText('Garden')).toBeVisible();
  await checkScreen(other, info, 'case-conflict');
  await asked.getByRole('radio', { name: 'Town Hall' }).check();
  await asked.getByRole('button', { name: 'Save with these choices' }).click();
  await saved(other);
  await page.reload();
  await expect(section(page, 'service').getByText('Town Hall')).toBeVisible();
  await expect(section(page, 'service').getByText('2:30 PM')).toBeVisible();
  await context.close();
});

test('leads from a missing field to its input', { tag: '@phone' }, async ({ page, product }, info) => {
  await openOwnCase(page, product, 'Missing');
  const isPhone = info.project.name === 'phone';
  if (isPhone) await page.getByRole('button', { name: /missing ?, needed to activate/ }).click();
  const list = page.getByRole(isPhone ? 'complementary' : 'region', { name: /^Needed to activate/ });
  await list.getByRole('button', { name: /^Service location/ }).click();
  await expect(page.getByLabel('Service location')).toBeFocused();
  await expect(page.getByLabel('Service location')).toBeInViewport();
  await page.getByLabel('Service location').fill('Marine Chapel');
  await saved(page);
  // The sticky head of the case does not cover the head of the section.
  await page.goto(`${page.url().split(/[?#]/)[0]}?section=service`);
  const head = toggle(page, 'Service Information');
  await expect(head).toBeFocused();
  await expect
    .poll(() =>
      head.evaluate((button) => {
        const { left, width, top } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(left + width / 2, top + 4));
      }),
    )
    .toBe(true);
  const overflow = await overflowOf(page);
  expect(overflow).toBeLessThanOrEqual(0);
});
