import { expect, type Page } from '@playwright/test';
import { addDays, todayIn } from '#domain/shared/values/calendar-date.ts';
import { checkScreen } from './support/axe.ts';
import { test } from './support/product.ts';
import { addCase, listed, openAs, picture } from './support/staff-actions.ts';

const lastName = 'Achterberg';

const connect = async (page: Page) => {
  await page.getByRole('button', { name: 'Connect Google Calendar' }).click();
  await expect(page.getByRole('heading', { name: 'Stillwater wants access to your Google Account' })).toBeVisible();
};

test('connects Google Calendar, exchanges moves of a service, and disconnects', async ({ page, product }, info) => {
  test.setTimeout(240_000);
  await openAs(page, product, 'owner', '/settings/calendar');
  await connect(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Google Calendar was not connected.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the settings' }).click();
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

  const day = addDays(todayIn('America/New_York', new Date()), 2);
  const service = { service_date: day, service_time: '10:00', service_location: 'Chapel', service_type: 'graveside' };
  const made = { deceased_first_name: 'Wim', deceased_last_name: lastName, ...service };
  const { id } = await addCase(page, made);
  await page.goto(google);
  // The calendar of the product is the last of the first account.
  const calendars = page.locator('section').first().getByRole('link');
  await calendars.last().click();
  const calendar = page.url();
  const event = page.getByRole('listitem').filter({ hasText: `Wim ${lastName}` });
  const showsAt = (time: string) =>
    expect(async () => {
      await page.reload();
      expect(await event.allTextContents()).toEqual([expect.stringContaining(`${day} ${time}`)]);
    }).toPass();
  await showsAt('10:00');
  await event.getByLabel('From').fill(`${day}T13:30`);
  await event.getByLabel('to', { exact: true }).fill(`${day}T14:30`);
  await event.getByRole('button', { name: 'Move' }).click();

  const accept = page.getByRole('button', { name: `Accept: Service: Wim ${lastName}` });
  await listed(page, `${product.staffUrl}/calendar?view=agenda`, accept);
  await accept.click();
  await expect(page.getByText('Updated from Google Calendar')).toBeVisible();
  await expect(accept).toHaveCount(0);
  const row = page.getByRole('region', { name: 'Agenda' }).getByRole('listitem').filter({ hasText: lastName });
  await listed(page, `${product.staffUrl}/calendar?view=agenda`, row.filter({ hasText: '1:30 PM' }));

  await row.getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Time (optional)').fill('3:15 pm');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(row).toContainText('3:15 PM');
  await page.goto(calendar);
  await showsAt('15:15');
  await event.getByRole('button', { name: 'Delete' }).click();
  await expect(event).toHaveCount(0);

  const putBack = page.getByRole('button', { name: `Restore: Service: Wim ${lastName}` });
  await listed(page, `${product.staffUrl}/cases/${id}`, putBack);
  await checkScreen(page, info, 'google-suggestion-on-case');
  await putBack.click();
  await expect(putBack).toHaveCount(0);
  await page.goto(calendar);
  await showsAt('15:15');

  await page.goto(`${product.staffUrl}/settings/calendar`);
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('button', { name: 'Connect Google Calendar' })).toBeVisible();
  await expect(async () => {
    await page.goto(google);
    expect(await page.locator('section').first().textContent()).toContain('No app has access');
  }).toPass();
});
