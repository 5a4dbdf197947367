import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { intakeSections } from '#domain/intake/intake.sections.ts';
import { exampleAnswers, fillIntake, watchPolicy } from './support/intake-form.ts';
import { test } from './support/product.ts';

const submitPath = '**/api/forms/public/submit/';
const submitButton = (page: Page) => page.getByRole('button', { name: 'SUBMIT', exact: true });
const storage = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]));
const violations = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target)}`,
  );

const openForm = async (page: Page, url: string) => {
  await page.goto(url);
  await expect(page.getByText('Loading...')).toHaveCount(0);
};

test('a family fills every section, reloads, submits and reads Thank You', { tag: '@phone' }, async ({
  page,
  product,
}) => {
  const policyReports = await watchPolicy(page);
  await openForm(page, `${product.intakeUrl}/whitcomb-ames`);
  await expect(page.locator('.home-name')).toHaveText('Whitcomb & Ames Funeral Home');
  for (const { number, title } of intakeSections) {
    await expect(page.getByRole('heading', { name: `Section ${number} of 9 ${title}` })).toBeVisible();
  }
  await expect(submitButton(page)).toBeDisabled();

  await fillIntake(page);
  await expect(page.getByText('9 of 9 sections complete')).toBeVisible();
  await expect(submitButton(page)).toBeEnabled();
  await expect(page.getByText('Age: 88 years')).toBeVisible();

  await page.reload();
  await expect(page.getByText('8 of 9 sections complete')).toBeVisible();
  await expect(page.locator('[name=deceased_first_name]')).toHaveValue('Harold');
  await expect(page.locator('[name=cemetery_name]')).toHaveValue('Moultrie Creek Cemetery');
  await expect(page.locator('[name=social_security_number]')).toHaveValue('');
  expect(await storage(page)).not.toMatch(/987-?65-?4320/);

  await page.locator('[name=social_security_number]').pressSequentially(String(exampleAnswers.social_security_number));
  await expect(submitButton(page)).toBeEnabled();
  await submitButton(page).click();
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeFocused();
  await expect(
    page.getByText('Thank you. We have received your information and will contact you shortly.'),
  ).toBeVisible();
  expect(await violations(page)).toEqual([]);

  const reference = (await page.locator('.reference').textContent()) ?? '';
  await page.getByRole('link', { name: 'See how your report stands' }).click();
  await expect(page.getByText(reference)).toBeVisible();
  await expect(page.locator('[aria-current=step]')).toContainText('Received');
  expect(await violations(page)).toEqual([]);
  expect(await policyReports()).toEqual([]);
});

test('what is entered before the page is alive counts', async ({ page, product }) => {
  let letScriptsPass = () => {};
  const held = new Promise<void>((resolve) => {
    letScriptsPass = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${product.intakeUrl}/whitcomb-ames`, { waitUntil: 'commit' });
  await page.locator('[name=submitter_email]').fill('karin.lindqvist@example.com');
  await page.locator('[name=submitter_phone]').fill('(904) 555-0142');
  await page.locator('[name=marital_status]').selectOption('married');
  await page.locator('[name=race][value=white]').check();
  await page.locator('[name=consent]').check();
  letScriptsPass();
  await expect(page.getByText('2 of 9 sections complete')).toBeVisible();
  await expect(page.locator('[name=spouse_first_name]')).toBeVisible();
  await expect(page.locator('[name=submitter_email]')).toHaveValue('karin.lindqvist@example.com');
  await expect(page.locator('[name=race][value=white]')).toBeChecked();
  await expect.poll(() => storage(page)).toContain('"race\\":[\\"white');
});

test('S-29 nothing personal stays in the browser after the report was received', async ({ page, product }) => {
  await openForm(page, `${product.intakeUrl}/northside-chapel`);
  await fillIntake(page);
  await expect.poll(() => storage(page)).toContain('Lindqvist');
  expect(await storage(page)).not.toMatch(/4320|ok:public_submit/);
  await submitButton(page).click();
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible();
  expect(await storage(page)).not.toMatch(/Lindqvist|Harold|555|4320|example\.com|Marine Street/);
});

test('S-28 gaps are named and reached, without a policy report or an accessibility fault', { tag: '@phone' }, async ({
  page,
  product,
}) => {
  const policyReports = await watchPolicy(page);
  await openForm(page, `${product.intakeUrl}/ames-cremation-care`);
  expect(await violations(page)).toEqual([]);
  // It counts as disabled, yet a press says what is missing.
  await submitButton(page).click({ force: true });
  await expect(page.getByRole('alert')).toContainText('Please fill in all required fields');
  await expect(page.locator('#missing-title')).toBeFocused();
  await expect(page.getByText('Please select at least one race')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Place of death: City' }).click();
  await expect(page.locator('[name=death_city]')).toBeFocused();
  await expect(page.locator('[name=death_city]')).toBeInViewport();
  expect(await policyReports()).toEqual([]);
});

test('an unknown slug falls back to a name made of it', async ({ page, product }) => {
  await openForm(page, `${product.intakeUrl}/maple-grove-chapel`);
  await expect(page.locator('.home-name')).toHaveText('Maple Grove Chapel');
  await expect(page.getByText('We do not know a funeral home at this address.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('offline and a lost answer: the entries stay and one submission is made', { tag: '@phone' }, async ({
  page,
  context,
  product,
}) => {
  await openForm(page, `${product.intakeUrl}/whitcomb-ames`);
  await fillIntake(page);
  await context.setOffline(true);
  await submitButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Failed to submit. Please try again or call us directly.');
  await expect(page.getByText('You seem to be offline.')).toBeVisible();
  await expect(page.locator('[name=deceased_first_name]')).toHaveValue('Harold');
  await context.setOffline(false);
  await expect(page.getByText('You are connected again.')).toBeVisible();

  // The report arrives, but its answer does not.
  let lost: { reference?: string } = {};
  await page.route(
    submitPath,
    async (route) => {
      lost = await (await route.fetch()).json();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await submitButton(page).click();
  await expect(page.getByText('Your report could not be sent.')).toBeVisible();
  expect(lost.reference).toMatch(/^R-/);

  await submitButton(page).click();
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible();
  await expect(page.locator('.reference')).toHaveText(String(lost.reference));
});

test('the form fits 320 pixels and works by keyboard alone', async ({ page, product }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openForm(page, `${product.intakeUrl}/whitcomb-ames`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the form' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('[name=submitter_email]')).toBeFocused();
  await page.keyboard.type('karin.lindqvist@example.com');
  await page.keyboard.press('Tab');
  await page.keyboard.type('9045550142');
  await expect(page.locator('[name=submitter_phone]')).toHaveValue('(904) 555-0142');
  // Enter inside a field must neither submit nor leave the page.
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 of 9 sections complete')).toBeVisible();
});
