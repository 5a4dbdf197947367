import { expect, type Page } from '@playwright/test';
import { checkScreen } from './support/axe.ts';
import { test } from './support/product.ts';
import { addCase, listed, openAs, picture } from './support/staff-actions.ts';

const lastName = 'Kowalczyk';

const newCase = (page: Page, values: object) =>
  addCase(page, { deceased_last_name: lastName, service_type: 'graveside', ...values });

const agenda = (page: Page) => page.getByRole('region', { name: 'Agenda' });
const row = (page: Page) =>
  agenda(page)
    .getByRole('listitem')
    .filter({ hasText: `Irena ${lastName}` });

test('sets the date of a service from the tray, moves it, and undoes the move', async ({ page, product }) => {
  await openAs(page, product, 'director', '/calendar');
  await newCase(page, { deceased_first_name: 'Irena', service_date: '' });
  const tray = page.getByRole('button', { name: `Set date: Irena ${lastName}` });
  await listed(page, `${product.staffUrl}/calendar?view=agenda`, tray);
  // The agenda has no days to drag into.
  await expect(page.getByText('Drag to a day')).toBeHidden();

  await tray.click();
  const dialog = page.getByRole('dialog', { name: `Graveside service: Irena ${lastName}` });
  await dialog.getByRole('button', { name: 'Set date' }).click();
  await expect(dialog.getByText('Enter a date')).toBeVisible();
  await dialog.getByLabel('Date').fill('tomorrow');
  await dialog.getByLabel('Time (optional)').fill('1030a');
  await dialog.getByRole('button', { name: 'Set date' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row(page)).toContainText('10:30 AM');
  await expect(tray).toHaveCount(0);

  await row(page).getByRole('button', { name: 'Move' }).click();
  await dialog.getByLabel('Time (optional)').fill('2 pm');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(row(page)).toContainText('2:00 PM');
  // The toast of setting the date may still be visible, with its own Undo.
  await page.getByRole('status').filter({ hasText: '2:00 PM' }).getByRole('button', { name: 'Undo' }).click();
  await expect(row(page)).toContainText('10:30 AM');
});

test('drags a service to another hour of the week', async ({ page, product }, info) => {
  await openAs(page, product, 'director', '/calendar');
  const day = (ahead: number): Promise<string> =>
    page.evaluate((days) => new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-CA'), ahead);
  const [tomorrow, later] = [await day(1), await day(2)];
  const service = { deceased_first_name: 'Ngozi', service_date: tomorrow, service_time: '08:00' };
  await newCase(page, service);
  const event = page.getByRole('button', { name: `${lastName}, Ngozi` });
  await listed(page, `${product.staffUrl}/calendar?view=week`, event);
  await picture(page, info, 'calendar-week');
  const wholeDay = (date: string): string =>
    new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'full', timeZone: 'UTC' });
  const column = page.getByRole('region', { name: wholeDay(later) });
  // The column shows the 13 hours from 7 AM to 8 PM.
  const at = async (hour: number) => ({
    x: 20,
    y: (((await column.boundingBox())?.height ?? 0) * (hour - 7)) / 13 + 4,
  });
  await event.dragTo(column, { targetPosition: await at(13) });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Time (optional)')).toHaveValue('1:00 PM');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(agenda(page).getByRole('listitem').filter({ hasText: 'Ngozi' })).toContainText('1:00 PM');

  // Dragging a case without a date writes nothing until the dialog is answered.
  await newCase(page, { deceased_first_name: 'Tadeusz', service_date: '' });
  const undated = page.getByRole('region', { name: 'No date set' }).getByRole('listitem');
  await listed(page, `${product.staffUrl}/calendar?view=week`, undated.filter({ hasText: 'Tadeusz' }));
  await undated.filter({ hasText: 'Tadeusz' }).dragTo(column, { targetPosition: await at(16) });
  await expect(dialog.getByLabel('Time (optional)')).toHaveValue('4:00 PM');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(undated.filter({ hasText: 'Tadeusz' })).toBeVisible();
  const short = new Date(`${tomorrow}T00:00:00Z`).toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' });
  await page.getByRole('button', { name: `${short} ${Number(tomorrow.slice(8))}`, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`view=day&date=${tomorrow}$`));
});

test('serves a calendar link until it is revoked', { tag: '@long' }, async ({ page, product }, info) => {
  await openAs(page, product, 'coordinator', '/calendar');
  await page.getByRole('button', { name: 'Calendar links' }).click();
  const dialog = page.getByRole('dialog', { name: 'Calendar links' });
  await dialog.getByLabel('What to include').selectOption('home');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByLabel('Location')).toHaveAccessibleDescription('Choose a location');
  await dialog.getByLabel('Location').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await checkScreen(page, info, 'calendar-link-made', { part: '[role=dialog]' });

  const file = await page.request.get(link);
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(await file.text()).toContain('BEGIN:VCALENDAR');
  await dialog.getByRole('listitem').getByRole('button', { name: 'Revoke' }).click();
  await page
    .getByRole('dialog', { name: 'Revoke this link?' })
    .getByRole('button', { name: 'Revoke', exact: true })
    .click();
  await expect(dialog.getByText('No calendar links yet.')).toBeVisible();
  expect((await page.request.get(link)).status()).toBe(404);
});
