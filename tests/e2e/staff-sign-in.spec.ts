import {
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { expect, type Page } from '@playwright/test';
import { watchPolicy } from './support/intake-form.ts';
import { type Product, test } from './support/product.ts';
import {
  accessibilityViolations,
  accountOf,
  enterCredentials,
  forgetSessions,
  openSubmission,
  picture,
  reportDeath,
  signInAs,
  storedInBrowser,
} from './support/staff-actions.ts';
import { expireToken } from './support/team-actions.ts';

const poolOf = async ({ staffUrl }: Product) => {
  const response = await fetch(`${staffUrl}/config.json`);
  const { userPoolId, userPoolEndpoint } = (await response.json()) as { userPoolId: string; userPoolEndpoint: string };
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new CognitoIdentityProviderClient({ endpoint: userPoolEndpoint, region: 'us-east-1', credentials });
  return { client, UserPoolId: userPoolId };
};

/** The code in the latest mail that brought one; '' while there is none. */
const mailedCode = async ({ mailboxUrl }: Product, to: string): Promise<string> => {
  const mails = (await (await fetch(`${mailboxUrl}/api/mails?to=${encodeURIComponent(to)}`)).json()) as {
    text: string;
  }[];
  return mails.map(({ text }) => /reset code is (\d{6})/.exec(text)?.[1] ?? '').find((code) => code !== '') ?? '';
};

const accessToken = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.endsWith('.accessToken'));
    return key ? sessionStorage.getItem(key) : null;
  });

// Sessions end here, also those that other stories keep.
test.afterAll(forgetSessions);

test(
  'staff are led to sign in, told what is wrong, and back to where they wanted; signing out leaves nothing behind',
  { tag: '@phone' },
  async ({ page, product }, info) => {
    const policyReports = await watchPolicy(page);
    await page.goto(`${product.staffUrl}/submissions?status=new`);
    await expect(page).toHaveURL(/\/signin\?return=/);
    await expect(page).toHaveTitle('Sign in · Stillwater');
    await expect(page.getByLabel('Email')).toBeFocused();
    await picture(page, info, 'sign-in');

    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Email is required')).toBeVisible();
    await expect(page.getByText('Password is required')).toBeVisible();

    await enterCredentials(page, accountOf('office'), 'Not-the-password-1');
    await expect(page.getByRole('alert')).toHaveText('The email address or password is not correct.');
    await enterCredentials(page, 'nobody@whitcomb-ames.example', 'Not-the-password-1');
    await expect(page.getByRole('alert')).toHaveText('The email address or password is not correct.');

    await enterCredentials(page, accountOf('office'), product.password);
    await expect(page.getByRole('heading', { name: 'Submissions', level: 1 })).toBeVisible();
    await expect(page).toHaveURL(`${product.staffUrl}/submissions?status=new`);

    await page.goto(`${product.staffUrl}/`);
    await expect(page.getByRole('heading', { name: /^Good (morning|afternoon|evening), / })).toBeVisible();
    await page.getByRole('banner').getByRole('button').last().click();
    await expect(page.getByText(accountOf('office'))).toBeVisible();
    // Signing out loads the sign-in page from the server, which forgets what the tab's memory holds.
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

test('a forgotten password is set anew with the code that was mailed', async ({ page, product }) => {
  const email = accountOf('admin');
  await page.goto(`${product.staffUrl}/signin`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByRole('button', { name: 'Send the code' }).click();
  await expect(page.getByText(`If there is an account for ${email}, we sent a code to it.`)).toBeVisible();
  await expect.poll(() => mailedCode(product, email)).not.toBe('');
  const code = await mailedCode(product, email);

  await page.getByLabel('Code from email').fill(code === '000000' ? '000001' : '000000');
  await page.getByLabel('New password', { exact: true }).fill('Remembered-1');
  await page.getByLabel('Confirm the new password').fill('Remembered-1');
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('That code is not correct');
  await page.getByLabel('Code from email').fill(code);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByRole('heading', { name: /^Good/ })).toBeVisible();

  const { client, UserPoolId } = await poolOf(product);
  const lasting = { UserPoolId, Username: email, Password: product.password, Permanent: true };
  await client.send(new AdminSetUserPasswordCommand(lasting));
});

test('one sign-in serves every tab, also after it was renewed in one, until somebody signs out', async ({
  context,
  page,
  product,
}) => {
  let signIns = 0;
  await context.route('**/*', (route) => {
    const target = route.request().headers()['x-amz-target'] ?? '';
    if (target.endsWith('.InitiateAuth')) signIns += 1;
    return route.fallback();
  });
  await signInAs(page, product, accountOf('director'), '/cases');
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

test('a session that was ended asks once, and unsaved changes survive', async ({ page, product }, info) => {
  const reference = await reportDeath(product, { deceased_first_name: 'Alma', deceased_last_name: 'Ravenel' });
  const { client, UserPoolId } = await poolOf(product);
  const end = async () => {
    await client.send(new AdminUserGlobalSignOutCommand({ UserPoolId, Username: accountOf('director') }));
    await expireToken(page);
  };
  await signInAs(page, product, accountOf('director'));
  await openSubmission(page, reference, 'Alma Edwin Ravenel');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  // The sections have the same names on both pages.
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
  await page.getByLabel('Special requests').fill('White lilies');
  await end();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog.getByLabel('Email')).toHaveValue(accountOf('director'));
  expect(await accessibilityViolations(page)).toEqual([]);
  await picture(page, info, 'session-ended');
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

test(
  'a page that cannot be fetched says so, and comes when the connection is back',
  { tag: '@long' },
  async ({ page, product, context }, info) => {
    await signInAs(page, product, accountOf('director'));
    const goTo = async (name: string) => {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
    };
    await context.setOffline(true);
    await goTo('Customers');
    await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
    await expect(page.getByText('You are offline.')).toBeVisible();
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture(page, info, 'offline');
    await goTo('Cases');
    // The words stand there from before: what is loaded again is the page of the address.
    await expect(page).toHaveURL(/\/cases$/);
    await expect(page.getByText('You are offline.')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { name: 'Cases', level: 1 })).toBeVisible();
    await page.goto(`${product.staffUrl}/no-such-page`);
    await expect(page.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible();
  },
);
