import { expect } from '@playwright/test';
import { checkScreen } from './support/axe.ts';
import { test } from './support/product.ts';
import { addCase, callAs, listed, openAs, overflowOf } from './support/staff-actions.ts';

test('works through the tasks of a case and hands over to the next shift', async ({ page, product }, info) => {
  await openAs(page, product, 'owner');
  const { id } = await addCase(page, {
    ...{ deceased_first_name: 'Harold', deceased_last_name: 'Lindqvist', date_of_death: '2026-11-20' },
    ...{ service_type: 'graveside', service_date: '2027-03-04', service_time: '10:00' },
  });
  await page.goto(`${product.staffUrl}/cases/${id}`);
  const tasks = page.getByRole('region', { name: 'Tasks' });
  const all = tasks.getByRole('button', { name: /^Show all \d+ tasks/ });
  const flowers = tasks.getByRole('checkbox', { name: 'Done: Confirm flowers' });
  // The worker begins the checklist.
  await expect(async () => {
    await page.reload();
    await all.click({ timeout: 5_000 });
    await expect(flowers).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 40_000 });

  // A person completes one and takes it back; a recorded permit completes another.
  await flowers.click();
  await expect(flowers).toBeChecked();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(flowers).not.toBeChecked();
  await callAs(page, 'POST', `/api/services/cases/${id}/permits/`, {
    ...{ permit_name: 'Burial-transit permit', permit_number: '77', issuing_authority: 'Duval County' },
    name_on_permit: 'Harold Lindqvist',
  });
  await expect(async () => {
    await page.reload();
    await all.click({ timeout: 5_000 });
    await expect(tasks.getByText(/^Done: permit added, /)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 40_000 });

  // A task for a colleague, with or without a case.
  await page.goto(`${product.staffUrl}/tasks`);
  await page.getByRole('button', { name: 'New task' }).click();
  const dialog = page.getByRole('dialog', { name: 'New task' });
  await dialog.getByLabel('What has to be done').fill('Read the obituary to Karin');
  await dialog.getByLabel('Promised to').fill('Karin Lindqvist');
  await dialog.getByRole('button', { name: 'Add task' }).click();
  await expect(dialog).toBeHidden();
  await listed(
    page,
    `${product.staffUrl}/tasks?tab=all&search=obituary%20Karin`,
    page.getByText('Read the obituary to Karin'),
  );
  await checkScreen(page, info, 'tasks', { fullPage: true });

  // The next person reads the note and takes over.
  await page.goto(`${product.staffUrl}/handover`);
  await page.getByRole('textbox', { name: 'Note' }).fill('Her brother calls at nine.');
  await page.getByRole('button', { name: 'Save the note' }).click();
  await expect(page.getByText('Note saved')).toBeVisible();
  await openAs(page, product, 'coordinator', '/handover');
  await expect(page.getByText('Her brother calls at nine.')).toBeVisible();
  await checkScreen(page, info, 'handover', { fullPage: true });
  await page.getByRole('button', { name: 'I read this and take over' }).click();
  await expect(page.getByText('You took over')).toBeVisible();
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
});
