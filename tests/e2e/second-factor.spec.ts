import { type Browser, expect, type Page } from '@playwright/test';
import { watchPolicy } from './support/intake-form.ts';
import { type Product, test } from './support/product.ts';
import { code, enterCode, setUpApp, signInAnew } from './support/second-factor-actions.ts';
import { accessibilityViolations, enterCredentials, picture } from './support/staff-actions.ts';
import { acceptInvitation, createOrganization, mailedLink } from './support/team-actions.ts';

const password = 'Long-enough-1';
const title = 'Set up your authenticator app';
const pageOf = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage();

const inviteAdministrator = async (owner: Page, product: Product, email: string): Promise<string> => {
  await owner.goto(`${product.staffUrl}/team?tab=invitations`);
  await owner.getByRole('button', { name: 'Invite a colleague' }).click();
  const dialog = owner.getByRole('dialog', { name: 'Invite a colleague' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('radio', { name: 'Administrator', exact: true }).check();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog).toBeHidden();
  return mailedLink(product, email);
};

test('S-08 an owner asks administrators for an authenticator app, who are led to set it up', async ({
  page,
  browser,
  product,
}, info) => {
  // Each of its apps shows a new code every thirty seconds, and none counts twice.
  test.setTimeout(400_000);
  const owner = page;
  const policyReports = await watchPolicy(page);
  await createOrganization(product, 'Second Step Group', 'second-step', 'owner@second-step.example');
  await owner.goto(await mailedLink(product, 'owner@second-step.example'));
  await acceptInvitation(owner, ['Olive', 'Stone'], password);
  await expect(owner).not.toHaveURL(/invitations/);

  // A colleague is in the middle of something when the rule changes.
  const working = await pageOf(browser);
  await working.goto(await inviteAdministrator(owner, product, 'working@second-step.example'));
  await acceptInvitation(working, ['Wes', 'Working'], password);
  await expect(working.getByRole('heading', { name: /, Wes$/ })).toBeVisible();
  await working.goto(`${product.staffUrl}/profile`);
  await working.getByLabel('Title').fill('Manager');

  await owner.goto(`${product.staffUrl}/team`);
  await owner.getByRole('link', { name: 'Sign-in' }).click();
  const rule = owner.getByRole('switch', { name: 'Require an authenticator app for owners and administrators' });
  await expect(owner.getByText('Set up your own authenticator app first')).toBeVisible();
  await expect(rule).toBeDisabled();
  await picture(owner, info, 'team-sign-in-first');
  await owner.getByRole('link', { name: 'Go to your profile' }).click();
  await owner.getByRole('button', { name: 'Set up' }).click();
  const key = await setUpApp(owner);
  // Every session ends: each one that goes on has shown its code.
  await expect(owner.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  await signInAnew(owner, product, ['owner@second-step.example', password, key], '/team?tab=sign-in');
  await rule.click();
  const question = owner.getByRole('dialog', { name: 'Require an authenticator app?' });
  await expect(question).toContainText('before they can continue working');
  expect(await accessibilityViolations(owner)).toEqual([]);
  await picture(owner, info, 'team-sign-in-question');
  await question.getByRole('button', { name: 'Require it' }).click();
  await expect(owner.getByText('Authenticator app is now required for owners and administrators')).toBeVisible();
  await expect(rule).toBeChecked();
  await picture(owner, info, 'team-sign-in');

  await working.getByRole('button', { name: 'Save Changes' }).click();
  await expect(working.getByRole('heading', { name: title })).toBeVisible();
  await expect(working.getByText('Your unsaved changes are kept.')).toBeVisible();
  expect(await accessibilityViolations(working)).toEqual([]);
  await picture(working, info, 'second-factor-over');
  const ofWes = await setUpApp(working);
  const ended = working.getByRole('dialog', { name: 'Your session has ended' });
  await ended.getByLabel('Password', { exact: true }).fill(password);
  await ended.getByRole('button', { name: 'Sign in' }).click();
  await enterCode(working, ofWes);
  await expect(ended).toBeHidden();
  await expect(working.getByRole('heading', { name: title })).toBeHidden();
  await expect(working.getByLabel('Title')).toHaveValue('Manager');
  // The server looks at the new sign-in first; a step that was refused meanwhile is repeated.
  await expect(async () => {
    await working.getByRole('button', { name: 'Save Changes' }).click({ timeout: 10_000 });
    await expect(working.getByText('Profile saved')).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await working.context().close();

  // Another one signs in for the first time.
  const other = await pageOf(browser);
  const email = 'newcomer@second-step.example';
  await other.goto(await inviteAdministrator(owner, product, email));
  await acceptInvitation(other, ['Nell', 'Newcomer'], password);
  await expect(other.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await other.goto(`${product.staffUrl}/customers`);
  await expect(other.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(other.getByRole('navigation')).toHaveCount(0);
  await expect(code(other)).toBeFocused();
  expect(await accessibilityViolations(other)).toEqual([]);
  await picture(other, info, 'second-factor');
  const secret = await setUpApp(other);
  await enterCredentials(other, email, password);
  await enterCode(other, secret);
  await expect(other.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible();
  await expect(other).toHaveURL(`${product.staffUrl}/customers`);
  await other.goto(`${product.staffUrl}/profile`);
  await expect(other.getByRole('heading', { name: 'Your profile' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Turn off' })).toHaveAccessibleDescription(
    'Required for owners and administrators.',
  );
  await picture(other, info, 'profile-second-factor');
  await other.context().close();
  expect(await policyReports()).toEqual([]);
});
