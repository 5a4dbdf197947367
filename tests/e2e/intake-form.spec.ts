import { expect, type Page } from '@playwright/test';
import { intakeSections } from '#domain/intake/intake.sections.ts';
import { axeFaults } from './support/axe.ts';
import { exampleAnswers, fillIntake, fillSection, openSection, typeDate, watchPolicy } from './support/intake-form.ts';
import { test } from './support/product.ts';

const submitPath = '**/api/forms/public/submit/';
const submitButton = (page: Page) => page.getByRole('button', { name: 'SUBMIT', exact: true });
const storage = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]));

/** What the browser's own database holds, as text: the key as its kind, enciphered bytes as they are. */
const keptCopies = (page: Page) =>
  page.evaluate(async () => {
    const named = await indexedDB.databases();
    if (!named.some(({ name }) => name === 'intake')) return [];
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('intake');
      request.onsuccess = () => resolve(request.result);
    });
    const all = await new Promise<[IDBValidKey, unknown][]>((resolve) => {
      const found: [IDBValidKey, unknown][] = [];
      const request = database.transaction('kept').objectStore('kept').openCursor();
      request.onsuccess = () => {
        if (!request.result) return resolve(found);
        found.push([request.result.key, request.result.value]);
        request.result.continue();
      };
    });
    database.close();
    return all.map(([key, value]) => {
      if (value instanceof CryptoKey) return `${key}: a key${value.extractable ? ' that can be read out' : ''}`;
      const { data } = value as { data: ArrayBuffer };
      return `${key}: ${String.fromCharCode(...new Uint8Array(data).slice(0, 20_000))}`;
    });
  });

const violations = async (page: Page) =>
  (await axeFaults(page)).map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target)}`);

const openForm = async (page: Page, url: string) => {
  await page.goto(url);
  await expect(page.getByText('Loading...')).toHaveCount(0);
};

/** What a thumb cannot hit: controls under 44 px, and links outside of a sentence. */
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

/** Words of choices that go on in a further line, as 'Unknow' and 'n'. */
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

test('a family fills every section, reads it once more, submits and reads Thank You', { tag: '@phone' }, async ({
  page,
  product,
}) => {
  const policyReports = await watchPolicy(page);
  await openForm(page, `${product.intakeUrl}/whitcomb-ames`);
  await expect(page.locator('.home-name')).toHaveText('Whitcomb & Ames Funeral Home');
  expect(await violations(page)).toEqual([]);
  await fillIntake(page);
  await expect(page.getByRole('heading', { name: 'Please read it once more' })).toBeVisible();
  await expect(page.getByText('Harold was born on May 14, 1937 in Duluth')).toBeVisible();
  await expect(page.getByText('Social Security Number: given.')).toBeVisible();
  await expect(submitButton(page)).toBeEnabled();
  expect(await violations(page)).toEqual([]);

  // A correction leads back here.
  await page.getByRole('link', { name: 'Change Employment and Education' }).click();
  await page.locator('[name=employment_title]').fill('Boat builder');
  await page.getByRole('link', { name: /Read it once more/ }).click();
  await expect(page.getByText('Boat builder')).toBeVisible();

  await page.reload();
  await expect(submitButton(page)).toBeDisabled();
  await openSection(page, 'deceased');
  await expect(page.locator('[name=deceased_first_name]')).toHaveValue('Harold');
  await expect(page.getByText('Age: 88 years')).toBeVisible();
  await expect(page.locator('[name=social_security_number]')).toHaveValue('');
  expect(await storage(page)).not.toMatch(/987-?65-?4320/);
  await page.locator('[name=social_security_number]').pressSequentially(String(exampleAnswers.social_security_number));
  await openSection(page, 'agreement');
  await expect(submitButton(page)).toBeEnabled();
  await submitButton(page).click();
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeFocused();
  await expect(
    page.getByText('Thank you. We have received your information and will contact you shortly.'),
  ).toBeVisible();
  await expect(page.getByText('Your report about Harold is with us.')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  const reference = (await page.locator('.reference').textContent()) ?? '';
  await page.getByRole('link', { name: 'See how your report stands' }).click();
  await expect(page.getByText(reference)).toBeVisible();
  await expect(page.locator('[aria-current=step]')).toContainText('Received');
  expect(await violations(page)).toEqual([]);
  expect(await policyReports()).toEqual([]);
});

test.describe('by thumb on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('the whole form with what is not known, its gaps and the reading-through', async ({ page, product }) => {
    const notKnown = ['birthplace_city', 'mother_maiden_name', 'facility_phone', 'weight'];
    const answers = { ...exampleAnswers, gender: undefined, marital_status: '', ssn_to_follow: true } as never;
    await openForm(page, `${product.intakeUrl}/ames-cremation-care`);
    const call = page.locator('a[href^="tel:"]');
    await expect(call).toHaveCount(1);
    await page.getByRole('link', { name: /^Begin/ }).tap();
    for (const section of intakeSections) {
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await expect(call.first()).toBeInViewport();
      expect(await smallTargets(page)).toEqual([]);
      expect(await brokenWords(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await fillSection(page, section, answers, notKnown);
      expect(await violations(page)).toEqual([]);
      if (section.id !== 'agreement') await page.locator('.way-on').tap();
    }
    await expect(page.getByText('City of birth: not known yet.')).toBeVisible();

    // It counts as disabled, yet a press says what is missing.
    await submitButton(page).tap({ force: true });
    await expect(page.getByRole('heading', { name: 'Almost there: 2 answers' })).toBeFocused();
    await expect(page.getByText('Please fill in all required fields').first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.locator('.gaps').getByRole('link', { name: 'Gender' }).tap();
    await expect(page.locator('#field-gender')).toBeFocused();
    await expect(page.locator('#field-gender')).toBeInViewport();
    await expect(page.locator('.field-missing .message')).toHaveText('Still needed');
    expect(await violations(page)).toEqual([]);
    await page.locator('[name=gender][value=male]').tap();
    await expect(page.locator('.way-on')).toContainText('Next gap');
    await page.locator('.way-on').tap();
    await page.locator('[name=marital_status]').selectOption('widowed');
    await expect(page.locator('.gaps')).toHaveCount(0);
    await page.getByRole('link', { name: /Read it once more/ }).tap();
    await submitButton(page).tap();
    await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible();
    await expect(page.getByText('What you do not know (city of birth')).toBeVisible();
  });

  test('a stillborn child: other words, one day, and nothing that hurts', async ({ page, product }) => {
    await openForm(page, `${product.intakeUrl}/harbor-light`);
    await page.getByRole('link', { name: /^Begin/ }).tap();
    await openSection(page, 'deceased');
    await typeDate(page, 'date_of_birth', '2025-10-27');
    await expect(page.getByText('Was this a stillbirth?')).toHaveCount(0);
    await typeDate(page, 'date_of_death', '2025-10-28');
    await page.locator('[name=stillborn][value=yes]').tap();
    await expect(page.getByRole('heading', { level: 1, name: 'About your baby' })).toBeVisible();
    await expect(page.locator('.where')).toHaveText('Section 2 of 8 · About your baby');
    await page.getByRole('button', { name: 'No name was given' }).tap();
    await page.locator('[name=gender][value=female]').tap();
    expect(await page.locator('main').textContent()).not.toMatch(/deceased|armed forces|Social Security/i);
    expect(await violations(page)).toEqual([]);

    const { date_of_birth: _born, gender: _gender, ...others } = exampleAnswers;
    for (const section of intakeSections) {
      if (section.id === 'employment') continue;
      await openSection(page, section.id);
      await fillSection(page, section, others);
    }
    const [request] = await Promise.all([page.waitForRequest(submitPath), submitButton(page).tap()]);
    expect(request.postDataJSON()).toMatchObject({
      stillborn: true,
      deceased_first_name: 'Baby Girl',
      date_of_death: '2025-10-27',
      is_veteran: false,
      marital_status: 'never_married',
    });
    await expect(page.getByText('Your report about your baby is with us.')).toBeVisible();
  });
});

test('S-29 a draft is there again after the page was closed, enciphered and without the SSN', async ({
  page,
  context,
  product,
}) => {
  const url = `${product.intakeUrl}/northside-chapel`;
  await openForm(page, url);
  await page.getByRole('link', { name: /^Begin/ }).click();
  await openSection(page, 'deceased');
  await page.locator('[name=deceased_first_name]').fill('Harold');
  await page.locator('[name=deceased_last_name]').fill('Lindqvist');
  await page.locator('[name=social_security_number]').pressSequentially('987654320');
  await page.locator('#field-birthplace_city-unknown').click();
  await expect(page.getByText(/^Saved on this computer at/).filter({ visible: true })).toBeVisible();
  await expect.poll(() => keptCopies(page)).toHaveLength(2);
  const kept = (await keptCopies(page)).join();
  expect(kept).toContain('key: a key,');
  expect(kept).not.toMatch(/Harold|Lindqvist|4320|read out/);
  await page.close();

  const later = await context.newPage();
  await later.goto(url);
  expect(await storage(later)).not.toContain('Lindqvist');
  await later.getByRole('link', { name: /Go on with your saved report/ }).click();
  await expect(later.getByRole('heading', { level: 1, name: 'Deceased Information' })).toBeVisible();
  await expect(later.locator('[name=deceased_first_name]')).toHaveValue('Harold');
  await expect(later.locator('[name=social_security_number]')).toHaveValue('');
  await expect(later.getByText('Not known yet. We will find out together.')).toBeVisible();

  // It goes when it is told to.
  await later.getByRole('link', { name: 'Stop here and go on later' }).filter({ visible: true }).click();
  await later.getByRole('button', { name: /^Remove my answers/ }).click();
  await expect(later.getByRole('link', { name: /^Begin/ })).toBeVisible();
  await expect.poll(() => keptCopies(later)).toHaveLength(1);
  expect(await violations(later)).toEqual([]);
});

test('S-29 nothing personal stays in the browser after the report was received', async ({ page, product }) => {
  await openForm(page, `${product.intakeUrl}/northside-chapel`);
  await fillIntake(page);
  await expect.poll(() => storage(page)).toContain('Lindqvist');
  expect(await storage(page)).not.toMatch(/4320|ok:public_submit/);
  await submitButton(page).click();
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible();
  expect(await storage(page)).not.toMatch(/Lindqvist|Harold|555|4320|example\.com|Marine Street/);
  await expect.poll(() => keptCopies(page)).toEqual(['key: a key']);
});

test('S-22 a report beyond the limit is refused with the telephone number of the home, and nothing is lost', async ({
  page,
  product,
}) => {
  await openForm(page, `${product.intakeUrl}/whitcomb-ames`);
  await fillIntake(page);
  const detail = 'Too many requests. Please wait a moment and try again.';
  await page.route(
    submitPath,
    (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '600' },
        json: { detail, telephone: '9045550177' },
      }),
    { times: 1 },
  );
  await submitButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Failed to submit. Please try again or call us directly.');
  await expect(page.getByText(detail)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Or call us: (904) 555-0177' })).toHaveAttribute(
    'href',
    'tel:9045550177',
  );
  expect(await violations(page)).toEqual([]);
  await expect(page.getByText('Harold was born on')).toBeVisible();
  await submitButton(page).click();
  await expect(page.getByRole('heading', { name: 'Thank You' })).toBeVisible();
});

test('what is pressed before the page is alive counts', async ({ page, product }) => {
  let letScriptsPass = () => {};
  const held = new Promise<void>((resolve) => {
    letScriptsPass = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${product.intakeUrl}/whitcomb-ames`, { waitUntil: 'commit' });
  await page.getByRole('link', { name: /^Begin/ }).click();
  letScriptsPass();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Information' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Report a Death' })).toBeVisible();
});

test('an unknown slug falls back to a name made of it, and asks nothing that it could not send', async ({
  page,
  product,
}) => {
  await openForm(page, `${product.intakeUrl}/maple-grove-chapel`);
  await expect(page.locator('.home-name')).toHaveText('Maple Grove Chapel');
  await expect(page.getByText('We do not know a funeral home at this address.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Begin/ })).toHaveCount(0);
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
  await context.setOffline(false);
  await expect(page.getByText('You are connected again.')).toBeVisible();
  await expect(page.locator('.note-failure')).toHaveCount(0);

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

for (const [how, options] of [
  ['320 pixels', { width: 320 }],
  ['text at 200 %', { width: 390, text: '200%' }],
  ['the dark', { width: 390, dark: true }],
] as const) {
  test(`the form fits ${how}`, async ({ page, product }) => {
    await page.setViewportSize({ width: options.width, height: 700 });
    if ('dark' in options) await page.emulateMedia({ colorScheme: 'dark' });
    await openForm(page, `${product.intakeUrl}/whitcomb-ames`);
    if ('text' in options)
      await page.evaluate((size) => (document.documentElement.style.fontSize = size), options.text);
    for (const step of ['start', ...intakeSections.map(({ id }) => id), 'later']) {
      await page.evaluate((to) => {
        location.hash = to;
      }, step);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), step).toBeLessThanOrEqual(options.width);
      expect(await violations(page), step).toEqual([]);
    }
  });
}

test('the form works by keyboard alone', async ({ page, product }) => {
  await openForm(page, `${product.intakeUrl}/whitcomb-ames`);
  await page.getByRole('link', { name: /^Begin/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Information' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.locator('[name=submitter_email]')).toBeFocused();
  await page.keyboard.type('karin.lindqvist@example.com');
  // Enter moves on, as the phone's key says; it neither submits nor leaves the page.
  await page.keyboard.press('Enter');
  await page.keyboard.type('9045550142');
  await expect(page.locator('[name=submitter_phone]')).toHaveValue('(904) 555-0142');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.locator('[name=special_requests]')).toBeFocused();
  await expect(page.getByText('1 of 9 sections complete')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.locator('.way-on').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Deceased Information' })).toBeFocused();
});
