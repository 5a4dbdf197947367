import { expect, type Page } from '@playwright/test';
import { watchPolicy } from './support/intake-form.ts';
import { test } from './support/product.ts';
import {
  accessibilityFaults,
  accountOf,
  listed,
  openAs,
  openSubmission,
  picture,
  reportDeath,
} from './support/staff-actions.ts';

const rows = (page: Page) => page.locator('main tbody tr, main ul[aria-label="Submissions"] > li');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search submissions' });

test(
  'submissions are searched, filtered and paged, and the address says how',
  { tag: '@phone' },
  async ({ page, product }, info) => {
    const names = Array.from({ length: 12 }, (_, index) => `Pagerby${'abcdefghijkl'.charAt(index)}`);
    for (const name of names) {
      await reportDeath(product, { deceased_last_name: name, funeral_home_slug: 'northside-chapel' });
    }
    const policyReports = await watchPolicy(page);
    await openAs(page, product, accountOf('coordinator'), '/submissions');
    await listed(page, `${product.staffUrl}/submissions`, rows(page).first().filter({ hasText: 'Pagerby' }));
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, info, 'submissions');

    await search(page).fill('p');
    await expect(page).toHaveURL(`${product.staffUrl}/submissions`);
    await search(page).fill('pagerby');
    await expect(page).toHaveURL(`${product.staffUrl}/submissions?search=pagerby`);
    await expect(page.getByText('1–12 of 12')).toBeVisible();

    await page.getByLabel('Rows per page').selectOption('10');
    await expect(page.getByText('1–10 of 12')).toBeVisible();
    await page.getByRole('button', { name: 'Page 2' }).click();
    await expect(page.getByText('11–12 of 12')).toBeVisible();
    await expect(rows(page)).toHaveCount(2);
    await expect(page).toHaveURL(/page=2/);
    await page.reload();
    await expect(page.getByText('11–12 of 12')).toBeVisible();
    await expect(search(page)).toHaveValue('pagerby');

    await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Contacted' });
    await expect(page.getByText('No submissions match')).toBeVisible();
    await picture(page, info, 'submissions-empty');
    await page.goBack();
    await expect(page.getByText('11–12 of 12')).toBeVisible();
    await page.getByLabel('Location', { exact: true }).selectOption({ label: 'Ames Cremation Care' });
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect(page).toHaveURL(`${product.staffUrl}/submissions`);
    await expect(rows(page).first()).toBeVisible();
    expect(await policyReports()).toEqual([]);
  },
);

test('a list that cannot be loaded says so and can be asked again', async ({ page, product }, info) => {
  await openAs(page, product, accountOf('director'));
  await page.route('**/api/forms/submissions/?page=*', (route) =>
    route.fulfill({ status: 500, json: { detail: 'Server error. Please try again later.', request_id: 'r' } }),
  );
  await page.goto(`${product.staffUrl}/submissions`);
  await expect(page.getByRole('alert')).toContainText('Server error. Please try again later.');
  await picture(page, info, 'submissions-error');
  await page.unroute('**/api/forms/submissions/?page=*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page).first()).toBeVisible();
});

test('from the list to a submission and back by keyboard alone', async ({ page, product }) => {
  await reportDeath(product, { deceased_first_name: 'Keya', deceased_last_name: 'Boardman' });
  await openAs(page, product, accountOf('director'), '/submissions');
  await expect(rows(page).first()).toBeVisible();
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  // Past the saved filters.
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(search(page)).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.type('boardman');
  await expect(rows(page)).toHaveCount(1);
  const link = page.getByRole('link', { name: 'Keya Edwin Boardman' });
  for (
    let presses = 0;
    presses < 6 && !(await link.evaluate((element) => element === document.activeElement));
    presses++
  ) {
    await page.keyboard.press('Tab');
  }
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Keya Edwin Boardman' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Submissions' }).last()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Marked as contacted')).toBeVisible();
});

test(
  'a submission shows what the family entered and can be called back',
  { tag: '@phone' },
  async ({ page, product }, info) => {
    const reference = await reportDeath(product, { deceased_first_name: 'Odile', deceased_last_name: 'Marchand' });
    await openAs(page, product, accountOf('office'));
    await openSubmission(page, reference, 'Odile Edwin Marchand');
    await expect(page).toHaveTitle('Odile Edwin Marchand · Stillwater');
    await expect(page.getByRole('link', { name: '(904) 555-0142' }).first()).toHaveAttribute('href', 'tel:9045550142');
    await expect(page.getByRole('link', { name: 'karin.lindqvist@example.com' }).first()).toHaveAttribute(
      'href',
      'mailto:karin.lindqvist@example.com',
    );
    await expect(page.getByText('XXX-XX-4320')).toBeVisible();
    await expect(page.getByText('Please call after nine in the morning.').first()).toBeVisible();
    expect(await page.content()).not.toMatch(/987-?65-?4320/);
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, info, 'submission');

    await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Convert to case' })).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('button', { name: 'Mark contacted' }).click();
    await expect(page.getByText('Marked as contacted')).toBeVisible();
    await expect(page.getByText('Contacted by')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mark contacted' })).toHaveCount(0);
  },
);

test('S-30 what a family types is shown as text, never run', async ({ page, product }) => {
  const payload = '"><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
  const reference = await reportDeath(product, {
    deceased_first_name: 'Plain',
    deceased_last_name: 'Texter',
    alias: payload,
    additional_notes: `javascript:window.hacked=1 ${payload}`,
  });
  const policyReports = await watchPolicy(page);
  await openAs(page, product, accountOf('director'));
  await openSubmission(page, reference, 'Plain Edwin Texter');
  await expect(page.getByText(payload).first()).toBeVisible();
  expect(await page.locator('main img, main script, a[href^="javascript:"]').count()).toBe(0);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(await policyReports()).toEqual([]);
});

test('editing guards unsaved changes, checks them, and merges with what somebody else saved', async ({
  page,
  product,
  browser,
}, info) => {
  const reference = await reportDeath(product, { deceased_first_name: 'Harold', deceased_last_name: 'Confluent' });
  await openAs(page, product, accountOf('director'));
  await openSubmission(page, reference, 'Harold Edwin Confluent');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
  await page.getByRole('button', { name: 'Deceased Information' }).click();
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByLabel('Last name').fill('');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Last name is required')).toBeVisible();
  await expect(page.getByLabel('Last name')).toBeFocused();
  await picture(page, info, 'edit-submission');
  await page.getByLabel('Last name').fill('Confluent');
  await page.getByLabel('First name').fill('Hal');

  await page.getByRole('link', { name: 'Submission', exact: true }).click();
  await expect(page.getByText('Leave without saving?')).toBeVisible();
  await page.getByRole('button', { name: 'Keep editing' }).click();

  const other = await browser.newContext();
  const colleague = await other.newPage();
  await openAs(colleague, product, accountOf('coordinator'));
  await openSubmission(colleague, reference, 'Harold Edwin Confluent');
  await colleague.getByRole('button', { name: 'Edit', exact: true }).click();
  await colleague.getByLabel('Special requests').fill('Call the daughter');
  await colleague.getByRole('button', { name: 'Deceased Information' }).click();
  await colleague.getByLabel('First name').fill('Harald');
  await colleague.getByRole('button', { name: 'Save Changes' }).click();
  await expect(colleague.getByText('Submission saved')).toBeVisible();
  await other.close();

  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  expect((await sent).postDataJSON()).toEqual({ deceased_first_name: 'Hal', version: 1 });
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this in the meantime' });
  await expect(dialog.getByRole('radio', { name: 'Hal', exact: true })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: 'Harald' })).not.toBeChecked();
  await expect(dialog.getByRole('radio', { name: 'Call the daughter' })).toBeChecked();
  expect(await accessibilityFaults(page)).toEqual([]);
  await picture(page, info, 'conflict');
  await dialog.getByRole('button', { name: 'Save with these choices' }).click();
  await expect(page.getByText('Submission saved')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Hal Edwin Confluent' })).toBeVisible();
  await expect(page.getByText('Call the daughter').first()).toBeVisible();
});

test('S-11 a number is replaced only when somebody enters another one', async ({ page, product }) => {
  const reference = await reportDeath(product, { deceased_first_name: 'Nora', deceased_last_name: 'Numbers' });
  await openAs(page, product, accountOf('director'));
  await openSubmission(page, reference, 'Nora Edwin Numbers');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  // The sections have the same names on both pages.
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
  await page.getByRole('button', { name: 'Deceased Information' }).click();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByLabel('Social Security Number', { exact: true }).fill('987654321');
  await expect(page.getByLabel('Social Security Number', { exact: true })).toHaveValue('987-65-4321');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Submission saved')).toBeVisible();
  await expect(page.getByText('XXX-XX-4321')).toBeVisible();
});

test('a submission is deleted only after it was confirmed', async ({ page, product }, info) => {
  const reference = await reportDeath(product, { deceased_first_name: 'Spam', deceased_last_name: 'Sender' });
  await openAs(page, product, accountOf('admin'));
  await openSubmission(page, reference, 'Spam Edwin Sender');
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this submission?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await picture(page, info, 'delete-submission');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete Permanently' }).click();
  await expect(page.getByText('Submission deleted')).toBeVisible();
  await page.goto(`${product.staffUrl}/submissions?search=${reference}`);
  await expect(page.getByText('No submissions match')).toBeVisible();
});
