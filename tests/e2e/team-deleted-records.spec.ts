import { expect } from '@playwright/test';
import { addCustomer, callAs } from './support/customer-records.ts';
import { test } from './support/product.ts';
import { accessibilityFaults, accountOf, openAs, picture } from './support/staff-actions.ts';

test(
  'S-40 an owner has the history of a deleted customer forgotten',
  { tag: '@phone' },
  async ({ page, product }, info) => {
    await openAs(page, product, accountOf('owner'), '/team');
    const surname = info.project.name === 'phone' ? 'Forgetmenot' : 'Distelfink';
    const { id } = await addCustomer(page, { first_name: 'Karola', last_name: surname });
    await callAs(page, 'DELETE', `/api/customers/customers/${id}/`);

    await page.getByRole('link', { name: 'Deleted records' }).click();
    await expect(page.getByText(`Karola ${surname}`)).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, info, 'team-deleted-records');
    await page.getByRole('button', { name: `Forget Karola ${surname}` }).click();
    const dialog = page.getByRole('dialog', { name: `Forget Karola ${surname}?` });
    await expect(dialog.getByLabel('Type FORGET to confirm')).toBeFocused();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, info, 'team-forget');
    await dialog.getByRole('button', { name: 'Forget for good' }).click();
    await expect(dialog.getByRole('textbox')).toHaveAccessibleDescription('Type FORGET to confirm');
    await dialog.getByLabel('Type FORGET to confirm').fill('forget');
    await dialog.getByRole('button', { name: 'Forget for good' }).click();
    await expect(page.getByText('The history no longer says anything of this person.')).toBeVisible();
    await expect(page.getByText(`Karola ${surname}`)).toHaveCount(0);

    await page.setViewportSize({ width: 820, height: 1180 });
    await picture(page, info, 'team-deleted-records-empty');
    await openAs(page, product, accountOf('admin'), '/team?tab=deleted');
    await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Deleted records' })).toHaveCount(0);
  },
);
