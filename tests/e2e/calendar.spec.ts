import { expect, type Page } from '@playwright/test';
import { test } from './support/product.ts';
import { addCase, listed, openAs } from './support/staff-actions.ts';

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

  await row(page).getByRole('button', { name: 'Change' }).click();
  await dialog.getByLabel('Time (optional)').fill('2 pm');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(row(page)).toContainText('2:00 PM');
  // The toast of setting the date may still be visible, with its own Undo.
  await page.getByRole('status').filter({ hasText: '2:00 PM' }).getByRole('button', { name: 'Undo' }).click();
  await expect(row(page)).toContainText('10:30 AM');
});
