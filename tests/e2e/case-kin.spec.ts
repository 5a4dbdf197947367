import { expect, type Page } from '@playwright/test';
import { addCase, openKin, readCase } from './support/case-records.ts';
import { addCustomer } from './support/customer-records.ts';
import { test } from './support/product.ts';
import { accessibilityFaults, accountOf, openAs, picture } from './support/staff-actions.ts';

const kin = (page: Page) => page.locator('[data-kin]');
const saved = (page: Page) => expect(page.getByText(/^Saved/).first()).toBeVisible();
const relationship = (page: Page) => kin(page).getByLabel('Relationship to the deceased').last();

test(
  'a known customer who is the spouse is confirmed as primary contact, and fills in the marriage',
  { tag: '@phone' },
  async ({ page, product }, info) => {
    await openAs(page, product, accountOf('director'));
    const lastName = `Findable${info.project.name === 'phone' ? 'phone' : 'desk'}`;
    const customer = await addCustomer(page, { first_name: 'Karin', last_name: lastName, phone: '9045550143' });
    const { id } = await addCase(page, { deceased_first_name: 'Harold', deceased_last_name: lastName });
    await openKin(page, id);

    await kin(page).getByRole('button', { name: 'Create New' }).click();
    await expect(page.getByText('Please select a relationship first').first()).toBeVisible();
    await relationship(page).selectOption('spouse');
    await kin(page).getByRole('combobox', { name: 'Existing customer' }).fill(lastName.slice(0, 5));
    await page.getByRole('option', { name: new RegExp(`Karin ${lastName}`) }).click();
    await picture(page, info, 'kin-selected');
    expect(await accessibilityFaults(page)).toEqual([]);
    await kin(page).getByRole('button', { name: 'Confirm Selection' }).click();
    await expect(page.getByText('Spouse information auto-filled based on informant selection')).toBeVisible();
    await expect(kin(page).getByText('Spouse · primary contact')).toBeVisible();
    await expect(kin(page).getByRole('link', { name: '(904) 555-0143' })).toHaveAttribute('href', 'tel:9045550143');
    await saved(page);
    await picture(page, info, 'kin-saved');
    expect(await accessibilityFaults(page)).toEqual([]);
    await expect
      .poll(() => readCase(page, id))
      .toMatchObject({
        informant: customer.id,
        informant_name: `Karin ${lastName}`,
        informant_relationship: 'spouse',
        marital_status: 'married',
        spouse_first_name: 'Karin',
        spouse_last_name: lastName,
      });
    await kin(page).getByRole('link', { name: 'Customer record' }).click();
    await expect(page.getByRole('heading', { level: 1, name: `Karin ${lastName}` })).toBeVisible();
  },
);

test('a new customer is entered by keyboard, corrected, moved up, removed and taken back', async ({
  page,
  product,
}, info) => {
  await openAs(page, product, accountOf('coordinator'));
  const { id } = await addCase(page, {
    deceased_first_name: 'Astrid',
    deceased_last_name: 'Keyboard',
    next_of_kins: [{ relationship: 'daughter', first_name: 'Karin', last_name: 'Keyboard', phone: '9045550143' }],
  });
  await openKin(page, id);
  await kin(page).getByRole('button', { name: 'Add next of kin' }).focus();
  await page.keyboard.press('Enter');
  await expect(relationship(page)).toBeFocused();
  await page.keyboard.type('Son');
  await kin(page).getByRole('button', { name: 'Create New' }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('group', { name: 'New customer' });
  await expect(form.getByLabel('Relationship')).toBeFocused();
  await form.getByRole('button', { name: 'Save Customer' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please fill in all required fields')).toBeVisible();
  await expect(form.getByLabel('First name')).toBeFocused();
  await picture(page, info, 'kin-new');
  expect(await accessibilityFaults(page)).toEqual([]);
  const type = async (label: string, text: string) => {
    await form.getByLabel(label).focus();
    await page.keyboard.type(text);
  };
  await type('First name', 'Erik');
  await type('Last name', 'Keyboard');
  await type('Phone number', '6125550117');
  await type('Street address', '9 Cove Road');
  await type('City', 'Palatka');
  await form.getByLabel('State').selectOption('FL');
  await type('ZIP', '32177');
  await page.keyboard.press('Enter');
  await expect(form).toHaveCount(0);
  await saved(page);
  await expect(kin(page).getByRole('link', { name: 'Customer record' })).toHaveCount(1);

  await kin(page).getByRole('button', { name: 'More for Erik Keyboard' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Make primary contact' }).press('Enter');
  await expect(kin(page).getByText('Erik Keyboard is the primary contact now.')).toBeVisible();
  await expect.poll(async () => (await readCase(page, id)).informant_name).toBe('Erik Keyboard');
  await kin(page).getByRole('button', { name: 'Remove Karin Keyboard' }).press('Enter');
  await expect.poll(async () => (await readCase(page, id)).next_of_kins).toHaveLength(1);
  await expect(kin(page).getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await readCase(page, id)).next_of_kins).toHaveLength(2);
  await expect(kin(page).getByText('Karin Keyboard')).toBeVisible();
});

test('a relationship of Child is asked to be updated, and is with one choice', async ({ page, product }) => {
  await openAs(page, product, accountOf('director'));
  const { id } = await addCase(page, {
    deceased_first_name: 'Otto',
    deceased_last_name: 'Legacy',
    next_of_kins: [{ relationship: 'child', first_name: 'Karin', last_name: 'Legacy' }],
  });
  await openKin(page, id);
  await expect(page.getByText('Please update from "Child" to either "Son" or "Daughter"')).toBeVisible();
  await relationship(page).selectOption('');
  await expect(kin(page).getByText('Relationship is required. Use Edit button to modify.')).toBeVisible();
  await relationship(page).selectOption('daughter');
  await expect.poll(async () => (await readCase(page, id)).informant_relationship).toBe('daughter');
});

test('the view of a case is chosen, kept and customized', { tag: '@phone' }, async ({ page, product }, info) => {
  await openAs(page, product, accountOf('admin'));
  const { id } = await addCase(page, { deceased_first_name: 'Vera', deceased_last_name: 'Viewer' });
  await page.goto(`${product.staffUrl}/cases/${id}`);
  const sections = page.locator('main [data-section]');
  const switcher = page.getByRole('group', { name: 'Sections shown' });
  await switcher.getByRole('button', { name: 'Show All' }).click();
  await expect(page.getByText('View saved')).toBeVisible();
  await expect(sections).toHaveCount(18);
  await page.reload();
  await expect(sections).toHaveCount(18);
  await switcher.getByRole('button', { name: 'Essential Only' }).click();
  await expect(sections).toHaveCount(5);
  await expect(page.getByText('View saved')).toBeVisible();
  await switcher.getByRole('button', { name: 'Customize' }).click();
  await page.getByRole('checkbox', { name: 'Veteran Information' }).check();
  await picture(page, info, 'case-customize');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(switcher.getByRole('button', { name: 'Customize' })).toBeFocused();
  await expect(sections).toHaveCount(6);
  await page.reload();
  await expect(sections).toHaveCount(6);
});
