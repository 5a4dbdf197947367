import { expect, type Locator, type Page } from '@playwright/test';
import { checkScreen } from './support/axe.ts';
import { field, finishCall, takeCall } from './support/first-call-actions.ts';
import { watchPolicy } from './support/intake-form.ts';
import { test } from './support/product.ts';
import { callAs, listed, openAs, picture, storedInBrowser, tabTo } from './support/staff-actions.ts';

/** A draft with all that is needed but the name, date of birth and next of kin. */
const sheet = {
  ...{ deceased_last_name: 'Achterberg', place_of_death: 'Riverside Medical Center', death_city: 'Jacksonville' },
  ...{ death_state: 'FL', death_location_phone: '9045550153', contact_person: 'Charge nurse, third floor' },
  ...{ date_of_death: '2026-11-20', me_notified: true, call_taken_by: 'Dee Kowalski' },
};

const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

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
  'takes a first call on one screen, reads it back and converts it to a case',
  { tag: '@phone' },
  async ({ page, product }, info) => {
    const policyReports = await watchPolicy(page);
    const last = 'Tyndale';
    await openAs(page, product, 'coordinator', '/first-calls');
    await takeCall(page, { first: 'Josephine', last });
    await checkScreen(page, info, 'first-call-night');
    expect(await tooSmall(page.getByRole('dialog').getByRole('button'))).toEqual([]);
    await finishCall(page);
    await expect(page.getByRole('heading', { name: 'Read this back to the caller' })).toBeFocused();
    await expect(page.getByRole('dialog')).toContainText('904 · 555 · 01 · 71');
    await expect(page.getByRole('dialog')).toContainText('Not known yet: pacemaker.');
    await checkScreen(page, info, 'first-call-read-back');
    await page.getByRole('link', { name: `Josephine ${last}` }).click();
    await field(page, 'Middle name').fill('Ruth');
    await page.getByRole('button', { name: 'Read back' }).click();
    await expect(page.getByRole('link', { name: `Josephine Ruth ${last}` })).toBeVisible();
    await page.getByRole('button', { name: 'All correct, save' }).click();
    await expect(page.getByText('First call saved')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: `Josephine Ruth ${last}` })).toBeVisible();
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: '(904) 555-0171' }).first()).toHaveAttribute('href', 'tel:9045550171');
    expect(await storedInBrowser(page)).not.toContain(last);
    await picture(page, info, 'first-call-sheet');

    await page.getByRole('button', { name: 'Convert to case' }).click();
    const dialog = page.getByRole('dialog', { name: 'Convert to case' });
    await expect(dialog.getByText(/fields of the new case/)).toBeVisible();
    await dialog.getByText(/fields of the new case/).click();
    await expect(dialog).toContainText('Moultrie Creek Care Center, room 118');
    await checkScreen(page, info, 'first-call-convert');
    await dialog.getByRole('button', { name: 'Convert to case' }).click();
    await expect(page).toHaveURL(/\/cases\//);
    await expect(page.getByRole('heading', { level: 1, name: `Josephine Ruth ${last}` })).toBeVisible();
    // Sections with something due appear once the deadlines are there, and would move the link from under a pointer.
    await page.getByRole('link', { name: 'first call', exact: true }).press('Enter');
    await expect(page.getByText('Converted', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
    await page.getByRole('link', { name: /^Open case/ }).click();
    await expect(page).toHaveURL(/\/cases\//);
    expect(await policyReports()).toEqual([]);
  },
);

test('completes a sheet with the keyboard and saves it automatically', async ({ page, product }) => {
  await openAs(page, product, 'coordinator', '/first-calls');
  await callAs(page, 'POST', '/api/forms/first-calls/auto_save/', sheet);
  await listed(page, `${product.staffUrl}/first-calls`, page.getByRole('link', { name: 'Achterberg' }));
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await tabTo(page, page.getByRole('link', { name: 'Achterberg' }));
  await press('Enter');
  await expect(page.getByText('Missing Required Fields:')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'First name', exact: true }));
  await press('Enter');
  await expect(field(page, 'First name')).toBeFocused();
  await page.keyboard.type('Wilhelmina');
  await tabTo(page, field(page, 'Date of birth'));
  await page.keyboard.type('02041950');
  await tabTo(page, page.getByRole('button', { name: 'Done editing Deceased' }));
  await press('Enter');
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Wilhelmina Achterberg' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Deceased' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Add next of kin' }));
  await press('Enter');
  await expect(field(page, 'Relationship')).toBeFocused();
  await page.keyboard.type('Niece');
  await press('Tab');
  await page.keyboard.type('Gesine');
  await press('Tab');
  await page.keyboard.type('Achterberg');
  await press('Enter');
  await expect(card(page, 'Next of kin')).toContainText('Niece or nephew · primary contact');
  await tabTo(page, page.getByRole('button', { name: 'Mark as complete' }));
  await press('Enter');
  await expect(page.getByText('First call is complete')).toBeVisible();
});
