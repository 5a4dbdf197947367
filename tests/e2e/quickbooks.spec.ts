import { expect } from '@playwright/test';
import { addDays, todayIn } from '#domain/shared/values/calendar-date.ts';
import { checkScreen } from './support/axe.ts';
import { test } from './support/product.ts';
import { addCase, callAs, downloadBy, listed, openAs, picture } from './support/staff-actions.ts';

test('connects QuickBooks, sends payments, compares a month and disconnects', async ({ page, product }, info) => {
  test.setTimeout(400_000);
  const company = `${product.quickbooksUrl}/companies/9341450001`;
  const settings = `${product.staffUrl}/settings/quickbooks`;
  const today = todayIn('America/New_York', new Date());
  await openAs(page, product, 'owner', '/settings/quickbooks');
  await expect(page.getByText('QuickBooks is not connected yet')).toBeVisible();
  await picture(page, info, 'quickbooks-not-connected');
  const made = await addCase(page, { deceased_last_name: 'Okafor' });
  const paid = (days: number, amount: string) =>
    callAs(page, 'POST', '/api/services/payments/', {
      ...{ case: made.id, received_from: 'Ada Okafor', payment_date: addDays(today, -days), amount },
      ...{ payment_for: 'Deposit', payment_method: 'cash' },
    });
  await paid(5, '200.00');
  // A preview walks the list of cases, which a product that has just started fills late.
  await listed(page, `${product.staffUrl}/cases`, page.getByRole('link', { name: 'Okafor' }));
  await page.goto(settings);

  await page.getByRole('button', { name: 'Connect to QuickBooks' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('You declined access in QuickBooks. Nothing has changed.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the settings' }).click();

  await page.getByRole('button', { name: 'Connect to QuickBooks' }).click();
  await expect(page.getByRole('heading', { name: 'Connect Stillwater to QuickBooks' })).toBeVisible();
  await picture(page, info, 'quickbooks-consent');
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByText('Whitcomb & Ames Funeral Homes is connected')).toBeVisible();
  await expect(page).toHaveURL(settings);
  await expect(page.getByText('Not saved yet')).toBeVisible();

  await page.getByRole('button', { name: 'Review and save' }).click();
  await page.getByLabel('Funeral merchandise').selectOption('Merchandise Sales');
  await page.getByLabel('Pay refunds from').selectOption('Savings');
  await page.getByRole('checkbox', { name: /^Use locations as QuickBooks classes/ }).check();
  await checkScreen(page, info, 'quickbooks-form');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Accounts saved')).toBeVisible();
  const accounts = page.getByRole('region', { name: 'Accounts' });
  await expect(accounts).toContainText('Savings');

  // Earlier transactions are sent only after a preview.
  const earlier = page.getByRole('region', { name: 'Earlier transactions' });
  await earlier.getByLabel('Start date').fill('1999-12-31');
  await earlier.getByRole('button', { name: 'Preview' }).click();
  await expect(earlier.getByText('The start date must be after January 1, 2000')).toBeVisible();
  await earlier.getByLabel('Start date').fill(addDays(today, -10));
  await earlier.getByRole('button', { name: 'Preview' }).click();
  const shown = earlier.getByRole('table', { name: 'To be sent' });
  await expect(shown.getByRole('row', { name: /^Payments 1 \$200\.00 \d+$/ })).toBeVisible({ timeout: 60_000 });
  const toLookAt = earlier.getByRole('list', { name: 'Cases to review' });
  await expect(toLookAt).toContainText('No Statement is finalized. The payments become a credit.');
  await earlier.getByRole('button', { name: 'Send to QuickBooks' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await expect(earlier.getByText(/Finished checking/)).toBeVisible();

  const payment = await paid(0, '612.34');
  await callAs(page, 'POST', `/api/services/payments/${payment.id}/refund/`, { amount: '12.34', reason: 'Paid twice' });
  await expect(earlier.getByText(/Finished checking since .+: (\S+) of \1 records are in QuickBooks/)).toBeVisible({
    timeout: 120_000,
  });
  await page.getByRole('link', { name: 'Sent', exact: true }).click();
  const sent = page.getByRole('list', { name: 'Entries, sent' });
  await expect(sent.getByText(/^Refunds .+12\.34/)).toBeVisible({ timeout: 60_000 });
  await expect(sent.getByText(/^Payment .+612\.34/)).toHaveCount(1);
  await checkScreen(page, info, 'quickbooks-sent');

  await page.goto(company);
  const change = page.getByRole('button', { name: /^Change payment/ });
  const row = page.getByRole('row').filter({ hasText: '612.34', has: change });
  await expect(row).toBeVisible();
  const back = page.getByRole('region', { name: 'Refunds' }).getByRole('row').filter({ hasText: '12.34' });
  await expect(back).toHaveCount(1);
  await picture(page, info, 'quickbooks-books');
  await row.getByLabel('Amount').fill('621.34');
  await row.getByRole('button', { name: 'Change' }).click();
  await expect(page.getByText('621.34').first()).toBeVisible();
  // QuickBooks announces the change, which is not overwritten.
  await page.goto(settings);
  const failed = page.getByRole('list', { name: 'Entries, failed' });
  await expect(failed.getByText(/This was changed in QuickBooks after it was sent/)).toBeVisible({ timeout: 60_000 });
  await picture(page, info, 'quickbooks-changed-there');
  await page.getByRole('link', { name: 'Compare a month' }).click();
  const differences = page.getByRole('list', { name: 'Differences' });
  await expect(differences.getByText('Different amount in QuickBooks.')).toBeVisible();
  await expect(differences.getByRole('link', { name: /Ada Okafor/ })).toBeVisible();
  await expect(differences).toContainText('Stillwater: $612.34');
  await expect(differences).toContainText('QuickBooks: $621.34');
  await checkScreen(page, info, 'quickbooks-month');
  const file = await downloadBy(page.getByRole('button', { name: 'CSV file' }));
  expect(file.suggestedFilename()).toMatch(/^quickbooks-\d{4}-\d{2}\.csv$/);

  await page.goto(`${settings}/callback?code=spent&state=spent&realmId=9341450001`);
  await expect(page.getByText('Invalid or expired state')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the settings' }).click();

  // The cards above move the button until they have loaded.
  await expect(failed.getByText(/This was changed in QuickBooks/)).toBeVisible();
  await expect(page.getByText(/Finished checking since/)).toBeVisible();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('QuickBooks is not connected yet')).toBeVisible();
});
