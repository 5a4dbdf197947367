import { expect } from '@playwright/test';
import { addCustomer } from './support/customer-records.ts';
import { test } from './support/product.ts';
import { addCase, listed, openAs, overflowOf } from './support/staff-actions.ts';

test('keeps long names and addresses inside the narrowest screen', { tag: '@long' }, async ({ page, product }) => {
  await openAs(page, product, 'director', '/customers');
  await addCustomer(page, {
    first_name: 'Maximiliana-Theodora',
    last_name: 'Wolfeschlegelsteinhausenby',
    email: 'maximiliana.theodora.wolfeschlegelsteinhausenby@families.example.com',
  });
  await page.setViewportSize({ width: 320, height: 700 });
  const link = page.getByRole('link', { name: 'Maximiliana-Theodora Wolfeschlegelsteinhausenby', exact: true });
  await listed(page, `${product.staffUrl}/customers?search=wolfeschlegel`, link);
  expect(await overflowOf(page)).toBe(0);
  await link.click();
  await expect(page.getByRole('button', { name: 'Edit Contact & Address' })).toBeVisible();
  expect(await overflowOf(page)).toBe(0);

  const named = { deceased_first_name: 'Longest', deceased_last_name: 'w'.repeat(100) };
  const { id } = await addCase(page, named);
  await page.goto(`${product.staffUrl}/signatures/new?case=${id}`);
  await expect(page.getByRole('heading', { name: 'Request signatures' })).toBeVisible();
  expect(await overflowOf(page)).toBe(0);

  // Next to the longest allowed name, the other columns stay visible.
  await addCustomer(page, { first_name: 'Longest', last_name: 'w'.repeat(100), email: 'longest@example.com' });
  await page.setViewportSize({ width: 1440, height: 900 });
  const email = page.getByRole('cell', { name: 'longest@example.com' });
  await listed(page, `${product.staffUrl}/customers?search=longest`, email);
  await expect(email).toBeInViewport();
  await expect(page.getByRole('columnheader', { name: 'Deposits' })).toBeInViewport({ ratio: 1 });
});
