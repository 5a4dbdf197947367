import { expect, type Page } from '@playwright/test';
import { intakeSections } from '#domain/intake/intake.sections.ts';
import { accessibilityViolations } from './support/axe.ts';
import {
  exampleAnswers,
  fillIntake,
  fillSection,
  openSection,
  pagesOfForm,
  watchPolicy,
} from './support/intake-form.ts';
import type { HomeSlug } from './support/organization.ts';
import { type Product, test } from './support/product.ts';
import { storedInBrowser } from './support/staff-actions.ts';

const submitPath = '**/api/forms/public/submit/';
const submitButton = (page: Page) => page.getByRole('button', { name: 'SUBMIT', exact: true });

/** Returns what stays in the browser when the tab is closed. */
const storedAfterTab = async (page: Page): Promise<string> =>
  JSON.stringify(JSON.parse(await storedInBrowser(page)).slice(1));

const openForm = async (page: Page, { intakeUrl, slugs }: Product, home: HomeSlug = 'whitcomb-ames') => {
  await page.goto(`${intakeUrl}/${slugs[home]}`);
  await expect(page.getByText('Loading...')).toHaveCount(0);
};

/** Returns controls, and links outside of sentences, that are smaller than 44 px. */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('a, button, input, select, textarea, summary')];
    const seen = all.filter((element) => element.checkVisibility() && !element.closest('.skip'));
    return seen.flatMap((element) => {
      const target = element.closest('label.choice') ?? element;
      const { width, height } = target.getBoundingClientRect();
      const more = Number.parseFloat(getComputedStyle(element, '::after').inset) || 0;
      return width >= 44 && height - 2 * more >= 44 ? [] : [`${element.outerHTML.slice(0, 80)} ${width}x${height}`];
    });
  });

const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const texts = [...document.querySelectorAll('.choice')].flatMap((choice) => {
      const walker = document.createTreeWalker(choice, NodeFilter.SHOW_TEXT);
      const found: Node[] = [];
      while (walker.nextNode()) found.push(walker.currentNode);
      return found;
    });
    return texts.flatMap((text) =>
      [...(text.textContent ?? '').matchAll(/[\p{L}]+/gu)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1 ? [word] : [];
      }),
    );
  });

test('accepts a report that fills every section, after a review', async ({ page, product }) => {
  const policyReports = await watchPolicy(page);
  await openForm(page, product);
  await expect(page.locator('.home-name')).toHaveText('Whitcomb & Ames Funeral Home');
  expect(await accessibilityViolations(page)).toEqual([]);
  await fillIntake(page);
  await expect(page.getByRole('heading', { name: 'Please review your answers' })).toBeVisible();
  await expect(page.getByText('Harold was born on May 14, 1937 in Duluth')).toBeVisible();
  await expect(page.getByText('Social Security Number: given.')).toBeVisible();
  await expect(submitButton(page)).toBeEnabled();
  expect(await accessibilityViolations(page)).toEqual([]);

  await page.getByRole('link', { name: 'Change Employment and Education' }).click();
  await page.locator('[name=employment_title]').fill('Boat builder');
  await page.getByRole('link', { name: /Review answers/ }).click();
  await expect(page.getByText('Boat builder')).toBeVisible();

  await page.reload();
  await expect(submitButton(page)).toBeDisabled();
  await openSection(page, 'deceased');
  await expect(page.locator('[name=deceased_first_name]')).toHaveValue('Harold');
  await expect(page.getByText('Age: 88 years')).toBeVisible();
  await expect(page.locator('[name=social_security_number]')).toHaveValue('');
  expect(await storedInBrowser(page)).not.toMatch(/987-?65-?4320/);
  await page.locator('[name=social_security_number]').pressSequentially(String(exampleAnswers.social_security_number));
  await openSection(page, 'agreement');
  await expect(submitButton(page)).toBeEnabled();
  await submitButton(page).click();
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeFocused();
  await expect(page.getByText('We received your report about Harold.')).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);

  const reference = (await page.locator('.reference').textContent()) ?? '';
  await page.getByRole('link', { name: 'Check the status of your report' }).click();
  await expect(page.getByText(reference)).toBeVisible();
  await expect(page.locator('[aria-current=step]')).toContainText('Received');
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(await policyReports()).toEqual([]);
});

test.describe('by thumb on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('accepts a report with unknown answers after its gaps are filled', async ({ page, product }) => {
    const notKnown = ['birthplace_city', 'mother_maiden_name', 'facility_phone', 'weight'];
    const answers = { ...exampleAnswers, gender: undefined, ethnicity: '', ssn_to_follow: true } as never;
    await openForm(page, product, 'ames-cremation-care');
    const call = page.locator('a[href^="tel:"]');
    await expect(call).toHaveCount(1);
    await page.getByRole('link', { name: /^Start/ }).tap();
    for (const sections of pagesOfForm) {
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await expect(call.first()).toBeInViewport();
      expect(await smallTargets(page)).toEqual([]);
      expect(await brokenWords(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      for (const section of sections) await fillSection(page, section, answers, notKnown);
      expect(await accessibilityViolations(page)).toEqual([]);
      if (sections !== pagesOfForm.at(-1)) await page.locator('.way-on').tap();
    }
    await expect(page.getByText('City of birth: not known yet.')).toBeVisible();

    // The disabled button still responds with what is missing.
    await submitButton(page).tap({ force: true });
    await expect(page.getByRole('heading', { name: 'Almost done: 2 answers left' })).toBeFocused();
    await expect(page.getByText('Please fill in all required fields').first()).toBeVisible();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.locator('.gaps').getByRole('link', { name: 'Gender' }).tap();
    await expect(page.locator('#field-gender')).toBeFocused();
    await expect(page.locator('#field-gender')).toBeInViewport();
    await expect(page.locator('.field-missing .message')).toHaveText('Required');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.locator('[name=gender][value=male]').tap();
    await expect(page.locator('.way-on')).toContainText('Next unanswered question');
    await page.locator('.way-on').tap();
    await page.locator('[name=ethnicity]').selectOption('not_hispanic_latino');
    await expect(page.locator('.gaps')).toHaveCount(0);
    await page.getByRole('link', { name: /Review answers/ }).tap();
    await submitButton(page).tap();
    await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible();
    await expect(page.getByText('What you did not know (city of birth')).toBeVisible();
  });
});

test('S-29 restores an encrypted draft without the SSN after the page was closed', async ({
  page,
  context,
  product,
}) => {
  await openForm(page, product, 'northside-chapel');
  await page.getByRole('link', { name: /^Start/ }).click();
  await openSection(page, 'deceased');
  await page.locator('[name=deceased_first_name]').fill('Harold');
  await page.locator('[name=deceased_last_name]').fill('Lindqvist');
  await page.locator('[name=social_security_number]').pressSequentially('987654320');
  await page.locator('#field-birthplace_city-unknown').click();
  await expect(page.getByText(/^Saved on this computer at/).filter({ visible: true })).toBeVisible();
  await expect.poll(() => storedAfterTab(page)).toContain('"data"');
  expect(await storedAfterTab(page)).not.toMatch(/Harold|Lindqvist|4320|extractable/);
  await page.close();

  const later = await context.newPage();
  await openForm(later, product, 'northside-chapel');
  expect(await storedInBrowser(later)).not.toContain('Lindqvist');
  await later.getByRole('link', { name: /Continue your saved report/ }).click();
  await expect(later.getByRole('heading', { level: 2, name: 'Deceased Information' })).toBeFocused();
  await expect(later.locator('[name=deceased_first_name]')).toHaveValue('Harold');
  await expect(later.locator('[name=social_security_number]')).toHaveValue('');
  await expect(later.getByText('Not known yet. We will find out together.')).toBeVisible();

  await later.getByRole('link', { name: 'Save and finish later' }).filter({ visible: true }).click();
  await later.getByRole('button', { name: /^Delete my answers/ }).click();
  await expect(later.getByRole('link', { name: /^Start/ })).toBeVisible();
  await expect.poll(() => storedAfterTab(later)).not.toContain('"data"');
  expect(await accessibilityViolations(later)).toEqual([]);
});

test('submits once and keeps the entries offline and after a lost response', async ({ page, context, product }) => {
  await openForm(page, product);
  await fillIntake(page);
  await context.setOffline(true);
  await submitButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Failed to submit. Please try again or call us directly.');
  await expect(page.getByText('You are offline.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You are back online.')).toBeVisible();

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
  await expect(page.getByText('We could not send your report.')).toBeVisible();
  expect(lost.reference).toMatch(/^R-/);

  await submitButton(page).click();
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible();
  await expect(page.locator('.reference')).toHaveText(String(lost.reference));
});

test('fits 320 pixels, text at 200 % and dark mode without an axe violation', async ({ page, product }) => {
  for (const { width, text = '100%', dark = false } of [
    { width: 320 },
    { width: 390, text: '200%' },
    { width: 390, dark: true },
  ]) {
    await page.setViewportSize({ width, height: 700 });
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
    await openForm(page, product);
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), text);
    for (const step of ['start', ...intakeSections.map(({ id }) => id), 'later']) {
      await page.evaluate((to) => {
        location.hash = to;
      }, step);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), step).toBeLessThanOrEqual(width);
      // The story on a phone checks the light mode.
      if (dark) expect(await accessibilityViolations(page), step).toEqual([]);
    }
  }
});
