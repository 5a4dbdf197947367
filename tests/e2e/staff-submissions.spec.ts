import { expect, type Page } from '@playwright/test';
import { watchPolicy } from './support/intake-form.ts';
import { test } from './support/product.ts';
import { listed, openAs, openSubmission, picture, reportDeath, tabTo } from './support/staff-actions.ts';

const rows = (page: Page) => page.locator('main tbody tr, main ul[aria-label="Submissions"] > li');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search submissions' });

test('searches, filters and pages submissions by address', async ({ page, product }, info) => {
  const names = Array.from({ length: 12 }, (_, index) => `Pagerby${'abcdefghijkl'.charAt(index)}`);
  for (const name of names) {
    await reportDeath(product, { deceased_last_name: name, funeral_home_slug: product.slugs['northside-chapel'] });
  }
  const policyReports = await watchPolicy(page);
  await openAs(page, product, 'coordinator', '/submissions');
  await listed(page, `${product.staffUrl}/submissions`, rows(page).first().filter({ hasText: 'Pagerby' }));
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
  await expect(page.getByText('No matching submissions')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('11–12 of 12')).toBeVisible();
  await page.getByLabel('Location', { exact: true }).selectOption({ label: 'Ames Cremation Care' });
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(page).toHaveURL(`${product.staffUrl}/submissions`);
  await expect(rows(page).first()).toBeVisible();
  expect(await policyReports()).toEqual([]);
});

test('opens a submission and marks it as contacted with the keyboard', async ({ page, product }) => {
  await reportDeath(product, { deceased_first_name: 'Keya', deceased_last_name: 'Boardman' });
  await openAs(page, product, 'director', '/submissions');
  await listed(page, `${product.staffUrl}/submissions`, rows(page).first());
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, search(page));
  await page.keyboard.type('boardman');
  await expect(page).toHaveURL(/search=boardman/);
  const link = page.getByRole('link', { name: 'Keya Edwin Boardman' });
  await tabTo(page, link);
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

test('S-30 shows what a family typed as text, and marks the family as contacted', async ({ page, product }, info) => {
  const payload = '"><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
  const reference = await reportDeath(product, {
    deceased_first_name: 'Odile',
    deceased_last_name: 'Marchand',
    alias: payload,
    additional_notes: `javascript:window.hacked=1 ${payload}`,
  });
  const policyReports = await watchPolicy(page);
  await openAs(page, product, 'office');
  await openSubmission(page, reference, 'Odile Edwin Marchand');
  await expect(page).toHaveTitle('Odile Edwin Marchand · Stillwater');
  await expect(page.getByRole('link', { name: '(904) 555-0142' }).first()).toHaveAttribute('href', 'tel:9045550142');
  await expect(page.getByRole('link', { name: 'karin.lindqvist@example.com' }).first()).toHaveAttribute(
    'href',
    'mailto:karin.lindqvist@example.com',
  );
  await expect(page.getByText('XXX-XX-4320')).toBeVisible();
  await expect(page.getByText(payload).first()).toBeVisible();
  expect(await page.locator('main img, main script, a[href^="javascript:"]').count()).toBe(0);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(await policyReports()).toEqual([]);
  expect(await page.content()).not.toMatch(/987-?65-?4320/);
  await picture(page, info, 'submission');

  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Convert to case' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Mark contacted' }).click();
  await expect(page.getByText('Marked as contacted')).toBeVisible();
  await expect(page.getByText('Contacted by')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark contacted' })).toHaveCount(0);
});

test('deletes a submission only after confirmation', { tag: '@long' }, async ({ page, product }) => {
  const reference = await reportDeath(product, { deceased_first_name: 'Spam', deceased_last_name: 'Sender' });
  await openAs(page, product, 'admin');
  await openSubmission(page, reference, 'Spam Edwin Sender');
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this submission?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete Permanently' }).click();
  await expect(page.getByText('Submission deleted')).toBeVisible();
  await page.goto(`${product.staffUrl}/submissions?search=${reference}`);
  await expect(page.getByText('No matching submissions')).toBeVisible();
});
