import { expect, type Locator } from '@playwright/test';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { checkScreen } from './support/axe.ts';
import { test } from './support/product.ts';
import { downloadBy, listed, openNewCase, picture } from './support/staff-actions.ts';

test('records, corrects, refunds and voids payments of a family and an insurer', async ({ page, product }, info) => {
  const today = todayIn('America/New_York', new Date());
  await openNewCase(page, product, { deceased_last_name: 'Haddad', contract_total: '1000.00' }, 'financial');
  await expect(page.getByText('No Payments Recorded')).toBeVisible();
  await page.getByRole('button', { name: 'Record Payment' }).click();

  const form = page.getByRole('form', { name: 'Record Payment' });
  const number = form.locator('input[data-field="check_number"]');
  const record = form.getByRole('button', { name: 'Record Payment' });
  await expect(record).toBeDisabled();
  await expect(form.getByLabel('Payment amount')).toHaveValue(/1,?000\.00/);
  await form.getByText('Check', { exact: true }).click();
  await form.getByLabel('Received from').fill('Nadia Haddad-Rahmani');
  await form.getByLabel('Payment for').fill('Deposit at the arrangement');
  await number.fill('77120934');
  await form.getByLabel('Payment amount').fill('600');
  await checkScreen(page, info, 'payment-form');
  await record.dblclick();
  await expect(page.getByText('Payment recorded successfully!')).toBeVisible();

  const history = page.getByRole('table', { name: 'Payment history' });
  await expect(history.getByText('****0934')).toHaveCount(1);
  // A name wraps only between its words.
  const payer = history.getByText('Nadia Haddad-Rahmani');
  expect(await payer.evaluate((name) => name.getClientRects().length)).toBeLessThanOrEqual(2);
  await history.getByRole('button', { name: /^Show check number/ }).click();
  await expect(history.getByText('77120934')).toBeVisible();
  await history.getByRole('button', { name: /^Hide check number/ }).click();
  await expect(history.getByText('77120934')).toHaveCount(0);

  const money = page.getByRole('region', { name: 'Payments', exact: true });
  const saved = async (control: Locator): Promise<string> => (await downloadBy(control)).suggestedFilename();
  expect(await saved(money.getByRole('button', { name: 'Deposit receipt' }))).toMatch(/^deposit_receipt_.+\.pdf$/);
  await expect(page.getByText('Deposit receipt generated successfully!')).toBeVisible();
  await history.getByRole('button', { name: /^Actions for/ }).click();
  expect(await saved(page.getByRole('menuitem', { name: 'Receipt' }))).toMatch(/^receipt_.+\.pdf$/);
  await expect(page.getByText('Receipt generated successfully!', { exact: true })).toBeVisible();
  await expect(money.getByText('$400.00').first()).toBeVisible();

  await history.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Correct…' }).click();
  const correction = page.getByRole('form', { name: 'Correct payment' });
  await correction.getByLabel('Payment amount').fill('650');
  await correction.getByLabel('Reason for correction').fill('The check says 650');
  await correction.getByRole('button', { name: 'Correct' }).click();
  await expect(history.getByText('$650.00')).toBeVisible();
  await expect(history.getByText('****0934')).toHaveCount(1);

  await history.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Refund…' }).click();
  await page.getByLabel('Amount').fill('100');
  await page.getByLabel('Refund check number').fill('1201');
  await page.getByLabel('Reason').fill('The notice did not run');
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(page.getByText('Refund recorded')).toBeVisible();
  await expect(history.getByText('-$100.00')).toBeVisible();

  await history
    .getByRole('row', { name: /Refund/ })
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Void…' }).click();
  await page.getByLabel('Reason').fill('It ran after all');
  await page.getByRole('button', { name: 'Void this entry' }).click();
  await expect(history.getByText('“It ran after all”')).toBeVisible();
  await expect(money.getByText('$350.00').first()).toBeVisible();

  const toCome = page.getByRole('region', { name: 'Expected payments' });
  await toCome.getByRole('button', { name: 'Assign insurance' }).click();
  const assignment = page.getByRole('form', { name: 'Insurance assignment' });
  await assignment.getByLabel('Insurance company').fill('Homesteaders Life');
  await assignment.getByLabel('Policy number').fill('POL-2231-9087');
  await assignment.getByLabel('Amount assigned').fill('200');
  await assignment.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(toCome.getByText('****9087')).toBeVisible();
  await toCome.getByRole('button', { name: 'Set up installments' }).click();
  const plan = page.getByRole('form', { name: 'Installments' });
  await plan.getByRole('button', { name: 'Suggest' }).click();
  await expect(plan.getByText('$150.00 in 3 installments')).toBeVisible();
  await plan.getByRole('button', { name: 'Save installments' }).click();
  await expect(toCome.getByText('Open', { exact: true })).toHaveCount(3);
  // The amount is in the line of its date.
  const first = toCome.getByRole('table', { name: 'Installments' }).locator('tbody tr').first().locator('td');
  const tops = await Promise.all([0, 2].map(async (cell) => (await first.nth(cell).boundingBox())?.y));
  expect(tops[1]).toBe(tops[0]);
  await toCome.getByRole('button', { name: 'Record payment' }).click();
  await expect(form.getByLabel('Payment amount')).toHaveValue(/200\.00/);
  await expect(form.getByLabel('Received from')).toHaveValue('Homesteaders Life');
  await form.getByLabel('Payment amount').fill('180');
  await record.click();
  await expect(toCome.getByText('$180.00 received of $200.00')).toBeVisible();
  const owed = (who: string) => toCome.getByText(who, { exact: true }).locator('..');
  await expect(owed('Insurance owes')).toContainText('$20.00');
  await expect(owed('Family owes')).toContainText('$150.00');
  await checkScreen(page, info, 'payment-ledger');

  const row = page.getByRole('link', { name: 'Nadia Haddad-Rahmani' }).first();
  await listed(page, `${product.staffUrl}/payments?date_from=${today}`, row);
  await expect(page.getByRole('heading', { name: 'Payments', level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Totals' }).getByText(/^Check · \d+$/)).toBeVisible();
  expect(await saved(page.getByRole('button', { name: /^Receipt / }).first())).toMatch(/^receipt_.+\.pdf$/);
  await picture(page, info, 'payments');
});
