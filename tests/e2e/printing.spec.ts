import { expect } from '@playwright/test';
import { printed, problemsOnPaper } from './support/paper.ts';
import { test } from './support/product.ts';
import { callAs, openAs } from './support/staff-actions.ts';

test('prints cases, Statements and lists whole and without controls', async ({ page, product }, info) => {
  await openAs(page, product, 'director', '/cases');
  const caseRecord = await callAs<{ id: string; case_number: string }>(page, 'POST', '/api/services/cases/', {
    ...{ deceased_first_name: 'Bartholomew-Christopher', deceased_last_name: 'Featherstonehaugh-Cholmondeley' },
    ...{ date_of_birth: '1941-02-03', date_of_death: '2026-11-02', state_of_death: 'GA', service_type: 'traditional' },
    ...{
      location_of_death: 'Sacred Heart of the Immaculate Conception Hospice, Thomasville',
      contract_total: '3240.00',
    },
    ...{ basic_services_fee: '2495.00', hearse_fee: '375.00', casket_fee: '370.00' },
  });
  const pay = (n: number) =>
    callAs(page, 'POST', '/api/services/payments/', {
      ...{ case: caseRecord.id, received_from: `Wilhelmina Featherstonehaugh-Cholmondeley ${n}`, amount: `${n}.50` },
      ...{ payment_date: '2026-11-20', payment_method: 'cash', payment_for: 'Towards the arrangement of the service' },
    });
  for (let n = 1; n <= 24; n++) await pay(n);
  await callAs(page, 'POST', `/api/services/cases/${caseRecord.id}/statements/`, {});

  const name = 'Bartholomew-Christopher Featherstonehaugh-Cholmondeley';
  await page.goto(`${product.staffUrl}/cases/${caseRecord.id}?section=financial`);
  await expect(page.getByRole('table', { name: 'Payment history' })).toBeVisible();
  await page.getByRole('button', { name: 'Refresh' }).click();
  const toast = page.getByText('Data refreshed successfully');
  await expect(toast).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  expect(await toast.isVisible()).toBe(false);
  await page.emulateMedia({ media: null });
  const money = await printed(page, info, 'case');
  for (const words of [
    name,
    caseRecord.case_number,
    'Featherstonehaugh-Cholmondeley 1 ',
    'Cholmondeley 24 ',
    '$3,240.00',
  ])
    expect.soft(money).toContain(words);
  for (const words of ['Record Payment', 'Data refreshed', 'Essential Only']) expect.soft(money).not.toContain(words);
  expect.soft(await problemsOnPaper(page)).toEqual([]);

  await page.goto(`${product.staffUrl}/cases/${caseRecord.id}?section=servicesFees`);
  await page.getByRole('button', { name: 'Read version 1' }).click();
  await expect(page.getByRole('complementary', { name: 'Version 1' }).getByText('Terms of payment')).toBeVisible();
  const statement = await printed(page, info, 'statement');
  for (const words of [name, caseRecord.case_number, 'Basic services', 'Terms of payment', 'Casket'])
    expect.soft(statement).toContain(words);
  // The panel's last words are the digest, and no section of the case is printed.
  expect.soft(statement).toMatch(/[0-9a-f]{8,} ?$/);
  expect.soft(statement).not.toContain('Death Certificate Tracking');
  expect.soft(await problemsOnPaper(page)).toEqual([]);

  for (const [path, heading, words] of [
    ['/payments', 'Payments', 'Wilhelmina Featherstonehaugh-Cholmondeley 24'],
    ['/deadlines', 'Deadlines', 'Cholmondeley'],
    ['/cases', 'Cases', caseRecord.case_number],
    ['/insight', 'Reports', ''],
  ] as const) {
    await page.goto(`${product.staffUrl}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    if (words) await expect(page.getByRole('main')).toContainText(words);
    await page.waitForLoadState('networkidle');
    const sheet = await printed(page, info, heading.toLowerCase());
    expect.soft(sheet).toContain(heading);
    expect.soft(sheet).toContain(words);
    expect.soft(sheet).not.toMatch(/… (?!\w)|\w…/);
    expect.soft(await problemsOnPaper(page), path).toEqual([]);
  }
});

test('prints lists, days and records whole', { tag: '@long' }, async ({ page, demonstration: product }, info) => {
  await openAs(page, product, 'owner', '/');
  const first = async (path: string): Promise<string> => {
    const { results } = await callAs<{ results: { id: string }[] }>(page, 'GET', path);
    return results[0]?.id ?? '';
  };
  const [home, customer, submission, sheet] = [
    await first('/api/customers/funeral-homes/'),
    await first('/api/customers/customers/'),
    await first('/api/forms/submissions/'),
    await first('/api/forms/first-calls/'),
  ];
  const list = await first(`/api/funeral-homes/${home}/price-lists/`);
  for (const [name, path] of [
    ['home', '/'],
    ['first-calls', '/first-calls'],
    ['first-call', `/first-calls/${sheet}`],
    ['customers', '/customers'],
    ['customer', `/customers/${customer}`],
    ['calendar', '/calendar'],
    ['submissions', '/submissions'],
    ['submission', `/submissions/${submission}`],
    ['signatures', '/signatures'],
    ['price-list', `/settings/homes/${home}?tab=prices&list=${list}`],
  ] as const) {
    await page.goto(`${product.staffUrl}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const sheet = await printed(page, info, name);
    // A family is called from the sheet.
    if (name === 'home') expect.soft(sheet).toMatch(/waiting for a call.*\(\d{3}\) \d{3}-\d{4}/);
    expect.soft(await problemsOnPaper(page), path).toEqual([]);
  }
});
