import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { unzipped } from '#tests/support/unzipped.ts';
import { test } from './support/product.ts';
import { setUpApp, signInAnew } from './support/second-factor-actions.ts';
import { accessibilityViolations, callAs, picture } from './support/staff-actions.ts';
import { acceptInvitation, createOrganization, mailedLink } from './support/team-actions.ts';

const [email, password] = ['owner@moves-out.example', 'Long-enough-1'];

test('an owner takes everything along as one file, with an authenticator app that was seen just now', async ({
  page,
  product,
}, info) => {
  // Its app shows a new code every thirty seconds.
  test.setTimeout(300_000);
  await createOrganization(product, 'Moving Out Group', 'moves-out', email);
  await page.goto(await mailedLink(product, email));
  await acceptInvitation(page, ['Olive', 'Stone'], password);
  await expect(page.getByRole('heading', { name: /, Olive$/ })).toBeVisible();
  await callAs(page, 'POST', '/api/services/cases/', {
    deceased_first_name: 'Samira',
    deceased_last_name: 'Haddad',
  });

  await page.goto(`${product.staffUrl}/settings/archive`);
  await expect(page.getByRole('heading', { name: 'Export all data', level: 1 })).toBeVisible();
  await expect(page.getByText('No exports yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Export all data' }).click();
  await expect(page.getByText('Set up your authenticator app first')).toBeVisible();
  await picture(page, info, 'archive-no-app');
  await page.getByRole('link', { name: 'Set it up in your profile' }).click();
  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = await setUpApp(page);
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();

  await signInAnew(page, product, [email, password, secret], '/settings/archive');
  await page.getByRole('button', { name: 'Export all data' }).click();
  await expect(page.getByText('Export started. All owners will get an email when it is ready.')).toBeVisible();
  const row = page.getByRole('list', { name: 'Archives' }).getByRole('listitem');
  await expect(row).toContainText('Olive Stone');
  await expect(row.getByText('Ready')).toBeVisible({ timeout: 60_000 });
  await picture(page, info, 'archive-ready');
  expect(await accessibilityViolations(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: 'Download' }).click(),
  ]);
  const files = unzipped(readFileSync(await download.path()));
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(['records/cases.jsonl', 'tables/cases.csv', 'manifest.json']),
  );
  expect(files.get('records/cases.jsonl')?.toString()).toContain('Haddad');
  const mails = await (await fetch(`${product.mailboxUrl}/api/mails?to=${encodeURIComponent(email)}`)).text();
  expect(mails).toContain('/settings/archive');
});
