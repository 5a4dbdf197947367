import { expect, type Page } from '@playwright/test';
import { watchPolicy } from './support/intake-form.ts';
import { test } from './support/product.ts';
import {
  accessibilityFaults,
  accountOf,
  openAs,
  openSubmission,
  picture,
  reportDeath,
  storedInBrowser,
} from './support/staff-actions.ts';

const rows = (page: Page) => page.locator('main tbody tr, main ul[aria-label="Cases"] > li');
const fullNumber = /987-?65-?43\d\d/;

test(
  'a submission becomes a case with the next number, and its page shows everything',
  { tag: '@phone' },
  async ({ page, product }, info) => {
    const reference = await reportDeath(product, { deceased_first_name: 'Greta', deceased_last_name: 'Nextby' });
    const policyReports = await watchPolicy(page);
    await openAs(page, product, accountOf('director'));
    await openSubmission(page, reference, 'Greta Edwin Nextby');
    await page.getByRole('button', { name: 'Convert to case' }).click();
    const dialog = page.getByRole('dialog', { name: 'Convert to case' });
    await expect(dialog.getByText(/^WA-\d{4}-\d{4}$/)).toBeVisible();
    const next = (await dialog.getByText(/^WA-\d{4}-\d{4}$/).textContent()) ?? '';
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, info, 'convert');
    await dialog.getByRole('button', { name: 'Convert to case' }).click();
    await expect(page.getByText(`Case ${next} created`)).toBeVisible();
    await expect(page).toHaveTitle(`Greta Edwin Nextby · ${next} · Stillwater`);
    await expect(page.getByText('May 14, 1937 – Oct 28, 2025')).toBeVisible();
    await expect(page.getByText('Harbor pilot')).toHaveCount(0);

    await page.getByRole('button', { name: 'Show All' }).click();
    await expect(page.locator('main [data-section]')).toHaveCount(18);
    const toggle = (title: string) => page.locator('main h2').getByRole('button', { name: new RegExp(`^${title}`) });
    await expect(toggle('Deceased Information')).toHaveAttribute('aria-expanded', 'true');
    await toggle('Demographics').click();
    await expect(page.getByText('Harbor pilot')).toBeVisible();
    await expect(toggle('Deceased Information')).toHaveAttribute('aria-expanded', 'false');
    await toggle('Burial Fees').click();
    await expect(page.getByText('Nothing has been recorded here yet.')).toBeVisible();
    await toggle('Informant/Next of Kin').click();
    await expect(page.getByText('Karin Elise Lindqvist').first()).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, info, 'case-informant');

    await page.getByRole('link', { name: 'submission of the family' }).click();
    await expect(page.getByRole('link', { name: `Open case ${next}` })).toBeVisible();
    expect(await policyReports()).toEqual([]);
  },
);

test('a manual case number is checked while it is typed', async ({ page, product }) => {
  const [first, second] = [
    await reportDeath(product, { deceased_first_name: 'Mona', deceased_last_name: 'Manually' }),
    await reportDeath(product, { deceased_first_name: 'Mina', deceased_last_name: 'Manually' }),
  ];
  await openAs(page, product, accountOf('coordinator'));
  const convert = async (reference: string, name: string) => {
    await openSubmission(page, reference, name);
    await page.getByRole('button', { name: 'Convert to case' }).click();
    await page.getByLabel('Enter a number').check();
  };
  // Beside a case that may be the same it says 'Convert anyway'.
  const submit = page.getByRole('dialog').getByRole('button', { name: /^Convert/ });
  await convert(first, 'Mona Edwin Manually');
  await submit.click();
  await expect(page.getByText('Case number is required')).toBeVisible();
  await page.getByLabel('Manual case number').fill('*');
  await expect(page.getByText('Case number can only contain')).toBeVisible();
  await page.getByLabel('Manual case number').fill('HAND 7/26');
  await expect(page.getByText('This number is free.')).toBeVisible();
  await submit.click();
  await expect(page.getByText('Case HAND 7/26 created')).toBeVisible();

  await convert(second, 'Mina Edwin Manually');
  // Born and deceased on the same days, with nearly the same name.
  await page.getByLabel('This is somebody else, or a second case is meant').check();
  await page.getByLabel('Manual case number').fill('HAND 7/26');
  await expect(page.getByText('This case number is already in use')).toBeVisible();
  await submit.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByLabel('Manual case number').fill('HAND 8/26');
  await submit.click();
  await expect(page.getByText('Case HAND 8/26 created')).toBeVisible();
});

test('cases are searched and filtered', { tag: '@phone' }, async ({ page, product }, info) => {
  await openAs(page, product, accountOf('office'), '/cases');
  await expect(rows(page).first()).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await picture(page, info, 'cases');
  await page.getByRole('searchbox', { name: 'Search cases' }).fill('solis');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Solís');
  await page.getByRole('searchbox', { name: 'Search cases' }).fill('');
  await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Cancelled' });
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Okonkwo');
});

test('S-10 the number is revealed by one click and logged; S-29 nothing of it stays', async ({
  page,
  product,
}, info) => {
  const reference = await reportDeath(product, { deceased_first_name: 'Selma', deceased_last_name: 'Secretly' });
  await openAs(page, product, accountOf('director'));
  await openSubmission(page, reference, 'Selma Edwin Secretly');
  await page.getByRole('button', { name: 'Convert to case' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Convert/ })
    .click();
  await expect(page.getByText('XXX-XX-4320')).toBeVisible();
  expect(await page.content()).not.toMatch(fullNumber);

  await page.getByRole('button', { name: 'Reveal the Social Security Number' }).click();
  await expect(page.getByText('987-65-4320')).toBeVisible();
  await picture(page, info, 'case-revealed');
  await page.getByRole('button', { name: 'Hide' }).click();
  await expect(page.getByText('987-65-4320')).toHaveCount(0);

  await page.getByRole('button', { name: 'Audit log' }).filter({ visible: true }).click();
  const log = page.getByRole('complementary', { name: 'Audit log' });
  await expect(log.getByRole('listitem').first()).toContainText('Social Security Number shown');
  await expect(log.getByRole('listitem').first()).toContainText('Marcus Ames, Funeral director');
  await expect(log.getByRole('listitem').first()).toContainText('127.0.0.1');
  await expect(log.getByRole('listitem').getByText('Case opened')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await picture(page, info, 'audit-log');

  const stored = await storedInBrowser(page);
  for (const personal of ['Secretly', 'Selma', 'Lindqvist', '4320', 'karin', '5550142', 'director@', 'Marcus']) {
    expect(stored).not.toContain(personal);
  }
  const [local] = JSON.parse(stored) as [Record<string, string>];
  const kept = Object.entries(local).filter(([key]) => !key.startsWith('CognitoIdentityServiceProvider.'));
  // Beside the sign-in itself when somebody did something last: a sign-in that nobody uses ends.
  expect(kept).toEqual([['stillwater.last-seen', expect.stringMatching(/^\d+$/)]]);
});

test('a number that cannot be read says why for 5 seconds', async ({ page, product }) => {
  await openAs(page, product, accountOf('director'), '/cases?search=lindqvist');
  await page
    .getByRole('link', { name: /Lindqvist/ })
    .first()
    .click();
  await page.route('**/retrieve_ssn/', (route) =>
    route.fulfill({ status: 503, json: { error: 'The log is not available' } }),
  );
  await page.getByRole('button', { name: 'Reveal the Social Security Number' }).click();
  await expect(page.getByRole('alert')).toHaveText('The log is not available');
  await expect(page.getByRole('alert')).toHaveCount(0, { timeout: 7000 });
});

test('S-03 the page offers a role only what it may do', async ({ page, product }) => {
  await openAs(page, product, accountOf('office'), '/cases?search=lindqvist');
  await page
    .getByRole('link', { name: /Lindqvist/ })
    .first()
    .click();
  await expect(page.getByText('XXX-XX-')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reveal the Social Security Number' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Audit log' })).toHaveCount(0);
});

test('an address that leads nowhere says so', async ({ page, product }) => {
  await openAs(page, product, accountOf('director'));
  await page.goto(`${product.staffUrl}/cases/0193a000-0000-7000-8000-000000000001`);
  await expect(page.getByText('Case not found')).toBeVisible();
  await page.goto(`${product.staffUrl}/no-such-page`);
  await expect(page.getByText('Page not found')).toBeVisible();
});
