import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './support/product.ts';
import { accessibilityViolations, accountOf, callAs, openAs, picture } from './support/staff-actions.ts';

/** Families who wait for a call come first, and other stories report some. */
const whole = async (group: Locator): Promise<Locator> => {
  await expect(group.getByRole('listitem').first()).toBeVisible();
  const more = group.getByRole('button', { name: /^Show \d+ more$/ });
  if (await more.isVisible()) await more.click();
  return group;
};
const isTooWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

test(
  'a coordinator’s morning: what Home asks for is done where it leads to, and Home knows',
  { tag: '@phone' },
  async ({ page, product }, info) => {
    await openAs(page, product, accountOf('coordinator'), '/cases');
    const today = await page.evaluate(() => new Date().toLocaleDateString('en-CA', { timeZone: 'America/New_York' }));
    const name = `Brigid Morningside${info.project.name}`;
    const { id } = await callAs(page, 'POST', '/api/services/cases/', {
      ...{ deceased_first_name: 'Brigid', deceased_last_name: `Morningside${info.project.name}` },
      ...{ service_type: 'graveside', service_date: today },
    });
    const group = page.getByRole('region', { name: 'Today' });
    // Lists follow a moment later.
    await expect(async () => {
      await page.goto(`${product.staffUrl}/`);
      await expect(page.getByRole('navigation', { name: 'All lists' })).toBeVisible();
      const step = (await whole(group)).getByRole('link', { name: `Set time: ${name}` });
      await expect(step).toBeVisible({ timeout: 10_000 });
    }).toPass();
    await picture(page, info, 'home-morning');
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);

    const step = group.getByRole('link', { name: `Set time: ${name}` });
    await step.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/cases/${id}`));
    await expect(page.locator('[data-section="service"]').getByText('Service Date').first()).toBeVisible();
    await callAs(page, 'PATCH', `/api/services/cases/${id}/`, { service_time: '10:30', service_location: 'Oak Bluff' });
    await expect(async () => {
      await page.goto(`${product.staffUrl}/`);
      // Beside its service stands the permit that the home's state asks for before it.
      const row = (await whole(group)).getByRole('listitem').filter({ hasText: name }).filter({ hasText: '10:30 AM' });
      await expect(row).toBeVisible({ timeout: 10_000 });
      await expect(row.getByRole('link', { name: `Activate: ${name}` })).toBeVisible({ timeout: 10_000 });
    }).toPass();
    await page.setViewportSize({ width: 820, height: 1180 });
    await picture(page, info, 'home-tablet');
    expect(await isTooWide(page)).toBe(false);
  },
);
