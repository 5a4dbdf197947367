import { expect, type Page } from '@playwright/test';
import { checkScreen } from './support/axe.ts';
import { watchPolicy } from './support/intake-form.ts';
import { type Measured, measureUntil } from './support/lighthouse.ts';
import { test } from './support/product.ts';
import { enterCredentials } from './support/staff-actions.ts';

const title = 'Everything a family entrusts to you, in one calm place';
const scrollLinks = [
  ['Features', 'features', 'What Stillwater does'],
  ['Solutions', 'why-us', 'Made for the way funeral homes work'],
  ['Pricing', 'pricing', 'Plans and pricing'],
  ['Support', 'faq', 'Frequently asked questions'],
] as const;

/** Records whether the page for visitors was visible in any frame. */
const watchLanding = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const look = () => {
      const shown = (document.getElementById('landing')?.getClientRects().length ?? 0) > 0;
      if (shown) document.documentElement.dataset.landingSeen = '';
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
};
const landingSeen = (page: Page) => page.evaluate(() => 'landingSeen' in document.documentElement.dataset);

test(
  'shows visitors what Stillwater is and leads them to the sign-in',
  { tag: '@phone' },
  async ({ page, browser, demonstration: product }, info) => {
    const policyReports = await watchPolicy(page);
    await watchLanding(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(product.staffUrl);
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect(page).toHaveTitle('Stillwater: software for funeral homes');
    expect(await landingSeen(page)).toBe(true);
    expect(asked.filter((path) => path.endsWith('.js'))).toEqual(['/session-mark.js']);
    expect(asked.length).toBeLessThanOrEqual(8);
    await checkScreen(page, info, 'landing');

    const menu = page.getByRole('navigation', { name: 'Main' });
    for (const [name, anchor, heading] of scrollLinks) {
      await menu.getByRole('link', { name }).click();
      await expect(page).toHaveURL(`${product.staffUrl}/#${anchor}`);
      await expect(page.getByRole('heading', { name: heading, level: 2 })).toBeInViewport();
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    }
    for (const price of ['$49', '$129', '$299']) await expect(page.getByText(`${price} per month`)).toBeVisible();
    await expect(page.getByRole('img', { name: 'Rated 5 of 5' })).toHaveCount(9);
    await expect(page.getByText('Sample text')).toBeVisible();

    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(`${product.staffUrl}/signin`);
    await enterCredentials(page, product.emails.office, product.password);
    await expect(page.getByRole('heading', { name: /^Good/, level: 1 })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: /^Good/, level: 1 })).toBeVisible();
    // Signed-in staff see Home, without a flash of the page for visitors.
    await page.goto(product.staffUrl);
    await expect(page.getByRole('heading', { name: /^Good/, level: 1 })).toBeVisible();
    expect(await landingSeen(page)).toBe(false);
    expect(await policyReports()).toEqual([]);

    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
    const narrow = await context.newPage();
    await narrow.goto(product.staffUrl);
    await narrow.getByText('How do we get help?').click();
    await expect(narrow.getByRole('link', { name: 'support@stillwater.example' })).toBeVisible();
    await expect(narrow.getByRole('banner').getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/signin');
    await context.close();

    // Search engines may index only this page.
    const html = async (path: string) => (await page.request.get(`${product.staffUrl}${path}`)).text();
    expect(await html('/')).not.toContain('noindex');
    expect(await html('/')).toMatch(/<meta\s+name="description"/);
    expect(await html('/signin')).toContain('<meta name="robots" content="noindex, nofollow" />');
    expect(await html('/robots.txt')).toContain('Allow: /$');
  },
);

/** Its speed is only printed: it depends on the machine. */
const isSound = ({ accessibility, bestPractices, cls }: Measured): boolean =>
  Math.min(accessibility, bestPractices) >= 95 && cls <= 0.02;

test('keeps the Lighthouse budget of sign-in', { tag: ['@phone', '@long'] }, async ({ demonstration }, info) => {
  const measured = await measureUntil(`${demonstration.staffUrl}/signin`, info, isSound);
  expect(measured.some(isSound)).toBe(true);
});

const isFast = ({ performance, lcpMs, tbtMs, cls }: Measured): boolean =>
  performance >= 98 && lcpMs <= 1300 && tbtMs <= 30 && cls <= 0.02;

test(
  'keeps the Lighthouse budget of the landing page',
  { tag: ['@phone', '@long'] },
  async ({ demonstration }, info) => {
    const measured = await measureUntil(`${demonstration.staffUrl}/`, info, isFast);
    expect(measured.some(isFast)).toBe(true);
    for (const { accessibility, bestPractices, seo } of measured)
      expect([accessibility, bestPractices, seo]).toEqual([100, 100, 100]);
  },
);
