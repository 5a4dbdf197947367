import { expect, type Locator, type Page } from '@playwright/test';
import { wholeCase } from '#tests/support/records/cases.ts';
import { exampleFees } from '#tests/support/records/price-lists.ts';
import { accessibilityViolations, checkScreen } from './support/axe.ts';
import { type Product, test } from './support/product.ts';
import { addCase, callAs, downloadBy, openAs, picture } from './support/staff-actions.ts';

const tablet = { width: 820, height: 1180 };
const people = [
  { name: 'Carolyn Pruitt-Shaw', email: 'carolyn@example.com' },
  { name: 'Bartholomew Featherstonehaugh-Cholmondeley', email: 'bartholomew@example.com' },
];

const caseWithStatement = async (page: Page): Promise<string> => {
  const { id } = await addCase(page, { ...wholeCase, ...exampleFees() });
  await callAs(page, 'POST', `/api/services/cases/${id}/activate/`, {});
  await callAs(page, 'POST', `/api/services/cases/${id}/statements/`, {});
  return id;
};

/** Sends a request to sign the Statement, and opens it. */
const sentRequest = async (page: Page, product: Product, case_id: string, changes: object = {}): Promise<void> => {
  const body = { case_id, documents: [{ statement_version: 1 }], recipients: people, send_now: true, ...changes };
  const { id } = await callAs(page, 'POST', '/api/signatures/envelopes/create-multi-document/', body);
  await page.goto(`${product.staffUrl}/signatures/${id}`);
};

/** Returns what does not fit on a phone with text at 200 %. */
const cutAtTwiceTheText = async (page: Page): Promise<string[]> => {
  await page.setViewportSize({ width: 390, height: 844 });
  return page.evaluate(() => {
    const { documentElement: root } = document;
    root.style.fontSize = '200%';
    const words = [...document.querySelectorAll('main .mantine-Button-label')];
    const cut = words.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map((one) => one.innerHTML);
    const over = root.scrollWidth - root.clientWidth;
    root.style.fontSize = '';
    return over > 0 ? [...cut, `too wide by ${over}`] : cut;
  });
};

const status = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true }).first();

/** Opens the signing page of the next signer, acts on it and closes it. */
const onSigningPage = async (page: Page, link: Locator, act: (signing: Page) => Promise<void>): Promise<void> => {
  const opened = page.waitForEvent('popup');
  await link.click();
  const signing = await opened;
  await act(signing);
  await signing.close();
};
const sign = (name: string) => async (signing: Page) => {
  for (const field of await signing.getByLabel('Type your name instead').all()) await field.fill(name);
  await signing.getByRole('button', { name: 'Sign and complete' }).click();
  await expect(signing.getByRole('status')).toBeVisible();
};
const inPerson = (page: Page) => page.getByRole('link', { name: 'Sign in person' });

test('sends a Statement to two signers in order and stores it signed', async ({ page, product }, info) => {
  await openAs(page, product, 'director', '/cases');
  const caseId = await caseWithStatement(page);
  await page.goto(`${product.staffUrl}/cases/${caseId}?section=servicesFees`);
  await page.getByRole('link', { name: 'Request signatures' }).first().click();
  await expect(page.getByRole('checkbox', { name: /^Statement WA-S/ })).toBeChecked();
  await page.getByRole('button', { name: 'Add a person' }).click();
  const rows = page.getByRole('region', { name: 'Signers' }).getByRole('listitem');
  await rows
    .first()
    .getByLabel('Email')
    .fill(people[0]?.email ?? '');
  await rows
    .last()
    .getByLabel('Name')
    .fill(people[1]?.name ?? '');
  await rows
    .last()
    .getByLabel('Email')
    .fill(people[1]?.email ?? '');
  await rows.first().getByLabel('Delivery').selectOption('By email');
  await page.getByLabel('In this order').check();
  await expect(page.getByText('Ready to send')).toBeVisible();
  await checkScreen(page, info, 'signature-new');
  await page.getByRole('button', { name: 'Send', exact: true }).click();

  await expect(inPerson(page)).toHaveCount(1);
  expect(await cutAtTwiceTheText(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await onSigningPage(page, inPerson(page), sign('Carolyn Pruitt-Shaw'));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('heading', { name: 'Signers (1 of 2)' })).toBeVisible({ timeout: 30_000 });
  await expect(inPerson(page)).toHaveCount(1);
  await onSigningPage(page, inPerson(page), sign('Bartholomew'));
  await expect(status(page, 'Completed')).toBeVisible({ timeout: 40_000 });
  await picture(page, info, 'signature-completed');
  expect(await cutAtTwiceTheText(page)).toEqual([]);
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  const file = await downloadBy(page.getByRole('button', { name: /^Download .*, signed$/ }).first());
  expect(file.suggestedFilename()).toMatch(/\(signed\)\.pdf$/);
  const all = await downloadBy(page.getByRole('button', { name: 'Download all (ZIP)' }));
  expect(all.suggestedFilename()).toMatch(/ signed documents\.zip$/);

  await page.goto(`${product.staffUrl}/cases/${caseId}?section=servicesFees`);
  await expect(page.getByText(/Signed electronically: Purchaser Carolyn Pruitt-Shaw, .* Bartholomew/)).toBeVisible();
  await picture(page, info, 'statement-signed');
  await page.goto(`${product.staffUrl}/cases/${caseId}?section=documents`);
  await expect(page.getByText(/\(signed\)\.pdf/).first()).toBeVisible();
});

test('signs in person on a tablet, declines and voids a request', { tag: '@long' }, async ({ page, product }, info) => {
  await page.setViewportSize(tablet);
  await openAs(page, product, 'director', '/cases');
  const caseId = await caseWithStatement(page);
  const here = { delivery: 'in_person', recipients: people.map(({ name }) => ({ name })) };
  await sentRequest(page, product, caseId, here);
  await onSigningPage(page, inPerson(page), sign('Carolyn Pruitt-Shaw'));
  await expect(page.getByRole('heading', { name: 'Signers (1 of 2)' })).toBeVisible({ timeout: 40_000 });
  await picture(page, info, 'signature-in-person-820');
  await onSigningPage(page, inPerson(page), async (signing) => {
    await signing.getByLabel('Why do you not sign?').fill('The casket is not the one we chose');
    await signing.getByRole('button', { name: 'Decline to sign' }).click();
    await expect(signing.getByRole('status')).toBeVisible();
  });
  await expect(page.getByText('The casket is not the one we chose').first()).toBeVisible({ timeout: 40_000 });
  await expect(status(page, 'Declined')).toBeVisible();

  await sentRequest(page, product, caseId);
  await expect(inPerson(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Void' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Sent twice');
  await dialog.getByRole('button', { name: 'Void request' }).click();
  await expect(status(page, 'Voided')).toBeVisible();
  await expect(page.getByText('Sent twice').first()).toBeVisible();
  await page.goto(`${product.staffUrl}/signatures`);
  await expect(page.getByRole('link', { name: /Statement/ }).first()).toBeVisible();
  for (const width of [820, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await picture(page, info, `signatures-list-${width}`);
  }
});
