import { expect, type Page, type Request } from '@playwright/test';
import { accessibilityViolations } from './support/axe.ts';
import { test } from './support/product.ts';
import { callAs, openAs, openDocuments, overflowOf, picture } from './support/staff-actions.ts';

const first = async (page: Page, path: string): Promise<string> =>
  (await callAs<{ results: { id: string }[] }>(page, 'GET', path)).results[0]?.id ?? '';

const quietMs = 300;

/**
 * Opens another page of the application as a link does, and resolves once its records are there. Loading the
 * application again takes longer than the checks.
 */
const follow = async (page: Page, path: string): Promise<void> => {
  const open = new Set<Request>();
  let changedAt = Date.now();
  const note = (change: (request: Request) => void) => (request: Request) => {
    change(request);
    changedAt = Date.now();
  };
  const [begun, ended] = [note((request) => open.add(request)), note((request) => open.delete(request))];
  page.on('request', begun).on('requestfinished', ended).on('requestfailed', ended);
  await page.evaluate((path) => {
    const isSamePage = new URL(path, location.href).pathname === location.pathname;
    if (!isSamePage) document.querySelector('main')?.firstElementChild?.setAttribute('data-left', '');
    window.history.pushState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(page.locator('[data-left]')).toHaveCount(0);
  await expect.poll(() => open.size === 0 && Date.now() - changedAt > quietMs, { intervals: [50] }).toBe(true);
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  page.off('request', begun).off('requestfinished', ended).off('requestfailed', ended);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
};

/** Returns axe's violations, and whether the page is wider than the screen. */
const problemsOf = async (page: Page): Promise<string[]> => {
  const over = await overflowOf(page);
  return [...(await accessibilityViolations(page)), ...(over > 0 ? [`too wide by ${over} px`] : [])];
};

/** Returns axe's violations of the page as a device with a dark color scheme shows it. */
const problemsInDark = async (page: Page): Promise<string[]> => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  const problems = await accessibilityViolations(page);
  await page.emulateMedia({ colorScheme: 'light' });
  return problems;
};

/** Shows letters of twice the size, and returns how many pixels the page is wider than the screen. */
const overflowOfLargeText = async (page: Page): Promise<number> => {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  return overflowOf(page);
};

test('finds no axe violation on the pages of daily work', async ({ page, demonstration: product }) => {
  test.setTimeout(400_000);
  await page.goto(`${product.staffUrl}/signin`);
  await expect(page.getByLabel('Email')).toBeFocused();
  expect.soft(await problemsOf(page), '/signin').toEqual([]);
  expect.soft(await problemsInDark(page), '/signin, dark').toEqual([]);
  await openAs(page, product, 'owner');
  const [customer, submission, sheet, caseRecord] = [
    await first(page, '/api/customers/customers/'),
    await first(page, '/api/forms/submissions/'),
    await first(page, '/api/forms/first-calls/'),
    await first(page, '/api/services/cases/'),
  ];
  const alsoInDark = new Set([
    '/',
    '/cases',
    `/cases/${caseRecord}`,
    '/calendar?view=week',
    '/first-calls',
    '/insight',
  ]);
  for (const path of [
    ...['/', '/status', '/profile', '/team', '/team?tab=invitations', '/team?tab=sign-in'],
    ...['/submissions', `/submissions/${submission}`, `/submissions/${submission}/edit`],
    ...['/first-calls', `/first-calls/${sheet}`],
    ...['/cases', '/cases/new', '/cases/statistics', `/cases/${caseRecord}`],
    ...[
      '/care',
      '/care/wall',
      '/care/scan',
      '/care/count',
      '/care/waiting',
      `/cases/${caseRecord}/care`,
      `/cases/${caseRecord}/checks`,
    ],
    ...['/customers', '/customers/new', '/customers/duplicates', `/customers/${customer}`],
    ...['/calendar?view=agenda', '/calendar?view=week', '/calendar?view=month', '/deadlines', '/payments'],
    ...['/tasks', '/handover', '/checklists', '/calendar/resources', '/calendar/run-sheet'],
    ...['/insight', '/insight?tab=money', '/signatures', `/signatures/new?case=${caseRecord}`, '/signatures/templates'],
  ]) {
    await follow(page, path);
    expect.soft(await problemsOf(page), path).toEqual([]);
    if (alsoInDark.has(path)) expect.soft(await problemsInDark(page), `${path}, dark`).toEqual([]);
  }
  await page.goto(`${product.staffUrl}/cases/${caseRecord}?section=financial`);
  await page.getByRole('button', { name: 'Record Payment', exact: true }).click();
  await expect(page.getByRole('form', { name: 'Record Payment' })).toBeVisible();
  expect.soft(await problemsInDark(page), 'a payment, dark').toEqual([]);
});

test('finds no axe violation in the settings and the sections of a case', async ({ page, demonstration: product }) => {
  test.setTimeout(400_000);
  await openAs(page, product, 'owner');
  const [home, caseRecord] = [
    await first(page, '/api/customers/funeral-homes/'),
    await first(page, '/api/services/cases/'),
  ];
  const list = await first(page, `/api/funeral-homes/${home}/price-lists/`);
  for (const path of [
    ...['/settings/homes', `/settings/homes/${home}`, `/settings/homes/${home}?tab=public`],
    ...[`/settings/homes/${home}?tab=numbering`, `/settings/homes/${home}?tab=history`],
    ...[`/settings/homes/${home}?tab=forms`, `/settings/homes/${home}?tab=prices&list=${list}`],
    ...['/settings/calendar', '/settings/signing', '/settings/quickbooks', '/settings/import', '/settings/archive'],
    ...['/settings/monthly-report', '/no-such-page'],
  ]) {
    await follow(page, path);
    expect.soft(await problemsOf(page), path).toEqual([]);
  }

  await page.goto(`${product.staffUrl}/cases/${caseRecord}`);
  await page.getByRole('button', { name: 'Show All' }).click();
  await expect(page.locator('main [data-section]')).toHaveCount(18);
  for (const section of await page.locator('main [data-section]').all()) {
    const head = section.locator('h2 button[aria-expanded]').first();
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
    await expect(head).toHaveAttribute('aria-expanded', 'true');
    const id = await section.getAttribute('data-section');
    expect.soft(await accessibilityViolations(page, `[data-section="${id}"]`), String(id)).toEqual([]);
  }
});

test(
  'finds no axe violation in what opens over a page',
  { tag: '@phone' },
  async ({ page, demonstration: product }, info) => {
    const isPhone = info.project.name === 'phone';
    await openAs(page, product, 'owner', '/team');
    if (isPhone) {
      await page.getByRole('button', { name: 'Open the menu' }).click();
      await expect(page.getByRole('dialog').getByRole('link', { name: 'Customers', exact: true })).toBeVisible();
      expect.soft(await accessibilityViolations(page), 'the menu of a phone').toEqual([]);
      await picture(page, info, 'menu');
      await page.getByRole('button', { name: 'Close the menu' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await page.getByRole('banner').getByRole('button').last().click();
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
    expect.soft(await accessibilityViolations(page), 'the menu of a person').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Invite a colleague' }).click();
    await expect(page.getByRole('dialog', { name: 'Invite a colleague' }).getByLabel('Email')).toBeFocused();
    expect.soft(await accessibilityViolations(page), 'a dialog').toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page
      .getByRole('button', { name: /^Search/ })
      .first()
      .click();
    await expect(page.getByRole('dialog', { name: 'Search and commands' })).toBeVisible();
    expect.soft(await accessibilityViolations(page), 'the palette').toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.goto(`${product.staffUrl}/cases`);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    expect.soft(await accessibilityViolations(page), 'the menu of a list').toEqual([]);

    const caseRecord = await first(page, '/api/services/cases/');
    await page.goto(`${product.staffUrl}/cases/${caseRecord}`);
    if (isPhone) {
      await page.getByRole('button', { name: 'More for this case' }).click();
      await expect(page.getByRole('menuitem', { name: 'Print' })).toBeVisible();
      expect.soft(await accessibilityViolations(page), 'the menu of a case').toEqual([]);
      await page.getByRole('menuitem', { name: 'Cancel case' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect.soft(await accessibilityViolations(page), 'a dialog of a case').toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await expect(await openDocuments(page, info)).toBeVisible();
    expect.soft(await accessibilityViolations(page), 'a side panel').toEqual([]);
  },
);

test('fits letters of twice the size on a phone', async ({ page, demonstration: product }, info) => {
  test.setTimeout(400_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${product.staffUrl}/signin`);
  await expect(page.getByLabel('Email')).toBeVisible();
  expect.soft(await overflowOfLargeText(page), '/signin').toBe(0);
  await openAs(page, product, 'owner');
  const [home, customer, submission, sheet, caseRecord] = [
    await first(page, '/api/customers/funeral-homes/'),
    await first(page, '/api/customers/customers/'),
    await first(page, '/api/forms/submissions/'),
    await first(page, '/api/forms/first-calls/'),
    await first(page, '/api/services/cases/'),
  ];
  for (const path of [
    ...['/', '/status', '/profile', '/team', '/submissions', `/submissions/${submission}`],
    ...['/first-calls', '/first-calls/new', `/first-calls/${sheet}`, '/cases', '/cases/new', '/cases/statistics'],
    ...[`/cases/${caseRecord}`, `/cases/${caseRecord}?section=financial`, `/cases/${caseRecord}?section=servicesFees`],
    ...['/customers', '/customers/new', '/customers/duplicates', `/customers/${customer}`],
    ...['/calendar?view=agenda', '/calendar?view=week', '/calendar?view=month', '/deadlines', '/payments'],
    ...['/tasks', '/handover', '/checklists', '/calendar/resources', '/calendar/run-sheet'],
    ...[`/cases/${caseRecord}/checks`, `/cases/${caseRecord}/care`, '/care', '/care/scan', '/care/count'],
    ...['/insight', '/insight?tab=money', '/signatures', '/signatures/templates', '/settings/homes'],
    ...[`/settings/homes/${home}`, '/settings/calendar', '/settings/import', '/settings/quickbooks'],
  ]) {
    await follow(page, path);
    expect.soft(await overflowOfLargeText(page), path).toBe(0);
    await picture(page, info, `large-text${path.replaceAll(/[^a-z]+/g, '-')}`);
  }
});
