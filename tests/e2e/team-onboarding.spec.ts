import { expect, type Locator } from '@playwright/test';
import { test } from './support/product.ts';
import { accessibilityViolations, enterCredentials, picture } from './support/staff-actions.ts';
import { acceptInvitation, createOrganization, mailedLink } from './support/team-actions.ts';

/** Whether a button shows all of its words. */
const showsItsLabel = (button: Locator): Promise<boolean> =>
  button.locator('.mantine-Button-label').evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);

test(
  'a new organization is set up in steps, left and taken up again',
  { tag: '@phone' },
  async ({ page, product }, info) => {
    const email = 'owner@quiet-harbor.example';
    const password = 'Long-enough-1';
    await createOrganization(product, 'Quiet Harbor', 'quiet-harbor', email);
    await page.goto(await mailedLink(product, email));
    await expect(page.getByText('as owner')).toBeVisible();
    await acceptInvitation(page, ['Ines', 'Marlow'], password);

    const banner = page.getByRole('region', { name: 'Set up Quiet Harbor' });
    await expect(banner).toContainText('0 of 4 steps done');
    await picture(page, info, 'onboarding-banner');
    await banner.getByRole('link', { name: 'Start' }).click();
    await expect(page.getByRole('heading', { name: 'Your funeral home' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Quiet Harbor Funeral Home');
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture(page, info, 'onboarding-home');

    expect(await showsItsLabel(page.getByRole('button', { name: 'Save and continue' }))).toBe(true);
    await page.getByLabel('Phone', { exact: true }).fill('9045550160');
    await page.getByLabel('ZIP code').fill('1');
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await expect(page.getByText('ZIP code must be in format 12345 or 12345-6789')).toBeVisible();
    await page.getByLabel('Street').fill('12 Harbor Road');
    await page.getByLabel('City').fill('St. Augustine');
    await page.getByLabel('State').selectOption('FL');
    await page.getByLabel('ZIP code').fill('32084');
    await page.getByRole('button', { name: 'Save and continue' }).click();

    await expect(page.getByRole('heading', { name: 'Case numbers' })).toBeVisible();
    const year = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', year: 'numeric' }).format(new Date());
    const preview = page.getByRole('region', { name: 'Next case numbers' });
    await expect(preview).toContainText(`QHFH-${year}-0001`);
    await page.getByRole('textbox', { name: 'Prefix' }).fill('QH');
    await page.getByRole('textbox', { name: 'Next value' }).fill('41');
    await expect(preview).toContainText(`QH-${year}-0041`);
    await expect(preview).toContainText(`QH-${year}-0043`);
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture(page, info, 'onboarding-numbering');
    await page.getByRole('textbox', { name: 'Pattern' }).fill('{PREFIX}-{YEAR}');
    await expect(page.getByText('Pattern must contain {SEQ}')).toBeVisible();
    await page.getByRole('textbox', { name: 'Pattern' }).fill('{PREFIX}-{YEAR}-{SEQ}');

    // Leaving a step that was filled in asks first.
    await page.getByRole('button', { name: 'Skip for now' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change numbering' }).click();
    await expect(page.getByRole('heading', { name: 'Your team' })).toBeVisible();

    // Whoever comes back, in another tab or after days, goes on at the first open step.
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
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture(page, info, 'onboarding-settings');
    // Without anybody who is told, the wizard asks for an address until there is one.
    await page.getByRole('button', { name: `Remove ${email}` }).click();
    await expect(page.getByText('No one is notified', { exact: true })).toBeVisible();
    await picture(page, info, 'onboarding-nobody');
    await page.getByRole('button', { name: 'Add my address' }).click();
    await expect(page.getByText(email, { exact: true })).toBeVisible();
    await expect(page.getByText('No one is notified', { exact: true })).toBeHidden();
    await page.getByRole('button', { name: 'Skip for now' }).click();
    await expect(page.getByText('You can finish now. Not done yet:')).toBeVisible();
    await picture(page, info, 'onboarding-finish');

    await page.getByRole('link', { name: 'Do this later' }).click();
    await expect(page.getByRole('region', { name: 'Finish setting up Quiet Harbor' })).toContainText(
      '3 of 4 steps done',
    );
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
  },
);
