import { expect, type Page } from '@playwright/test';
import { presentCode } from './support/authenticator.ts';
import { watchPolicy } from './support/intake-form.ts';
import { test } from './support/product.ts';
import { accessibilityFaults, accountOf, enterCredentials, openAs, picture } from './support/staff-actions.ts';
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

test(
  'an invitation leads over its mail to a colleague who is signed in',
  { tag: '@phone' },
  async ({ page, browser, product }, info) => {
    const email = 'nora.quill@example.com';
    await openAs(page, product, accountOf('owner'), '/team');
    await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible();
    await expect(rowOf(page, accountOf('director'))).toContainText('Funeral director');
    expect(await accessibilityFaults(page)).toEqual([]);
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
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, info, 'team-invite');
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`${email} is invited. The email is on its way.`)).toBeVisible();
    await expect(page).toHaveURL(/tab=invitations/);
    await expect(rowOf(page, email)).toContainText('Pending');
    await expect(rowOf(page, email)).toContainText('Sent', { timeout: 20_000 });
    await expect(page.getByRole('link', { name: /^Invitations/ })).toContainText('1 pending');
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, info, 'team-invitations');

    const guest = await (await browser.newContext()).newPage();
    const policyReports = await watchPolicy(guest);
    await guest.goto(await mailedLink(product, email));
    await expect(guest.getByRole('heading', { name: 'Join Whitcomb & Ames' })).toBeVisible();
    await expect(guest.getByText('as coordinator')).toBeVisible();
    await expect(guest.getByLabel('First name')).toBeFocused();
    expect(await accessibilityFaults(guest)).toEqual([]);
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
  },
);

test('a link says what became of its invitation', async ({ page, browser, product }, info) => {
  const email = 'casey.marsh@example.com';
  await openAs(page, product, accountOf('admin'), '/team?tab=invitations');
  await invite(page, email, 'Office staff');
  const first = await mailedLink(product, email);
  await page.getByRole('button', { name: `Send again to ${email}` }).click();
  await expect(page.getByText(`A new email goes to ${email}.`)).toBeVisible();
  const second = await mailedLink(product, email, 2);
  expect(second).not.toBe(first);

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(first);
  await expect(guest.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  expect(await accessibilityFaults(guest)).toEqual([]);
  await picture(guest, info, 'invitation-gone');
  await guest.goto(second);
  await expect(guest.getByRole('heading', { name: 'Join Whitcomb & Ames' })).toBeVisible();

  await page.getByRole('button', { name: `Revoke the invitation of ${email}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke this invitation?' });
  await expect(dialog).toContainText(email);
  await dialog.getByRole('button', { name: 'Revoke the invitation' }).click();
  await expect(page.getByText(`The invitation of ${email} was revoked`)).toBeVisible();
  await page.getByRole('button', { name: /Earlier invitations/ }).click();
  await expect(page.getByRole('list', { name: 'Earlier invitations' })).toContainText(email);

  await acceptInvitation(guest, ['Casey', 'Marsh'], 'Long-enough-1');
  await expect(guest.getByRole('heading', { name: 'This invitation is no longer open' })).toBeVisible();
  await expect(guest.getByText('This invitation was withdrawn.')).toBeVisible();
  await guest.context().close();
});

test(
  'a role is changed in a dialog and counts at once',
  { tag: '@phone' },
  async ({ page, browser, product }, info) => {
    const email = 'robin.vale@example.com';
    await openAs(page, product, accountOf('owner'), '/team?tab=invitations');
    await invite(page, email, 'Office staff');
    const colleague = await (await browser.newContext()).newPage();
    await colleague.goto(await mailedLink(product, email));
    await acceptInvitation(colleague, ['Robin', 'Vale'], 'Long-enough-1');
    await expect(colleague.getByRole('heading', { name: /, Robin$/ })).toBeVisible();
    await colleague.goto(`${product.staffUrl}/team`);
    await expect(colleague.getByText('Owners and administrators change roles and access.')).toBeVisible();
    await expect(colleague.getByRole('button', { name: 'Invite a colleague' })).toBeHidden();

    await page.goto(`${product.staffUrl}/team`);
    await page.getByRole('button', { name: 'Edit role and home of Robin Vale' }).click();
    const dialog = page.getByRole('dialog', { name: 'Role and home of Robin Vale' });
    await expect(dialog.getByRole('radio', { name: 'Office staff', exact: true })).toBeChecked();
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, info, 'team-change');
    await dialog.getByRole('radio', { name: 'Administrator', exact: true }).check();
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Robin Vale is now administrator')).toBeVisible();
    await expect(rowOf(page, email)).toContainText('Administrator');

    await colleague.reload();
    await expect(colleague.getByRole('button', { name: 'Invite a colleague' })).toBeVisible();
    await expect(rowOf(colleague, accountOf('owner'))).toContainText('Only an owner can change an owner.');
    await picture(colleague, info, 'team-as-administrator');

    // The only owner stays one.
    await page.getByRole('button', { name: /^Edit role and home of Eleanor/ }).click();
    const own = page.getByRole('dialog');
    await expect(
      own.getByText('The last owner of the organization cannot be removed or given another role.'),
    ).toBeVisible();
    await expect(own.getByRole('radio', { name: 'Coordinator', exact: true })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /^Deactivate Eleanor/ })).toHaveAccessibleDescription(
      'You cannot deactivate your own account.',
    );
    await colleague.context().close();
  },
);

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
  await expect(dialog).toContainText('access ends at once');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  expect(await accessibilityFaults(page)).toEqual([]);
  await picture(page, info, 'team-deactivate');
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('Sam Leaving was deactivated')).toBeVisible();
  await expect(rowOf(page, email)).toContainText('Deactivated');

  // The session cannot be renewed, and nobody signs in; the minute until the last token is refused is a unit test's.
  await expect(async () => {
    await expireToken(other);
    await other.goto(`${product.staffUrl}/cases`);
    await expect(other).toHaveURL(/\/signin/, { timeout: 2000 });
  }).toPass({ timeout: 20_000 });
  await enterCredentials(other, email, password);
  await expect(other.getByRole('alert')).toHaveText('This account is deactivated. Ask your administrator.');

  await page.getByRole('button', { name: 'Reactivate Sam Leaving' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click();
  await expect(page.getByText('Sam Leaving has access again')).toBeVisible();
  await expect(async () => {
    await enterCredentials(other, email, password);
    await expect(other.getByRole('heading', { name: 'Cases', level: 1 })).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 20_000 });
  await other.context().close();
});

test('a colleague who lost the phone gets in again once the app is reset', async ({ page, browser, product }, info) => {
  const email = 'lost.phone@example.com';
  const password = 'Long-enough-1';
  await openAs(page, product, accountOf('owner'), '/team?tab=invitations');
  await invite(page, email, 'Office staff');
  const other = await (await browser.newContext()).newPage();
  await other.goto(await mailedLink(product, email));
  await acceptInvitation(other, ['Lou', 'Phone'], password);
  await expect(other.getByRole('heading', { name: /, Lou$/ })).toBeVisible();
  await other.goto(`${product.staffUrl}/profile`);
  await other.getByRole('button', { name: 'Set up' }).click();
  const secret = ((await other.getByLabel('Key', { exact: true }).textContent()) ?? '').replace(/\s/g, '');
  await other.getByRole('textbox', { name: 'Code' }).fill(presentCode(secret));
  await other.getByRole('button', { name: 'Turn on' }).click();
  await expect(other.getByText('On. Signing in asks for a code')).toBeVisible();

  await page.goto(`${product.staffUrl}/team`);
  await page.getByRole('button', { name: 'More for Lou Phone' }).click();
  await page.getByRole('menuitem', { name: 'Reset the authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reset the authenticator app of Lou Phone?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  expect(await accessibilityFaults(page)).toEqual([]);
  await picture(page, info, 'team-reset-authenticator');
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByText('The authenticator app of Lou Phone is being turned off.')).toBeVisible();

  await expect
    .poll(async () => {
      const mails = await fetch(`${product.mailboxUrl}/api/mails?to=${encodeURIComponent(email)}`);
      return ((await mails.json()) as { subject: string }[]).map(({ subject }) => subject);
    })
    .toContain('Your authenticator app was turned off');
  await expect(async () => {
    await other.evaluate(() => sessionStorage.clear());
    await other.goto(`${product.staffUrl}/signin`);
    await enterCredentials(other, email, password);
    await expect(other.getByRole('heading', { name: /, Lou$/ })).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 20_000 });
  await other.context().close();
});

test('the team can be managed by keyboard alone', async ({ page, product }) => {
  await openAs(page, product, accountOf('owner'), '/team');
  await page.getByRole('button', { name: 'Invite a colleague' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Invite a colleague' });
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await page.keyboard.type('keys.only@example.com');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: 'Administrator', exact: true })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, 'keys.only@example.com')).toContainText('Administrator');
  await page.getByRole('button', { name: 'Revoke the invitation of keys.only@example.com' }).focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Revoke this invitation?' });
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No open invitations')).toBeVisible();
});
