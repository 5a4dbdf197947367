import { expect } from '@playwright/test';
import { checkScreen } from './support/axe.ts';
import { test } from './support/product.ts';
import { addCase, callAs, openAs, overflowOf, storedInBrowser } from './support/staff-actions.ts';

test.use({ serviceWorkers: 'allow' });

test('plans two funerals with one hearse, moves one, and reads its run sheet offline', async ({
  page,
  product,
  context,
}, info) => {
  await openAs(page, product, 'owner');
  const day = '2027-03-04';
  const funeral = (deceased_last_name: string, service_location: string) =>
    addCase(page, {
      ...{ deceased_first_name: 'Jamal', deceased_last_name, date_of_death: '2026-11-20', service_location },
      ...{ service_type: 'traditional', disposition_method: 'burial', service_date: day, service_time: '13:00' },
    });
  const own = await funeral('Whitfield', 'St. Cyprian');
  const other = await funeral('Pruitt', 'Live Oak');
  const hearse = await callAs(page, 'POST', '/api/calendar/resources/', {
    ...{ kind: 'vehicle', name: 'Hearse 1', minutes_between: 30 },
  });
  await callAs(page, 'POST', `/api/services/cases/${other.id}/events/`, {
    ...{ kind: 'committal', date: day, time: '14:00', end_time: '14:45' },
    needs: [{ kind: 'vehicle', resource: hearse.id }],
  });

  // Conflicts read the rows of cases, which follow in the background.
  const schedule = async (name: 'kind' | 'place') => {
    const path = `/api/calendar/schedule/?from=${day}&to=${day}`;
    const { events } = await callAs<{ events: { kind: string; place: string }[] }>(page, 'GET', path);
    return events.map((event) => event[name]).sort();
  };
  await expect.poll(() => schedule('kind'), { timeout: 60_000 }).toEqual(['committal', 'service', 'service']);

  await page.goto(`${product.staffUrl}/cases/${own.id}`);
  const panel = page.getByRole('region', { name: 'The day' });
  await panel.getByRole('button', { name: /^Add visitation, / }).click();
  await expect(panel.getByRole('button', { name: /^Visitation/ })).toBeVisible();

  // The hearse is on its way back until 3:15 PM.
  await panel.getByRole('button', { name: 'Add event' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add event' });
  await dialog.getByLabel('Kind').selectOption({ label: 'Committal' });
  await dialog.getByRole('textbox', { name: /^Date/ }).fill(day);
  await dialog.getByLabel('Time', { exact: true }).fill('3 pm');
  await dialog.getByRole('button', { name: 'Add vehicle' }).click();
  await dialog.getByRole('combobox', { name: 'Vehicle' }).selectOption({ label: 'Hearse 1' });
  await checkScreen(page, info, 'day-event-dialog');
  await dialog.getByRole('button', { name: 'Add event' }).click();
  await expect(dialog.getByText(/Hearse 1 is also needed by Committal, Pruitt/)).toBeVisible();
  await dialog.getByLabel('Keep, with a reason').fill('The cemeteries are next to each other');
  await dialog.getByRole('button', { name: 'Add event' }).click();
  await expect(dialog).toBeHidden();
  await expect(panel.getByText(/Kept: The cemeteries are next to each other/)).toBeVisible();

  // The committal moves along with the service.
  await panel.getByRole('button', { name: /^Traditional service/ }).click();
  const service = page.getByRole('dialog', { name: /^Traditional service/ });
  await service.getByLabel('Time', { exact: true }).fill('2 pm');
  await expect(service.getByRole('checkbox', { name: /^Committal/ })).toBeChecked();
  await expect(service.getByRole('checkbox', { name: /^Visitation/ })).not.toBeChecked();
  await service.getByRole('button', { name: 'Save' }).click();
  await expect(service).toBeHidden();
  await expect(panel.getByRole('button', { name: /^Committal/ })).toContainText('4:00 PM');

  await panel.getByRole('link', { name: 'Run sheet, Thu, Mar 4' }).click();
  await expect(page.getByRole('heading', { name: 'The whole day' })).toBeVisible();
  await expect(page.getByText('Thursday, Mar 4', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Jamal Pruitt' }).filter({ hasText: 'Committal' })).toContainText(
    '2:00 PM',
  );
  await expect(page.getByText(/^Hearse 1/).first()).toBeVisible();
  await expect.poll(() => storedInBrowser(page)).toContain('"data"');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await checkScreen(page, info, 'run-sheet', { fullPage: true });

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/^Offline. This is the sheet of/)).toBeVisible();
  await expect(page.getByText('4:00 PM').first()).toBeVisible();
  expect(await storedInBrowser(page)).not.toContain('Whitfield');
  await checkScreen(page, info, 'run-sheet-offline');
  await context.setOffline(false);

  // A reader learns what changed since.
  await callAs(page, 'PATCH', `/api/services/cases/${own.id}/events/${own.id}-service/`, { place: 'Parish hall' });
  await expect.poll(() => schedule('place'), { timeout: 60_000 }).toContain('Parish hall');
  await page.reload();
  await expect(page.getByText(/^1 change since you opened it/)).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'I have seen it' }).click();
  await expect(page.getByText(/since you opened it/)).toBeHidden();
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
});
