import { expect } from '@playwright/test';
import { checkScreen } from './support/axe.ts';
import { exampleAnswers, fillSection, pagesOfForm } from './support/intake-form.ts';
import { test } from './support/product.ts';
import { emailed, picture, storedInBrowser } from './support/staff-actions.ts';

test('continues a report on another device by an emailed link and code', async ({ page, product, browser }, info) => {
  test.setTimeout(300_000);
  const address = `later@${product.slugs['whitcomb-ames']}.example`;
  await page.goto(`${product.intakeUrl}/${product.slugs['whitcomb-ames']}`);
  await page.getByRole('link', { name: /^Start/ }).click();
  for (const section of pagesOfForm[0]?.slice(0, 2) ?? []) await fillSection(page, section);
  await expect(page).toHaveURL(/#deceased$/);
  await page.locator('a[href="#later"]:visible').first().click();
  await page.getByRole('button', { name: 'Email me a link' }).click();
  const email = page.getByLabel('Email', { exact: true });
  await expect(email).toHaveValue(String(exampleAnswers.submitter_email));
  await checkScreen(page, info, 'go-on-later');
  await email.fill(address);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(`We sent a link to ${address}.`)).toBeVisible();
  const link = await emailed(product, address, /(http\S+#go-on\.\S+)/);

  const other = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  await other.goto(link);
  await expect(other.getByRole('heading', { level: 1, name: 'Continue your report' })).toBeVisible();
  expect(other.url()).not.toContain('go-on');
  await other.getByRole('button', { name: 'Email me the code' }).click();
  const code = await emailed(product, address, /Your code: (\S+)/);
  await other.getByLabel('Code').fill('AAAAA-BBBBB');
  await other.getByRole('button', { name: 'Open my answers' }).click();
  await expect(other.getByText('That code is not correct.')).toBeVisible();
  await checkScreen(other, info, 'go-on-later-code');
  await other.getByLabel('Code').fill(code.toLowerCase());
  await other.getByRole('button', { name: 'Open my answers' }).click();
  await expect(other).toHaveURL(/#deceased$/);
  await expect(other.locator('[name="deceased_first_name"]')).toHaveValue(String(exampleAnswers.deceased_first_name));
  await expect(other.locator('[name="social_security_number"]')).toHaveValue('');
  await other.reload();
  await expect(other.locator('[name="deceased_first_name"]')).toHaveValue(String(exampleAnswers.deceased_first_name));
  expect(await storedInBrowser(other)).not.toContain(String(exampleAnswers.social_security_number).slice(-4));

  // Deleting the answers here ends the link.
  await other.locator('a[href="#later"]:visible').first().click();
  // The page is closed before its database has deleted them.
  await other.evaluate(() => {
    IDBObjectStore.prototype.delete = () => {
      throw new DOMException('closed', 'AbortError');
    };
  });
  await other.getByRole('button', { name: /^Delete my answers from this/ }).click();
  await expect(other.getByRole('link', { name: /^Start/ })).toBeVisible();
  await other.goto('about:blank');
  await other.goto(link);
  await other.getByRole('button', { name: 'Email me the code' }).click();
  await expect(other.getByText('This link has expired.')).toBeVisible();
  await picture(other, info, 'go-on-later-ended');
  await other.getByRole('button', { name: 'Back to the start' }).click();
  await expect(other.getByRole('link', { name: /^Start/ })).toBeVisible();
  await other.context().close();
});
