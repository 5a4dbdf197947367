import { expect, type Locator, type Page } from '@playwright/test';
import { addCustomer } from './support/customer-records.ts';
import { field, finishCall, question, takeCall } from './support/first-call-actions.ts';
import { watchPolicy } from './support/intake-form.ts';
import { test } from './support/product.ts';
import { accessibilityFaults, accountOf, openAs, picture, storedInBrowser } from './support/staff-actions.ts';

const rows = (page: Page) => page.locator('main tbody tr, main ul[aria-label="First calls"] > li');
const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

/** Boxes smaller than a finger, by their names. */
const tooSmall = async (targets: Locator): Promise<string[]> => {
  const small: string[] = [];
  for (const target of await targets.all()) {
    const box = await target.boundingBox();
    if (box && (box.height < 44 || box.width < 44))
      small.push(`${await target.textContent()} ${box.width}×${box.height}`);
  }
  return small;
};

test(
  'a first call is taken on one screen, read back, saved, and becomes a case',
  { tag: '@phone' },
  async ({ page, product }, info) => {
    const policyReports = await watchPolicy(page);
    const last = info.project.name === 'phone' ? 'Tyndale' : 'Tyndall-Ashe';
    await openAs(page, product, accountOf('coordinator'), '/first-calls');
    await takeCall(page, { first: 'Josephine', last });
    await picture(page, info, 'first-call-night');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await tooSmall(page.getByRole('dialog').getByRole('button'))).toEqual([]);
    await finishCall(page);
    await expect(page.getByRole('heading', { name: 'Read this to Loretta' })).toBeFocused();
    await expect(page.getByRole('dialog')).toContainText('904 · 555 · 01 · 71');
    await expect(page.getByRole('dialog')).toContainText('Not known yet: pacemaker.');
    await picture(page, info, 'first-call-read-back');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: `Josephine ${last}` }).click();
    await field(page, 'Middle name').fill('Ruth');
    await page.getByRole('button', { name: 'Read back' }).click();
    await expect(page.getByRole('link', { name: `Josephine Ruth ${last}` })).toBeVisible();
    await page.getByRole('button', { name: 'Right, save' }).click();
    await expect(page.getByText('First call saved')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: `Josephine Ruth ${last}` })).toBeVisible();
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: '(904) 555-0171' }).first()).toHaveAttribute('href', 'tel:9045550171');
    expect(await storedInBrowser(page)).not.toContain(last);
    await picture(page, info, 'first-call-sheet');
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.getByRole('button', { name: 'Convert to case' }).click();
    const dialog = page.getByRole('dialog', { name: 'Convert to case' });
    await expect(dialog.getByText(/fields in \d sections/)).toBeVisible();
    await dialog.getByText(/fields in \d sections/).click();
    await expect(dialog).toContainText('Moultrie Creek Care Center, room 118');
    await picture(page, info, 'first-call-convert');
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Convert to case' }).click();
    await expect(page).toHaveURL(/\/cases\//);
    await expect(page.getByRole('heading', { level: 1, name: `Josephine Ruth ${last}` })).toBeVisible();
    await page.getByRole('link', { name: 'first call', exact: true }).click();
    await expect(page.getByText('Converted', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
    await page.getByRole('link', { name: /^Open case/ }).click();
    await expect(page).toHaveURL(/\/cases\//);
    expect(await policyReports()).toEqual([]);
  },
);

test('the number that calls is known: the customer is taken over by one tap', async ({ page, product }, info) => {
  await openAs(page, product, accountOf('coordinator'), '/first-calls');
  await addCustomer(page, { first_name: 'Ottoline', last_name: 'Quarrier', phone: '9045550166' });
  await takeCall(page, { first: 'Ambrose', last: 'Quarrier', phone: '904555 0166' });
  await page.getByRole('button', { name: 'Ottoline Quarrier, Palatka' }).click();
  await picture(page, info, 'first-call-known-number');
  await finishCall(page);
  await page.getByRole('button', { name: 'Right, save' }).click();
  await expect(card(page, 'Next of kin')).toContainText('Ottoline Quarrier');
  await expect(page.getByRole('link', { name: 'Known customer' })).toBeVisible();
});

test('a call that is left is on the device and can be gone on with, or discarded', async ({ page, product }, info) => {
  await openAs(page, product, accountOf('director'), '/first-calls');
  await page.getByRole('link', { name: 'Take a call' }).first().click();
  await expect(field(page, 'First name')).toBeFocused();
  await field(page, 'Last name').fill('Halfway');
  await page.getByRole('button', { name: 'Close and keep the answers' }).click();
  await expect(page.getByText('An unfinished call is on this device')).toBeVisible();
  await picture(page, info, 'first-calls-kept');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Go on with it' }).click();
  await question(page, /Who has died/).click();
  await expect(field(page, 'Last name')).toHaveValue('Halfway');
  // S-29: it is there sealed, and survives the page.
  const stored = await storedInBrowser(page);
  expect(stored).toContain('first-calls');
  expect(stored).not.toContain('Halfway');
  await page.reload();
  await question(page, /Who has died/).click();
  await expect(field(page, 'Last name')).toHaveValue('Halfway');
  await page.getByRole('button', { name: 'Close and keep the answers' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('An unfinished call is on this device')).toHaveCount(0);
});

test('the whole sheet by keyboard: gaps lead to their fields, and everything saves itself', async ({
  page,
  product,
}) => {
  await openAs(page, product, accountOf('coordinator'), '/first-calls?search=achterberg');
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const tabTo = async (target: Locator) => {
    for (let n = 0; n < 60 && !(await target.evaluate((one) => one === document.activeElement)); n++)
      await press('Tab');
    await expect(target).toBeFocused();
  };
  await tabTo(page.getByRole('link', { name: 'Achterberg' }));
  await press('Enter');
  await expect(page.getByText('Missing Required Fields:')).toBeVisible();
  await tabTo(page.getByRole('button', { name: 'First name', exact: true }));
  await press('Enter');
  await expect(field(page, 'First name')).toBeFocused();
  await page.keyboard.type('Wilhelmina');
  await tabTo(field(page, 'Date of birth'));
  await page.keyboard.type('02041950');
  await tabTo(page.getByRole('button', { name: 'Done with Deceased' }));
  await press('Enter');
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Wilhelmina Achterberg' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Deceased' })).toBeFocused();
  await tabTo(page.getByRole('button', { name: 'Add next of kin' }));
  await press('Enter');
  await expect(field(page, 'Relationship')).toBeFocused();
  await page.keyboard.type('Niece');
  await press('Tab');
  await page.keyboard.type('Gesine');
  await press('Tab');
  await page.keyboard.type('Achterberg');
  await press('Enter');
  await expect(card(page, 'Next of kin')).toContainText('Niece or nephew · primary contact');
  await tabTo(page.getByRole('button', { name: 'Mark as complete' }));
  await press('Enter');
  await expect(page.getByText('First call is complete')).toBeVisible();
});

test('autosave survives a minute without a connection, and says how it stands', async ({
  page,
  product,
  context,
}, info) => {
  await openAs(page, product, accountOf('director'), '/first-calls?search=tyndall%20josephine');
  await page.getByRole('link', { name: 'Josephine Ruth Tyndall', exact: true }).click();
  await page.getByRole('button', { name: 'Edit Place of death' }).click();
  await context.setOffline(true);
  await field(page, 'Place of death').fill('Moultrie Creek Care Center, second floor');
  await expect(page.getByText(/^Offline\. Your changes are kept/)).toBeVisible();
  await page.getByRole('button', { name: 'Edit Physician and flags' }).click();
  await page.getByRole('radiogroup', { name: 'Pacemaker' }).getByLabel('No', { exact: true }).check();
  await page.clock.install();
  await page.clock.fastForward('01:00');
  await expect(page.getByText(/^Offline\. Your changes are kept/)).toBeVisible();
  await picture(page, info, 'first-call-autosave-offline');
  await context.setOffline(false);
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await page.reload();
  await expect(card(page, 'Place of death')).toContainText('second floor');
  await expect(card(page, 'Physician and flags')).toContainText('No');
});

test('two people in one sheet: different fields are merged, and for the same one somebody chooses', async ({
  page,
  browser,
  product,
}, info) => {
  const other = await (await browser.newContext({ locale: 'en-US' })).newPage();
  const path = '/first-calls?search=tyndall%20josephine';
  for (const [who, one] of [
    ['director', page],
    ['coordinator', other],
  ] as const) {
    await openAs(one, product, accountOf(who), path);
    await one.getByRole('link', { name: 'Josephine Ruth Tyndall', exact: true }).click();
    await one.getByRole('button', { name: 'Edit The call' }).click();
  }
  await field(other, 'Signed by').fill('Nurse Abel');
  await expect(other.getByText(/^Saved \d/)).toBeVisible();
  await field(page, 'State ID number').fill('FD-0142');
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await expect(field(page, 'Signed by')).toHaveValue('Nurse Abel');
  await field(other, 'Call taken by').fill('Dee K.');
  await expect(other.getByText(/^Saved \d/)).toBeVisible();
  await field(page, 'Call taken by').fill('Marcus Ames');
  await expect(page.getByRole('dialog', { name: 'Somebody else changed this in the meantime' })).toBeVisible();
  await picture(page, info, 'first-call-conflict');
  await page.getByRole('button', { name: 'Save with these choices' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await expect(card(page, 'The call')).toContainText('Marcus Ames');
  await other.context().close();
});

test(
  'first calls are searched by name and number, filtered, and deleted together',
  { tag: '@phone' },
  async ({ page, product }, info) => {
    await openAs(page, product, accountOf('admin'), '/first-calls');
    await expect(rows(page).first()).toBeVisible();
    // Where somebody has to drive to can be read whole.
    const place = rows(page)
      .getByText(/Magnolia Terrace/)
      .first();
    expect(await place.evaluate((line) => line.scrollWidth - line.clientWidth)).toBeLessThanOrEqual(0);
    await picture(page, info, 'first-calls');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('searchbox', { name: 'Search first calls' }).fill('(904) 555-0173');
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).first()).toContainText('Dorothy Mae Briggs');
    await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Draft' });
    await expect(page.getByText('No first calls match')).toBeVisible();
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await page.getByLabel('Location', { exact: true }).selectOption({ label: 'Ames Cremation Care' });
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole('checkbox', { name: 'Select Thu Trang Phạm' }).check();
    await picture(page, info, 'first-calls-selected');
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('dialog')).toContainText('permanently delete 1 first call?');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  },
);

test('a sheet that cannot be loaded says so and leads back to the list', async ({ page, product }) => {
  await openAs(page, product, accountOf('director'), '/first-calls');
  await page.goto(`${product.staffUrl}/first-calls/0190a000-0000-7000-8000-000000000000`);
  await expect(page.getByText('Failed to load first call sheet')).toBeVisible();
  await expect(page).toHaveURL(`${product.staffUrl}/first-calls`);
});
