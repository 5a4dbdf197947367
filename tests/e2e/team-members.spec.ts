import { expect, type Page } from '@playwright/test';
import { checkScreen } from './support/axe.ts';
import { watchPolicy } from './support/intake-form.ts';
import { test } from './support/product.ts';
import { enterCredentials, openAs, picture } from './support/staff-actions.ts';
import { acceptInvitation, expireToken, invite } from './support/team-actions.ts';

const rowOf = (page: Page, text: string) => page.getByRole('main').locator('tr, li').filter({ hasText: text }).first();

test('invites a colleague, who accepts by the emailed link and is signed in', async ({
  page,
  browser,
  product,
}, info) => {
  const email = `nora@${product.slugs['whitcomb-ames']}.example`;
  await openAs(page, product, 'owner', '/team');
  await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible();
  await expect(rowOf(page, product.emails.director)).toContainText('Funeral director');
  await picture(page, info, 'team-members');

  const link = await invite(page, product, email, 'Coordinator');
  await expect(page).toHaveURL(/tab=invitations/);
  await expect(rowOf(page, email)).toContainText('Pending');
  await expect(rowOf(page, email)).toContainText('Sent', { timeout: 20_000 });
  await expect(page.getByRole('link', { name: /^Invitations/ })).toContainText('1 pending');

  const guest = await (await browser.newContext()).newPage();
  const policyReports = await watchPolicy(guest);
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: 'Join Whitcomb & Ames' })).toBeVisible();
  await expect(guest.getByText('as coordinator')).toBeVisible();
  await expect(guest.getByLabel('First name')).toBeFocused();
  await checkScreen(guest, info, 'invitation');
  await acceptInvitation(guest, ['Nora', 'Quill'], 'Long-enough-1');
  await expect(guest.getByRole('heading', { name: /^Good .*, Nora$/ })).toBeVisible();
  await expect(guest).toHaveURL(`${product.staffUrl}/`);
  expect(await policyReports()).toEqual([]);

  await page.goto(`${product.staffUrl}/team`);
  await expect(rowOf(page, email)).toContainText('Nora Quill');
  await guest.context().close();
});

test('S-05 signs a deactivated colleague out, and admits a reactivated one', async ({
  page,
  browser,
  product,
}, info) => {
  const email = `sam@${product.slugs['whitcomb-ames']}.example`;
  const password = 'Long-enough-1';
  await openAs(page, product, 'owner', '/team?tab=invitations');
  const link = await invite(page, product, email, 'Office staff');
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await acceptInvitation(other, ['Sam', 'Leaving'], password);
  await expect(other.getByRole('heading', { name: /, Sam$/ })).toBeVisible();

  await page.goto(`${product.staffUrl}/team`);
  await page.getByRole('button', { name: 'Deactivate Sam Leaving' }).click();
  const dialog = page.getByRole('dialog', { name: 'Deactivate Sam Leaving?' });
  await expect(dialog).toContainText('lose access immediately');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await checkScreen(page, info, 'team-deactivate');
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('Sam Leaving was deactivated')).toBeVisible();
  await expect(rowOf(page, email)).toContainText('Deactivated');

  // The session cannot be renewed; a valid access token works for at most a minute (functions/platform/api).
  await expect(async () => {
    await expireToken(other);
    await other.goto(`${product.staffUrl}/cases`);
    await expect(other).toHaveURL(/\/signin/, { timeout: 10_000 });
  }).toPass();
  await enterCredentials(other, email, password);
  await expect(other.getByRole('alert')).toHaveText('Your account is deactivated. Contact your administrator.');

  await page.getByRole('button', { name: 'Reactivate Sam Leaving' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click();
  await expect(page.getByText('Sam Leaving was reactivated')).toBeVisible();
  await expect(async () => {
    await enterCredentials(other, email, password);
    await expect(other.getByRole('heading', { name: 'Cases', level: 1 })).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await other.context().close();
});
