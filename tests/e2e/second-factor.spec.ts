import { type Browser, expect, type Page } from '@playwright/test';
import { checkScreen } from './support/axe.ts';
import { watchPolicy } from './support/intake-form.ts';
import { type Product, test } from './support/product.ts';
import { code, enterCode, setUpApp, signInWithCode } from './support/second-factor-actions.ts';
import { enterCredentials, openAs } from './support/staff-actions.ts';
import { acceptInvitation, invite } from './support/team-actions.ts';

const password = 'Long-enough-1';
const title = 'Set up your authenticator app';
const pageOf = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage();

const inviteAdministrator = async (owner: Page, product: Product, email: string): Promise<string> => {
  await owner.goto(`${product.staffUrl}/team?tab=invitations`);
  return invite(owner, product, email, 'Administrator');
};

test('S-08 leads administrators to set up an authenticator app when it is required', async ({
  page,
  browser,
  product,
}, info) => {
  // Each app shows a new code every thirty seconds, and none counts twice.
  test.setTimeout(400_000);
  const owner = page;
  const policyReports = await watchPolicy(page);
  // An administrator has unsaved changes when the rule changes.
  const working = await pageOf(browser);
  await openAs(working, product, 'admin', '/profile');
  await working.getByLabel('Title').fill('Manager');

  await openAs(owner, product, 'owner', '/team');
  await owner.getByRole('link', { name: 'Sign-in' }).click();
  const rule = owner.getByRole('switch', { name: 'Require an authenticator app for owners and administrators' });
  await expect(owner.getByText('Set up your own authenticator app first')).toBeVisible();
  await expect(rule).toBeDisabled();
  await owner.getByRole('link', { name: 'Go to your profile' }).click();
  await owner.getByRole('button', { name: 'Set up' }).click();
  const key = await setUpApp(owner);
  // Turning on the app ends every session, because none has shown a code.
  await expect(owner.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  await signInWithCode(owner, product, key, '/team?tab=sign-in');
  await rule.click();
  const question = owner.getByRole('dialog', { name: 'Require an authenticator app?' });
  await expect(question).toContainText('before they can continue working');
  await checkScreen(owner, info, 'team-sign-in-question');
  await question.getByRole('button', { name: 'Require it' }).click();
  await expect(owner.getByText('Authenticator app is now required for owners and administrators')).toBeVisible();
  await expect(rule).toBeChecked();

  await working.getByRole('button', { name: 'Save Changes' }).click();
  await expect(working.getByRole('heading', { name: title })).toBeVisible();
  await expect(working.getByText('Your unsaved changes are kept.')).toBeVisible();
  await checkScreen(working, info, 'second-factor-over');
  const workingKey = await setUpApp(working);
  const ended = working.getByRole('dialog', { name: 'Your session has ended' });
  await ended.getByLabel('Password', { exact: true }).fill(product.password);
  await ended.getByRole('button', { name: 'Sign in' }).click();
  await enterCode(working, workingKey);
  await expect(ended).toBeHidden();
  await expect(working.getByRole('heading', { name: title })).toBeHidden();
  await expect(working.getByLabel('Title')).toHaveValue('Manager');
  // The server may still reject the first attempt after the new sign-in.
  await expect(async () => {
    await working.getByRole('button', { name: 'Save Changes' }).click({ timeout: 10_000 });
    await expect(working.getByText('Profile saved')).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await working.context().close();

  const other = await pageOf(browser);
  const email = `newcomer@${product.slugs['whitcomb-ames']}.example`;
  await other.goto(await inviteAdministrator(owner, product, email));
  await acceptInvitation(other, ['Nell', 'Newcomer'], password);
  await expect(other.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await other.goto(`${product.staffUrl}/customers`);
  await expect(other.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(other.getByRole('navigation')).toHaveCount(0);
  await expect(code(other)).toBeFocused();
  await checkScreen(other, info, 'second-factor');
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
  await other.context().close();
  expect(await policyReports()).toEqual([]);
});
