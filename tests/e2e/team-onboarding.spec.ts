import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, type Locator } from '@playwright/test';
import { checkScreen } from './support/axe.ts';
import { test } from './support/product.ts';
import { enterCredentials, picture } from './support/staff-actions.ts';
import { acceptInvitation, invitationLink } from './support/team-actions.ts';

const operatorFile = fileURLToPath(new URL('../../scripts/operator.ts', import.meta.url));

const showsItsLabel = (button: Locator): Promise<boolean> =>
  button.locator('.mantine-Button-label').evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);

test('sets up a new organization in steps, with a break', { tag: '@phone' }, async ({ page, product }, info) => {
  const email = 'owner@quiet-harbor.example';
  const password = 'Long-enough-1';
  const home = ['--home', 'Quiet Harbor Funeral Home', '--slug', 'quiet-harbor'];
  const args = ['create-organization', '--name', 'Quiet Harbor', ...home, '--email', email];
  const env = { ...process.env, NODE_OPTIONS: '', DATA_DIR: product.dataDir };
  await promisify(execFile)(process.execPath, [operatorFile, ...args], { env });
  await page.goto(await invitationLink(product, email));
  await expect(page.getByText('as owner')).toBeVisible();
  await acceptInvitation(page, ['Ines', 'Marlow'], password);

  const banner = page.getByRole('region', { name: 'Set up Quiet Harbor' });
  await expect(banner).toContainText('0 of 4 steps done');
  await picture(page, info, 'onboarding-banner');
  await banner.getByRole('link', { name: 'Start' }).click();
  await expect(page.getByRole('heading', { name: 'Your funeral home' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Quiet Harbor Funeral Home');
  await checkScreen(page, info, 'onboarding-home');

  expect(await showsItsLabel(page.getByRole('button', { name: 'Save and continue' }))).toBe(true);
  await page.getByLabel('Phone', { exact: true }).fill('9045550160');
  await page.getByLabel('Street').fill('12 Harbor Road');
  await page.getByLabel('City').fill('St. Augustine');
  await page.getByLabel('State').selectOption('FL');
  await page.getByLabel('ZIP code').fill('32084');
  await page.getByRole('button', { name: 'Save and continue' }).click();

  await expect(page.getByRole('heading', { name: 'Case numbers', exact: true })).toBeVisible();
  const year = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', year: 'numeric' }).format(new Date());
  const preview = page.getByRole('region', { name: 'Next case numbers' });
  await expect(preview).toContainText(`QHFH-${year}-0001`);
  await page.getByRole('textbox', { name: 'Prefix' }).fill('QH');
  await page.getByRole('textbox', { name: 'Next value' }).fill('41');
  await expect(preview).toContainText(`QH-${year}-0041`);
  await expect(preview).toContainText(`QH-${year}-0043`);
  await checkScreen(page, info, 'onboarding-numbering');

  // Skipping a step with unsaved changes asks first.
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change numbering' }).click();
  await expect(page.getByRole('heading', { name: 'Your team' })).toBeVisible();

  // A later sign-in continues at the first open step.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${product.staffUrl}/onboarding`);
  await enterCredentials(page, email, password);
  await expect(page.getByRole('heading', { name: 'Your team' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Your funeral home/ }).getByLabel('Done')).toBeVisible();
  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a colleague' });
  await dialog.getByLabel('Email').fill('first.colleague@example.com');
  await dialog.getByRole('radio', { name: 'Funeral director' }).check();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('list', { name: 'Members and invitations' })).toContainText(
    'first.colleague@example.com',
  );
  await picture(page, info, 'onboarding-team');
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await checkScreen(page, info, 'onboarding-settings');
  // Without an address to notify, the wizard asks for one.
  await page.getByRole('button', { name: `Remove ${email}` }).click();
  await expect(page.getByText('No one is notified', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add my address' }).click();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await expect(page.getByText('No one is notified', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await expect(page.getByText('You can finish now. Not done yet:')).toBeVisible();

  await page.getByRole('link', { name: 'Do this later' }).click();
  await expect(page.getByRole('region', { name: 'Finish setting up Quiet Harbor' })).toContainText('3 of 4 steps done');
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await page.getByLabel('Message to families').fill('We are here for you.');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page.getByText('You’re all set.')).toBeVisible();
  await expect(page.getByRole('link', { name: /\/quiet-harbor/ })).toBeVisible();
  await page.getByRole('button', { name: 'Finish setup' }).click();
  await expect(page.getByText('Quiet Harbor is set up')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Good .*, Ines$/ })).toBeVisible();
  await expect(page.getByRole('region', { name: /Quiet Harbor/ })).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: /^Good .*, Ines$/ })).toBeVisible();
  await expect(page.getByRole('region', { name: /Quiet Harbor/ })).toBeHidden();
});
