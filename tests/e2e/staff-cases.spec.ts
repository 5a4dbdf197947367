import { expect } from '@playwright/test';
import { checkScreen } from './support/axe.ts';
import { watchPolicy } from './support/intake-form.ts';
import { test } from './support/product.ts';
import { convertToCase, openAs, openSubmission, reportDeath, storedInBrowser } from './support/staff-actions.ts';

const fullNumber = /987-?65-?43\d\d/;

test('converts a submission to a case with the next number and all answers', async ({ page, product }, info) => {
  const reference = await reportDeath(product, { deceased_first_name: 'Greta', deceased_last_name: 'Nextby' });
  const policyReports = await watchPolicy(page);
  await openAs(page, product, 'director');
  await openSubmission(page, reference, 'Greta Edwin Nextby');
  await page.getByRole('button', { name: 'Choose another number' }).click();
  const dialog = page.getByRole('dialog', { name: 'Convert to case' });
  await expect(dialog.getByText(/^WA-\d{4}-\d{4}$/)).toBeVisible();
  const next = (await dialog.getByText(/^WA-\d{4}-\d{4}$/).textContent()) ?? '';
  await checkScreen(page, info, 'convert');
  await page.keyboard.press('Escape');
  await expect(page.getByText(`Next number: ${next}`)).toBeVisible();
  await convertToCase(page);
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
  await expect(page.getByText('Nothing recorded yet.')).toBeVisible();
  await toggle('Informant/Next of Kin').click();
  await expect(page.getByText('Karin Elise Lindqvist').first()).toBeVisible();

  await page.getByRole('link', { name: 'family submission' }).press('Enter');
  await expect(page.getByRole('link', { name: `Open case ${next}` })).toBeVisible();
  expect(await policyReports()).toEqual([]);
});

test('S-10 S-29 logs the reveal of an SSN and stores nothing of it in the browser', async ({ page, product }, info) => {
  const reference = await reportDeath(product, { deceased_first_name: 'Selma', deceased_last_name: 'Secretly' });
  await openAs(page, product, 'director');
  await openSubmission(page, reference, 'Selma Edwin Secretly');
  await convertToCase(page);
  await expect(page.getByText('XXX-XX-4320')).toBeVisible();
  expect(await page.content()).not.toMatch(fullNumber);

  await page.getByRole('button', { name: 'Reveal the Social Security Number' }).click();
  await expect(page.getByText('987-65-4320')).toBeVisible();
  await page.getByRole('button', { name: 'Hide' }).click();
  await expect(page.getByText('987-65-4320')).toHaveCount(0);

  await page.getByRole('button', { name: 'Audit log' }).filter({ visible: true }).click();
  const log = page.getByRole('complementary', { name: 'Audit log' });
  await expect(log.getByRole('listitem').first()).toContainText('Social Security Number viewed');
  await expect(log.getByRole('listitem').first()).toContainText('Marcus Ames, Funeral director');
  await expect(log.getByRole('listitem').first()).toContainText('127.0.0.1');
  await expect(log.getByRole('listitem').getByText('Case opened')).toBeVisible();
  await checkScreen(page, info, 'audit-log');

  const stored = await storedInBrowser(page);
  for (const personal of ['Secretly', 'Selma', 'Lindqvist', '4320', 'karin', '5550142', 'director@', 'Marcus']) {
    expect(stored).not.toContain(personal);
  }
  const [local] = JSON.parse(stored) as [Record<string, string>];
  const kept = Object.entries(local).filter(([key]) => !key.startsWith('CognitoIdentityServiceProvider.'));
  // The time of the last activity, which ends an idle session.
  expect(kept).toEqual([['stillwater.last-seen', expect.stringMatching(/^\d+$/)]]);
});
