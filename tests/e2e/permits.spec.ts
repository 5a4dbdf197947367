import { expect, type Page } from '@playwright/test';
import { test } from './support/product.ts';
import { accessibilityFaults, accountOf, callAs, openAs, picture } from './support/staff-actions.ts';

const newCase = (page: Page) =>
  callAs(page, 'POST', '/api/services/cases/', {
    deceased_first_name: 'Earl',
    deceased_last_name: 'Boudreaux',
    state_of_death: 'FL',
  });

test(
  'a permit is added, found double, changed, taken back and deleted',
  { tag: '@phone' },
  async ({ page, product }, info) => {
    await openAs(page, product, accountOf('director'), '/cases');
    const { id } = await newCase(page);
    await page.goto(`${product.staffUrl}/cases/${id}?section=compliance`);
    const permits = page.getByRole('region', { name: 'Permits', exact: true });
    await expect(permits.getByText('No permits added yet')).toBeVisible();
    await permits.getByRole('button', { name: 'Add First Permit' }).click();

    const form = page.getByRole('form', { name: 'Add New Permit' });
    const add = form.getByRole('button', { name: 'Add Permit' });
    await expect(add).toBeDisabled();
    await expect(form.getByLabel('Permit Name')).toBeFocused();
    await form.getByLabel('Permit Name').fill('Burial-transit permit');
    await form.getByLabel('Permit Number').fill('BTP-FL-2026-041773');
    await form.getByLabel('Issuing Authority').fill('Duval County');
    await form.getByLabel('Issue Date').fill('2026-03-05');
    await form.getByLabel('Expiry Date').fill('2026-03-04');
    await form.getByLabel('Notes').click();
    await expect(form.getByText('Expiry date must be after issue date')).toBeVisible();
    await expect(add).toBeDisabled();
    await form.getByLabel('Expiry Date').fill('2026-03-15');
    await form.getByLabel('Notes').click();
    await picture(page, info, 'permit-form');
    expect(await accessibilityFaults(page)).toEqual([]);
    await add.click();
    await expect(page.getByText('Permit added successfully!')).toBeVisible();
    await expect(permits.getByText('Expires Mar 15, 2026')).toBeVisible();
    await expect(permits.getByText('Expired', { exact: true })).toBeVisible();

    await permits.getByRole('button', { name: 'Add Another Permit' }).click();
    await form.getByLabel('Permit Name').fill('Medical examiner release');
    await form.getByLabel('Permit Number').fill(' btp-fl-2026-041773');
    await expect(form.getByText('A permit with this number already exists for this case')).toBeVisible();
    await expect(add).toBeDisabled();
    await form.getByLabel('Permit Number').fill('ME23-CR-26-1187');
    await add.click();
    await expect(permits.getByText('ME23-CR-26-1187')).toBeVisible();

    await permits.getByRole('button', { name: 'Edit Medical examiner release' }).click();
    const editor = permits.getByRole('form', { name: 'Edit Medical examiner release' });
    await editor.getByLabel('Permit Number').fill('BTP-fl-2026-041773');
    await expect(editor.getByText('A permit with this number already exists', { exact: true })).toBeVisible();
    await expect(editor.getByRole('button', { name: 'Save' })).toBeDisabled();
    await picture(page, info, 'permit-edit');
    await editor.getByLabel('Permit Number').fill('ME23-CR-26-1188');
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Permit updated successfully')).toBeVisible();
    await expect(permits.getByText('ME23-CR-26-1188')).toBeVisible();

    await permits.getByRole('button', { name: 'Mark Burial-transit permit as returned' }).click();
    await expect(permits.getByText('Returned', { exact: true })).toBeVisible();
    await expect(permits.getByText('Expired', { exact: true })).toHaveCount(0);

    await permits.getByRole('button', { name: 'Delete Medical examiner release' }).click();
    const question = page.getByRole('dialog', { name: 'Delete Permit' });
    await expect(
      question.getByText('Are you sure you want to delete "Medical examiner release"? This action cannot be undone.'),
    ).toBeVisible();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Permit deleted successfully')).toBeVisible();
    await expect(permits.getByText('ME23-CR-26-1188')).toHaveCount(0);
    await picture(page, info, 'permits');
    expect(await accessibilityFaults(page)).toEqual([]);
  },
);
