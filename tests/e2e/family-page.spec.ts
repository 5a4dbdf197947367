import { expect } from '@playwright/test';
import { checkScreen } from './support/axe.ts';
import { test } from './support/product.ts';
import { callAs, emailed, openNewCase } from './support/staff-actions.ts';

test(
  'shows a family the status that staff chose, by an emailed code, until closed',
  { tag: '@phone' },
  async ({ page, product, browser }, info) => {
    test.setTimeout(300_000);
    const address = `karin@${product.slugs['whitcomb-ames']}.example`;
    await openNewCase(page, product, {
      deceased_first_name: 'Harold',
      deceased_last_name: 'Hjelmgren',
      customer_email: address,
      service_date: '2026-11-30',
      service_time: '11:00',
      service_location: 'Bayfront Chapel',
      dc_delivered_to_doctor_date: '2026-03-05',
    });
    // The family's view is projected in the background, at first after the whole demonstration.
    const listedCases = () => callAs<{ count: number }>(page, 'GET', '/api/services/cases/?search=Hjelmgren');
    await expect.poll(async () => (await listedCases()).count, { timeout: 120_000 }).toBe(1);
    const part = page.getByRole('region', { name: 'Family page' });
    await expect(part.getByText('No family page, or it is closed.')).toBeVisible();
    await part.getByRole('button', { name: 'Family page' }).click();
    const panel = page.getByRole('complementary', { name: 'Family page' });
    await panel.getByRole('button', { name: 'Edit what the family sees' }).click();
    await panel.getByLabel('Service date, time and location').check();
    await panel.getByLabel('Service note').fill('Please come at 10:15 AM by the side door.');
    await panel.getByLabel('Military discharge papers (DD-214)').check();
    await panel.getByLabel('Contact person').fill('Daniel Ames');
    await panel.getByLabel('Other request').fill('His reading glasses');
    await checkScreen(page, info, 'family-choices');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(panel.getByText('Military discharge papers (DD-214); His reading glasses')).toBeVisible();
    // The note is a separate sentence, as the family reads it.
    await expect(panel.getByText('Nov 30, 2026, 11:00 AM, Bayfront Chapel', { exact: true })).toBeVisible();
    await expect(panel.getByText('Please come at 10:15 AM by the side door.', { exact: true })).toBeVisible();
    await panel.getByRole('button', { name: 'Email a code' }).click();
    await expect(panel.getByText(/^The page is open\. Reference: R-/)).toBeVisible();

    const code = await emailed(product, address, /Your code: (\S+)/);
    const link = await emailed(product, address, /(http\S+\/status\/\S+)/);

    const family = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
    await family.goto(link);
    const show = family.getByRole('button', { name: 'Show status' });
    await family.getByLabel('Code').fill('22222-22222');
    await show.click();
    await expect(family.getByText(/could not find this report/)).toBeVisible();
    await checkScreen(family, info, 'family-entry');
    await family.getByLabel('Code').fill(code.toLowerCase().replace('-', ' '));
    await show.click();
    await expect(family.getByRole('heading', { level: 1, name: /^Harold Hjelmgren/ })).toBeVisible();
    // It does not claim that nothing is to do, because documents are requested below.
    await expect(family.getByText('The death certificate is with the doctor.', { exact: true })).toBeVisible();
    for (const text of ['His reading glasses', 'Monday, November 30, 11:00 AM', 'Bayfront Chapel'])
      await expect(family.getByText(text, { exact: true })).toBeVisible();
    await expect(family.getByText('Ask for Daniel Ames.')).toBeVisible();
    await checkScreen(family, info, 'family-status', { fullPage: true });
    // Text at 200 % fits the screen.
    const beyond = await family.evaluate(() => {
      const { documentElement: root } = document;
      root.style.fontSize = '200%';
      const over = root.scrollWidth - root.clientWidth;
      root.style.fontSize = '';
      return over;
    });
    expect(beyond).toBe(0);

    await panel.getByRole('button', { name: 'Print a new code' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New code' }).click();
    await expect(panel.getByText('Write down this code. You will not see it again.')).toBeVisible();
    await panel.getByRole('button', { name: 'Close page' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close page' }).click();
    await expect(panel.getByText('The page is closed.')).toBeVisible();
    await family.reload();
    await family.getByLabel('Code').fill(code);
    await show.click();
    await expect(family.getByText(/could not find this report/)).toBeVisible();
  },
);
