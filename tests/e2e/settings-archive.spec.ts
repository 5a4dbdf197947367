import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { unzipped } from '#tests/support/unzipped.ts';
import { checkScreen } from './support/axe.ts';
import { test } from './support/product.ts';
import { setUpApp, signInWithCode } from './support/second-factor-actions.ts';
import { addCase, downloadBy, emailed, openAs } from './support/staff-actions.ts';

test('exports all data for an owner with a recent authenticator code', async ({ page, product }, info) => {
  // Its app shows a new code every thirty seconds.
  test.setTimeout(300_000);
  await openAs(page, product, 'owner', '/settings/archive');
  await addCase(page, { deceased_last_name: 'Haddad' });
  await expect(page.getByRole('heading', { name: 'Export all data', level: 1 })).toBeVisible();
  await expect(page.getByText('No exports yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Export all data' }).click();
  await expect(page.getByText('Set up your authenticator app first')).toBeVisible();
  await page.getByRole('link', { name: 'Set it up in your profile' }).click();
  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = await setUpApp(page);
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();

  await signInWithCode(page, product, secret, '/settings/archive');
  await page.getByRole('button', { name: 'Export all data' }).click();
  await expect(page.getByText('Export started. All owners will get an email when it is ready.')).toBeVisible();
  const row = page.getByRole('list', { name: 'Archives' }).getByRole('listitem');
  await expect(row).toContainText('Eleanor Whitcomb');
  await expect(row.getByText('Ready')).toBeVisible({ timeout: 60_000 });
  await checkScreen(page, info, 'archive-ready');
  const download = await downloadBy(row.getByRole('button', { name: 'Download' }));
  const files = unzipped(readFileSync(await download.path()));
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(['records/cases.jsonl', 'tables/cases.csv', 'manifest.json']),
  );
  expect(files.get('records/cases.jsonl')?.toString()).toContain('Haddad');
  await emailed(product, product.emails.owner, /(\/settings\/archive)/);
});
