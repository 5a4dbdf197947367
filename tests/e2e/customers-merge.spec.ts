import { expect } from '@playwright/test';
import { checkScreen } from './support/axe.ts';
import { addCustomer } from './support/customer-records.ts';
import { test } from './support/product.ts';
import { listed, openAs } from './support/staff-actions.ts';

test('merges two customers with the keyboard and undoes the merge', async ({ page, product }, info) => {
  await openAs(page, product, 'director', '/customers');
  const kept = await addCustomer(page, { first_name: 'Kathleen', last_name: 'Mergeby', phone: '9045550121' });
  const other = await addCustomer(page, {
    first_name: 'Kathy',
    last_name: 'Mergeby',
    email: 'kathy@example.com',
    notes: 'Sings in the choir',
  });
  await addCustomer(page, { first_name: 'Kurt', last_name: 'Mergeby', phone: '9045550122' });
  await page.goto(`${product.staffUrl}/customers/${kept.id}`);
  await page.getByRole('button', { name: 'Merge', exact: true }).click();

  const dialog = page.getByRole('dialog', { name: 'Merge customers' });
  const box = dialog.getByRole('combobox', { name: 'Which customer is the same person as Kathleen Mergeby?' });
  await expect(box).toBeFocused();
  await page.keyboard.type('mergeby');
  await expect(dialog.getByRole('option')).toHaveCount(2);
  for (let step = 0; step < 2; step++) {
    await page.keyboard.press('ArrowDown');
    if ((await dialog.locator('[data-combobox-selected]').textContent())?.includes('Kathy')) break;
  }
  await page.keyboard.press('Enter');

  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(dialog.getByRole('row', { name: /First Name/ })).toContainText('Kathy');
  await expect(dialog.getByRole('row', { name: /Email Address/ })).toContainText('kathy@example.com');
  await checkScreen(page, info, 'merge-preview');
  await dialog.getByRole('button', { name: 'Merge customers' }).press('Enter');
  await expect(page.getByText('Kathy Mergeby was merged into Kathleen Mergeby')).toBeVisible();
  await expect(page.getByRole('link', { name: 'kathy@example.com' }).first()).toBeVisible();
  await expect(page.getByText('Sings in the choir')).toBeVisible();

  await page.goto(`${product.staffUrl}/customers/${other.id}`);
  await expect(page.getByText('Customer not found')).toBeVisible();
  await page.getByRole('link', { name: 'Go to merged record' }).click();
  const merges = page.getByRole('region', { name: 'Merged into this customer' });
  await expect(merges).toContainText('by Marcus Ames; can be undone until');
  await merges.getByRole('button', { name: 'Undo the merge of Kathy Mergeby' }).click();
  await page.getByRole('dialog', { name: 'Undo this merge?' }).getByRole('button', { name: 'Undo merge' }).click();
  await expect(page.getByText('Merge undone: Kathy Mergeby is a separate customer again')).toBeVisible();
  await expect(merges).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'kathy@example.com' })).toHaveCount(0);
  const kathy = page.getByRole('link', { name: 'Kathy Mergeby' });
  await listed(page, `${product.staffUrl}/customers?search=kathy+mergeby`, kathy);
});
