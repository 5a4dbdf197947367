import { expect, type Page } from '@playwright/test';
import { test } from './support/product.ts';
import { accessibilityViolations, accountOf, callAs, openAs, picture } from './support/staff-actions.ts';

const lastName = 'Achterberg';

const connect = async (page: Page) => {
  await page.getByRole('button', { name: 'Connect Google Calendar' }).click();
  await expect(page.getByRole('heading', { name: 'Stillwater wants access to your Google Account' })).toBeVisible();
};

test('Google Calendar is connected, shows a service, brings back a move, and is disconnected', async ({
  page,
  product,
}, info) => {
  // It goes to Google and back four times, each time until the other side has heard of it.
  test.setTimeout(240_000);
  await openAs(page, product, accountOf('owner'), '/settings/calendar');
  await connect(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Google Calendar was not connected.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the settings' }).click();
  await picture(page, info, 'google-not-connected');
  await connect(page);
  const google = new URL(page.url()).origin;
  await page.getByRole('button', { name: 'Allow' }).click();
  const connection = page.getByRole('region', { name: 'Connection' });
  await expect(connection).toContainText('calendar@whitcomb-ames.example');
  await expect(page).toHaveURL(/\/settings\/calendar$/);
  await page.getByLabel('How to show names').selectOption('names');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await picture(page, info, 'google-connected');

  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const service = { service_date: day, service_time: '10:00', service_location: 'Chapel', service_type: 'graveside' };
  const made = { deceased_first_name: 'Wim', deceased_last_name: lastName, ...service };
  const { id } = await callAs(page, 'POST', '/api/services/cases/', made);
  await page.goto(google);
  // Under the first account, the calendar that the product made stands last.
  const calendars = page.locator('section').first().getByRole('link');
  await calendars.last().click();
  const calendar = page.url();
  const event = page.getByRole('listitem').filter({ hasText: `Wim ${lastName}` });
  await expect(async () => {
    await page.reload();
    expect(await event.allTextContents()).toEqual([expect.stringContaining(`${day} 10:00`)]);
  }).toPass();
  await picture(page, info, 'google-sandbox');
  await event.getByLabel('From').fill(`${day}T13:30`);
  await event.getByLabel('to', { exact: true }).fill(`${day}T14:30`);
  await event.getByRole('button', { name: 'Move' }).click();

  const accept = page.getByRole('button', { name: `Accept: Service: Wim ${lastName}` });
  await expect(async () => {
    await page.goto(`${product.staffUrl}/calendar?view=agenda`);
    await expect(accept).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await picture(page, info, 'google-suggestion');
  await accept.click();
  await expect(page.getByText('Case updated from Google Calendar')).toBeVisible();
  await expect(accept).toHaveCount(0);
  const row = page.getByRole('region', { name: 'Agenda' }).getByRole('listitem').filter({ hasText: lastName });
  await expect(async () => {
    await page.goto(`${product.staffUrl}/calendar?view=agenda`);
    await expect(row).toContainText('1:30 PM', { timeout: 10_000 });
  }).toPass();

  // A move in the calendar here is seen there.
  await row.getByRole('button', { name: 'Move' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Time (optional)').fill('3:15 pm');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(row).toContainText('3:15 PM');
  await page.goto(calendar);
  await expect(async () => {
    await page.reload();
    expect(await event.allTextContents()).toEqual([expect.stringContaining(`${day} 15:15`)]);
  }).toPass();
  await event.getByRole('button', { name: 'Delete' }).click();
  await expect(event).toHaveCount(0);

  // What somebody deletes there is said on the case, from where it is put back.
  const putBack = page.getByRole('button', { name: `Restore: Service: Wim ${lastName}` });
  await expect(async () => {
    await page.goto(`${product.staffUrl}/cases/${id}`);
    await expect(putBack).toBeVisible();
  }).toPass();
  await picture(page, info, 'google-suggestion-on-case');
  expect(await accessibilityViolations(page)).toEqual([]);
  await putBack.click();
  await expect(putBack).toHaveCount(0);
  await page.goto(calendar);
  await expect(async () => {
    await page.reload();
    expect(await event.allTextContents()).toEqual([expect.stringContaining(`${day} 15:15`)]);
  }).toPass();

  await page.goto(`${product.staffUrl}/settings/calendar`);
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('button', { name: 'Connect Google Calendar' })).toBeVisible();
  await expect(async () => {
    await page.goto(google);
    expect(await page.locator('section').first().textContent()).toContain('No app has access');
  }).toPass();
});
