import { expect, type Page } from '@playwright/test';
import { watchPolicy } from './support/intake-form.ts';
import { test } from './support/product.ts';
import { accessibilityViolations, accountOf, enterCredentials, openAs, picture } from './support/staff-actions.ts';
import { acceptInvitation, expireToken, mailedLink } from './support/team-actions.ts';

/** The row or card that holds a text. */
const rowOf = (page: Page, text: string) => page.getByRole('main').locator('tr, li').filter({ hasText: text }).first();

const invite = async (page: Page, email: string, role: string): Promise<void> => {
  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a colleague' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('radio', { name: role, exact: true }).check();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog).toBeHidden();
};

test('an invitation leads over its mail to a colleague who is signed in', async ({ page, browser, product }, info) => {
  const email = 'nora.quill@example.com';
  await openAs(page, product, accountOf('owner'), '/team');
  await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible();
  await expect(rowOf(page, accountOf('director'))).toContainText('Funeral director');
  await picture(page, info, 'team-members');

  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a colleague' });
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByText('Email is required')).toBeVisible();
  await expect(dialog.getByText('Please select a role')).toBeVisible();
  await dialog.getByLabel('Email').fill('nobody');
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
  await dialog.getByLabel('Email').fill(accountOf('office'));
  await dialog.getByRole('radio', { name: 'Coordinator' }).check();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByText('A team member with this email already exists')).toBeVisible();
  await picture(page, info, 'team-invite');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible();
  await expect(page).toHaveURL(/tab=invitations/);
  await expect(rowOf(page, email)).toContainText('Pending');
  await expect(rowOf(page, email)).toContainText('Sent', { timeout: 20_000 });
  await expect(page.getByRole('link', { name: /^Invitations/ })).toContainText('1 pending');
  await picture(page, info, 'team-invitations');

  const guest = await (await browser.newContext()).newPage();
  const policyReports = await watchPolicy(guest);
  await guest.goto(await mailedLink(product, email));
  await expect(guest.getByRole('heading', { name: 'Join Whitcomb & Ames' })).toBeVisible();
  await expect(guest.getByText('as coordinator')).toBeVisible();
  await expect(guest.getByLabel('First name')).toBeFocused();
  expect(await accessibilityViolations(guest)).toEqual([]);
  await picture(guest, info, 'invitation');
  await guest.getByRole('button', { name: 'Accept and sign in' }).click();
  for (const message of [
    'First name is required',
    'Last name is required',
    'Password is required',
    'Please confirm your password',
  ])
    await expect(guest.getByText(message)).toBeVisible();
  await guest.getByLabel('Password', { exact: true }).fill('Long-enough-1');
  await guest.getByLabel('Confirm the password').fill('Long-enough-2');
  await expect(guest.getByText('Passwords do not match')).toBeVisible();
  await picture(guest, info, 'invitation-problems');
  await acceptInvitation(guest, ['Nora', 'Quill'], 'Long-enough-1');
  await expect(guest.getByRole('heading', { name: /^Good .*, Nora$/ })).toBeVisible();
  await expect(guest).toHaveURL(`${product.staffUrl}/`);
  expect(await policyReports()).toEqual([]);

  await page.goto(`${product.staffUrl}/team`);
  await expect(rowOf(page, email)).toContainText('Nora Quill');
  await guest.context().close();
});

test('S-05 a deactivated colleague is out, and back when reactivated', async ({ page, browser, product }, info) => {
  const email = 'sam.leaving@example.com';
  const password = 'Long-enough-1';
  await openAs(page, product, accountOf('owner'), '/team?tab=invitations');
  await invite(page, email, 'Office staff');
  const other = await (await browser.newContext()).newPage();
  await other.goto(await mailedLink(product, email));
  await acceptInvitation(other, ['Sam', 'Leaving'], password);
  await expect(other.getByRole('heading', { name: /, Sam$/ })).toBeVisible();

  await page.goto(`${product.staffUrl}/team`);
  await page.getByRole('button', { name: 'Deactivate Sam Leaving' }).click();
  const dialog = page.getByRole('dialog', { name: 'Deactivate Sam Leaving?' });
  await expect(dialog).toContainText('lose access immediately');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  expect(await accessibilityViolations(page)).toEqual([]);
  await picture(page, info, 'team-deactivate');
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('Sam Leaving was deactivated')).toBeVisible();
  await expect(rowOf(page, email)).toContainText('Deactivated');

  // The session cannot be renewed, and nobody signs in; the minute until the last token is refused is a unit test's.
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
