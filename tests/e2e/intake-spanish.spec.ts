import { expect, type Page } from '@playwright/test';
import { accessibilityViolations, checkScreen } from './support/axe.ts';
import { type Answers, exampleAnswers, pagesOfForm, watchPolicy } from './support/intake-form.ts';
import { test } from './support/product.ts';
import { emailed, emailsTo, listed, openAs, picture } from './support/staff-actions.ts';

/** Words of English sentences that Spanish does not have. */
const english = /\b(?:the|and|your|you|please|with|this|their|is|are)\b/i;

/** Returns what a screen reader reads, without texts of the home and names of cemeteries. */
const heard = async (page: Page): Promise<string> =>
  (await page.locator('body').ariaSnapshot()).replaceAll(
    /^.*(?:Please accept our sympathy|Cemetery|Perpetual Care).*$/gm,
    '',
  );

interface Stop {
  /** The name of its field; '' if it has none, and for further parts of one control, such as the minutes of a time. */
  name: string;
  type: string;
  value: string;
  /** Whether it follows the previous stop in the document. */
  follows: boolean;
  isLast: boolean;
}

const stopAt = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const held = window as unknown as { before?: Element | undefined };
    const at = document.activeElement as HTMLInputElement;
    const isSame = held.before === at;
    const follows =
      !held.before || isSame || Boolean(held.before.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING);
    held.before = at;
    const { name = '', type = '', value = '' } = at;
    return { name: isSame ? '' : name, type, value, follows, isLast: at.matches('.way-on, .submit') };
  });

/** Moves through choices, from the first one, to the wanted one. */
const arrowTo = async (page: Page, first: 'Home' | 'Space', wanted: unknown): Promise<void> => {
  const chosen = () => page.evaluate(() => (document.activeElement as HTMLInputElement).value);
  if (first === 'Home' && (await chosen()) === wanted) return;
  await page.keyboard.press(first);
  for (let at = 0; at < 70 && (await chosen()) !== wanted; at++) await page.keyboard.press('ArrowDown');
  expect(await chosen()).toBe(wanted);
};

const answerByKeys = async (page: Page, { name, type, value }: Stop, answers: Answers): Promise<void> => {
  const { keyboard } = page;
  const day = /^(.*)-month$/.exec(name)?.[1];
  const wanted = answers[day ?? name];
  if (wanted === undefined) return;
  if (day) {
    const [year = '', month = '', date = ''] = String(wanted).split('-');
    await keyboard.type(month + date + year);
  } else if (type === 'time') {
    await keyboard.type(`${String(wanted).replace(':', '')}a`);
  } else if (type === 'select-one') {
    await arrowTo(page, 'Home', wanted);
  } else if (type === 'radio') {
    await arrowTo(page, 'Space', wanted);
  } else if (type === 'checkbox') {
    if (wanted === true || (Array.isArray(wanted) && wanted.includes(value))) await keyboard.press('Space');
  } else if (type !== 'button') await keyboard.type(String(wanted));
};

test.use({ locale: 'es-US', viewport: { width: 390, height: 844 } });

test('accepts a report in Spanish with the keyboard, in reading order', async ({ page, product, browser }, info) => {
  test.setTimeout(400_000);
  const policyReports = await watchPolicy(page);
  const address = `karin@${product.slugs['northside-chapel']}.example`;
  const answers: Answers = { ...exampleAnswers, submitter_email: address, weight: '150' };
  await page.goto(`${product.intakeUrl}/${product.slugs['northside-chapel']}`);
  await expect(page).toHaveTitle('Informar un fallecimiento | Northside Chapel');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await picture(page, info, 'intake-es-start', true);
  expect(await heard(page)).not.toMatch(english);
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.locator('.begin').focus();
  await page.keyboard.press('Enter');

  for (const sections of pagesOfForm) {
    const id = sections[0]?.id;
    await expect(page).toHaveURL(new RegExp(`#${id}$`));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page.locator('.section-number')).toHaveText(sections.map(({ number }) => `Sección ${number} de 9`));
    const text = await heard(page);
    // The review contains the family's own words.
    if (id !== 'agreement')
      expect(text.replaceAll(/^.*(?:Cemetery|Gardens|Mausoleum|Park|Care).*$/gm, '')).not.toMatch(english);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.evaluate(() => Object.assign(window, { before: undefined }));
    for (let tabs = 0; ; tabs++) {
      expect(tabs, `${id}: the way on is not reached`).toBeLessThan(120);
      await page.keyboard.press('Tab');
      const stop = await stopAt(page);
      expect(stop.follows, `${id}: ${stop.name}`).toBe(true);
      if (stop.isLast) break;
      await answerByKeys(page, stop, answers);
    }
    if (id === 'contact') await picture(page, info, 'intake-es-section', true);
    if (id !== 'agreement') await page.keyboard.press('Enter');
  }

  await expect(page.getByRole('heading', { level: 1, name: 'Por favor, revise sus respuestas' })).toBeVisible();
  await expect(page.getByText('Harold nació el 14 de mayo de 1937 en Duluth, condado de St. Louis')).toBeVisible();
  await picture(page, info, 'intake-es-reading', true);
  const [request] = await Promise.all([
    page.waitForRequest('**/api/forms/public/submit/'),
    page.getByRole('button', { name: 'ENVIAR', exact: true }).press('Enter'),
  ]);
  expect(request.postDataJSON()).toMatchObject({ language: 'es', race: ['white', 'other_asian'], death_state: 'FL' });
  await expect(page.getByRole('heading', { level: 1, name: 'Gracias' })).toBeFocused();
  await expect(page.getByText('Recibimos su informe sobre Harold.')).toBeVisible();
  expect(await heard(page)).not.toMatch(english);
  await checkScreen(page, info, 'intake-es-thanks', { fullPage: true });
  const reference = String(await page.locator('.reference').textContent());

  await page.getByRole('link', { name: 'Ver el estado de su informe' }).press('Enter');
  await expect(page.locator('[aria-current=step]')).toContainText('Recibido');
  await expect(page).toHaveTitle('Estado de su informe');
  expect(await heard(page)).not.toMatch(english);
  await checkScreen(page, info, 'intake-es-status', { fullPage: true });

  await page.getByRole('link', { name: 'English' }).press('Enter');
  await expect(page.locator('[aria-current=step]')).toContainText('Received');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.reload();
  await expect(page.locator('[aria-current=step]')).toContainText('Received');
  await expect(page).toHaveTitle('Status of your report');
  expect(await policyReports()).toEqual([]);

  // The email is in Spanish and links to a Spanish page for any language of the browser.
  const link = await emailed(product, address, /(http\S+\/status\/\S+)/);
  const [email] = await emailsTo(product, address);
  expect(email?.subject).toBe('Hemos recibido su informe - Northside Chapel');
  expect(email?.text).not.toMatch(english);
  const readers = await browser.newContext({ locale: 'en-US', javaScriptEnabled: false });
  const without = await readers.newPage();
  const answer = await without.goto(link);
  expect(answer?.headers()['content-language']).toBe('es');
  await expect(without.getByRole('heading', { level: 1, name: 'Estado de su informe' })).toBeVisible();
  await expect(without.locator('.without-script')).toContainText('Esta página necesita JavaScript.');
  await without.getByRole('link', { name: 'English' }).click();
  await expect(without.getByRole('heading', { level: 1, name: 'Status of your report' })).toBeVisible();
  await readers.close();

  const office = await (
    await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
  ).newPage();
  await openAs(office, product, 'director');
  const row = office.getByRole('row', { name: new RegExp(reference) });
  await listed(office, `${product.staffUrl}/submissions`, row);
  await expect(row).toContainText('Spanish · As Soon As Possible');
  await row.getByRole('link').first().click();
  await expect(office.getByText('Prefers Spanish (form language)')).toBeVisible();
  await office.context().close();
});

test('fits the message of a wrong email at 200 %', async ({ page, product }) => {
  await page.goto(`${product.intakeUrl}/${product.slugs['northside-chapel']}#contact`);
  const email = page.locator('[name=submitter_email]');
  await email.fill('karin@');
  await email.press('Tab');
  await expect(page.locator('#field-submitter_email-error')).toBeVisible();
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
