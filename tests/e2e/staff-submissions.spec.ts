import { expect } from '@playwright/test';
import { watchPolicy } from './support/intake-form.ts';
import { test } from './support/product.ts';
import { openAs, openSubmission, picture, reportDeath } from './support/staff-actions.ts';

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
