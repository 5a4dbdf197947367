import { expect } from '@playwright/test';
import { totpCode } from '#local/aws/cognito/sign-in.ts';
import { checkScreen } from './support/axe.ts';
import { test } from './support/product.ts';
import { code, enterCode, presentCode, shownKey, toSignIn } from './support/second-factor-actions.ts';
import { enterCredentials, signInAs, storedInBrowser } from './support/staff-actions.ts';

test('S-08 sets up, asks for, and turns off an authenticator app', async ({ page, product }, info) => {
  const email = product.emails.office;
  await signInAs(page, product, 'office', '/profile');
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expect(code(page)).toBeFocused();
  const secret = await shownKey(page);
  expect(secret).toMatch(/^[A-Z2-7]{32,}$/);
  await checkScreen(page, info, 'profile-authenticator');
  expect(await storedInBrowser(page)).not.toContain(secret);

  await code(page).fill(totpCode(secret, new Date(0)));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('That code is not correct. Check it and try again.')).toBeVisible();
  await code(page).fill(presentCode(secret));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Two-step verification is on')).toBeVisible();
  await expect(page.getByText('On. You enter a code from your authenticator app')).toBeVisible();

  await toSignIn(page, product);
  await enterCredentials(page, email, product.password);
  await enterCode(page, secret);
  await expect(page.getByRole('heading', { name: /^Good/ })).toBeVisible();

  await page.goto(`${product.staffUrl}/profile`);
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Two-step verification is off')).toBeVisible();
  await toSignIn(page, product);
  await enterCredentials(page, email, product.password);
  await expect(page.getByRole('heading', { name: /^Good/ })).toBeVisible();
});
