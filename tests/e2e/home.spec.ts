import { expect } from '@playwright/test';
import { checkScreen } from './support/axe.ts';
import { test } from './support/product.ts';
import { addCase, callAs, listed, openAs, overflowOf, picture } from './support/staff-actions.ts';

test(
  'leads from a task on Home to its case, and shows when it is done',
  { tag: '@phone' },
  async ({ page, product }, info) => {
    await openAs(page, product, 'coordinator', '/cases');
    const today = await page.evaluate(() => new Date().toLocaleDateString('en-CA', { timeZone: 'America/New_York' }));
    const name = 'Brigid Morningside';
    const { id } = await addCase(page, {
      ...{ deceased_first_name: 'Brigid', deceased_last_name: 'Morningside' },
      ...{ service_type: 'graveside', service_date: today },
    });
    const step = page.getByRole('region', { name: 'Due today' }).getByRole('link', { name: `Set time: ${name}` });
    await listed(page, `${product.staffUrl}/`, step);
    await checkScreen(page, info, 'home-morning');
    expect(await overflowOf(page)).toBe(0);

    await step.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/cases/${id}`));
    await expect(page.locator('[data-section="service"]').getByText('Service Date').first()).toBeVisible();
    await callAs(page, 'PATCH', `/api/services/cases/${id}/`, { service_time: '23:59', service_location: 'Oak Bluff' });
    const now = page.getByRole('region', { name: 'Now' });
    const row = now.getByRole('listitem').filter({ hasText: name }).filter({ hasText: '11:59 PM' });
    await listed(page, `${product.staffUrl}/`, row.getByRole('link', { name: `Activate: ${name}` }));
    await page.setViewportSize({ width: 820, height: 1180 });
    await picture(page, info, 'home-tablet');
    expect(await overflowOf(page)).toBe(0);
  },
);
