import { AdminUserGlobalSignOutCommand } from '@aws-sdk/client-cognito-identity-provider';
import { expect, type Page } from '@playwright/test';
import { USER_POOL_ID } from '#local/environment.ts';
import { checkScreen } from './support/axe.ts';
import { watchPolicy } from './support/intake-form.ts';
import { test } from './support/product.ts';
import {
  emailed,
  enterCredentials,
  openSubmission,
  picture,
  reportDeath,
  signInAs,
  storedInBrowser,
  userPoolOf,
} from './support/staff-actions.ts';
import { expireToken } from './support/team-actions.ts';

const accessToken = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.endsWith('.accessToken'));
    return key ? sessionStorage.getItem(key) : null;
  });

test(
  'leads through the sign-in to the requested page, and deletes all at the sign-out',
  { tag: '@phone' },
  async ({ page, product }, info) => {
    const policyReports = await watchPolicy(page);
    await page.goto(`${product.staffUrl}/submissions?status=new`);
    await expect(page).toHaveURL(/\/signin\?return=/);
    await expect(page).toHaveTitle('Sign in · Stillwater');
    await expect(page.getByLabel('Email')).toBeFocused();
    await picture(page, info, 'sign-in');

    await enterCredentials(page, product.emails.office, 'Not-the-password-1');
    await expect(page.getByRole('alert')).toHaveText('The email address or password is not correct.');
    await enterCredentials(page, product.emails.office, product.password);
    await expect(page.getByRole('heading', { name: 'Submissions', level: 1 })).toBeVisible();
    await expect(page).toHaveURL(`${product.staffUrl}/submissions?status=new`);

    await page.goto(`${product.staffUrl}/`);
    await expect(page.getByRole('heading', { name: /^Good (morning|afternoon|evening), / })).toBeVisible();
    await page.getByRole('banner').getByRole('button').last().click();
    await expect(page.getByText(product.emails.office)).toBeVisible();
    // Signing out loads a new document, which clears the tab's memory.
    const loaded = page.waitForEvent('load');
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await loaded;
    await expect(page).toHaveURL(`${product.staffUrl}/signin`);
    expect(await storedInBrowser(page)).toBe(JSON.stringify([{}, {}, '', [], []]));
    await page.goto(`${product.staffUrl}/cases`);
    await expect(page).toHaveURL(/\/signin\?return=/);
    expect(await policyReports()).toEqual([]);
  },
);

test('resets a forgotten password with an emailed code', async ({ page, product }) => {
  const email = product.emails.admin;
  await page.goto(`${product.staffUrl}/signin`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByRole('button', { name: 'Send the code' }).click();
  await expect(page.getByText(`If there is an account for ${email}, we sent a code to it.`)).toBeVisible();
  const code = await emailed(product, email, /reset code is (\d{6})/);

  await page.getByLabel('Code from email').fill(code === '000000' ? '000001' : '000000');
  await page.getByLabel('New password', { exact: true }).fill('Remembered-1');
  await page.getByLabel('Confirm the new password').fill('Remembered-1');
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('That code is not correct');
  await page.getByLabel('Code from email').fill(code);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByRole('heading', { name: /^Good/ })).toBeVisible();
});

test('shares one sign-in among tabs, also after a renewal, until the sign-out', async ({ context, page, product }) => {
  let signIns = 0;
  await context.route('**/*', (route) => {
    const target = route.request().headers()['x-amz-target'] ?? '';
    if (target.endsWith('.InitiateAuth')) signIns += 1;
    return route.fallback();
  });
  await signInAs(page, product, 'director', '/cases');
  const second = await context.newPage();
  await second.goto(`${product.staffUrl}/submissions?status=new`);
  await expect(second.getByRole('heading', { name: 'Submissions', level: 1 })).toBeVisible();
  await expect(second).toHaveURL(`${product.staffUrl}/submissions?status=new`);
  expect(signIns).toBe(1);

  const before = await accessToken(page);
  await expireToken(page);
  await page.reload();
  await expect.poll(() => accessToken(page)).not.toBe(before);
  await expect.poll(async () => (await accessToken(second)) === (await accessToken(page))).toBe(true);
  await second.reload();
  await expect(second.getByRole('heading', { name: 'Submissions', level: 1 })).toBeVisible();

  await page.getByRole('button', { name: /Marcus Ames/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${product.staffUrl}/signin`);
  await expect(second.getByText('Your session has ended')).toBeVisible();
  expect(await storedInBrowser(second)).toBe(JSON.stringify([{}, {}, '', [], []]));
});

test('asks once to sign in after an ended session and keeps unsaved changes', async ({ page, product }, info) => {
  const reference = await reportDeath(product, { deceased_first_name: 'Alma', deceased_last_name: 'Ravenel' });
  const end = async () => {
    const user = { UserPoolId: USER_POOL_ID, Username: product.emails.director };
    await userPoolOf(product).send(new AdminUserGlobalSignOutCommand(user));
    await expireToken(page);
  };
  await signInAs(page, product, 'director');
  await openSubmission(page, reference, 'Alma Edwin Ravenel');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
  await page.getByLabel('Special requests').fill('White lilies');
  await end();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog.getByLabel('Email')).toHaveValue(product.emails.director);
  await checkScreen(page, info, 'session-ended');
  await dialog.getByLabel('Password', { exact: true }).fill(product.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Submission saved')).toBeVisible();
  await expect(page.getByText('White lilies').first()).toBeVisible();

  await end();
  await page.goto(`${product.staffUrl}/cases?status=active`);
  await expect(page).toHaveURL(/\/signin\?return=%2Fcases%3Fstatus%3Dactive$/);
});
