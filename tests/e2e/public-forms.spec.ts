import { expect } from '@playwright/test';
import { examplePdf } from '#tests/support/records/documents.ts';
import { checkScreen } from './support/axe.ts';
import { fillSection, pagesOfForm } from './support/intake-form.ts';
import { test } from './support/product.ts';
import { openAs, openSubmission, picture } from './support/staff-actions.ts';

test('accepts a report of a published form while its next version is published', async ({
  page,
  product,
  browser,
}, info) => {
  test.setTimeout(300_000);
  const slug = 'hospice';
  await openAs(page, product, 'owner', '/settings/homes');
  await page.getByRole('link', { name: 'Northside Chapel', exact: true }).click();
  await page.getByRole('link', { name: 'Forms', exact: true }).click();
  await page.getByRole('button', { name: 'New form' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Hospice');
  const atHome = dialog.getByLabel(/main address/);
  if (await atHome.isVisible()) await atHome.uncheck();
  await expect(dialog.getByLabel('Address', { exact: true })).toHaveValue(slug);
  await dialog.getByRole('button', { name: 'Create' }).click();

  await page.getByLabel('Title', { exact: true }).fill('Tell us of a death');
  await page.getByRole('button', { name: 'Wine' }).click();
  await expect(page.getByLabel('Color', { exact: true })).toHaveValue('#5b2433');
  await page.getByRole('switch', { name: 'Add Spanish translations' }).check();
  await page.getByLabel('Title in Spanish').fill('Infórmenos de un fallecimiento');
  await page.getByRole('checkbox', { name: 'Cemetery' }).uncheck();
  await page.getByRole('button', { name: 'Add a question' }).click();
  await page.getByLabel('Question 1', { exact: true }).fill('Which hospice cared for your loved one?');
  await page.getByLabel('Answer type for question 1').selectOption('choice');
  await page.getByLabel('Choices (one per line)').fill('Bayside Hospice\nAnother one');
  await page.getByLabel('Question 1 in Spanish').fill('¿Qué hospicio atendió a su ser querido?');
  await page.getByLabel('Choices in Spanish, in the same order').fill('\nOtro');
  await page.getByLabel('An answer is required').check();
  await page.getByRole('switch', { name: 'Preview in Spanish' }).check();
  await expect(page.getByRole('figure').getByText('Infórmenos de un fallecimiento')).toBeVisible();
  await expect(page.getByRole('figure').getByText('Otro', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Save form' }).click();
  await expect(page.getByText('Form saved')).toBeVisible();
  await checkScreen(page, info, 'public-form-editor');
  await page.getByRole('button', { name: 'Publish…' }).click();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Link and QR code' }).click();
  await expect(dialog.getByRole('img', { name: /QR code of/ })).toBeVisible();
  await expect(dialog.getByLabel('Embed code')).toHaveValue(new RegExp(`${product.slugs['northside-chapel']}/${slug}`));
  await picture(page, info, 'public-form-share');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Link and QR code' })).toBeFocused();

  const family = await (await browser.newContext()).newPage();
  await family.goto(`${product.intakeUrl}/${product.slugs['northside-chapel']}/${slug}`);
  await expect(family.getByRole('heading', { level: 1, name: 'Tell us of a death' })).toBeVisible();
  await family.getByRole('link', { name: /^Start/ }).click();
  for (const sections of pagesOfForm.slice(0, -1)) {
    const asked = sections.filter(({ id }) => id !== 'cemetery');
    await expect(family).toHaveURL(new RegExp(`#${asked[0]?.id}$`));
    for (const section of asked) await fillSection(family, section);
    if (!asked.some(({ id }) => id === 'employment')) await family.locator('.way-on').click();
  }
  await expect(family.getByRole('heading', { level: 2, name: 'A few questions from us' })).toBeVisible();

  await page.getByLabel('Question 1', { exact: true }).fill('Which hospice?');
  await page.getByRole('button', { name: 'Save form' }).click();
  await expect(page.getByText('Version 1, changes not published')).toBeVisible();
  await page.getByRole('button', { name: 'Publish…' }).click();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText(/^Version 2 ·/)).toBeVisible();

  // The family's version falls back to English where Spanish is blank, and stores the English choice.
  await family.getByRole('link', { name: 'Español' }).click();
  await expect(family.getByText('¿Qué hospicio atendió a su ser querido?')).toBeVisible();
  await expect(family.getByRole('radio', { name: 'Otro' })).toBeVisible();
  await family.getByLabel('Bayside Hospice').check();
  await picture(family, info, 'public-form-questions-spanish');
  await family.getByRole('link', { name: 'English' }).click();
  await expect(family.getByLabel('Bayside Hospice')).toBeChecked();
  await family.locator('.way-on').click();
  await expect(family.getByText('Which hospice cared for your loved one? Bayside Hospice')).toBeVisible();
  await family.getByLabel('I agree to the terms').check();
  await family.getByRole('button', { name: 'SUBMIT' }).click();
  await expect(family.getByRole('heading', { name: 'Thank You' })).toBeVisible();
  const reference = (await family.locator('.reference').textContent()) ?? '';
  await family.getByRole('button', { name: 'Send a photo' }).click();
  await family.getByLabel('Choose or take photos').setInputFiles([
    { name: 'Discharge.pdf', mimeType: 'application/pdf', buffer: examplePdf() },
    { name: 'Camera.png', mimeType: 'image/png', buffer: await page.screenshot() },
    { name: 'Letter.docx', mimeType: 'application/msword', buffer: Buffer.from('no letter') },
  ]);
  await expect(family.getByText('Discharge.pdf received.')).toBeVisible();
  await expect(family.getByText('Camera.png received.')).toBeVisible();
  await expect(family.getByText('Letter.docx We cannot read this file.')).toBeVisible();
  await checkScreen(family, info, 'family-papers-sent');

  await openSubmission(page, reference, 'Lindqvist');
  await expect(page.getByText(/Form “Hospice”.*version 1$/)).toBeVisible();
  await expect(page.getByText('Bayside Hospice')).toBeVisible();
  await expect(page.getByText('Language')).toBeVisible();
  const papers = page.getByRole('region', { name: 'Documents from the family' });
  await papers.getByRole('button', { name: 'Camera.jpg' }).click();
  const preview = page.getByRole('dialog');
  await expect(preview.getByRole('img', { name: 'Camera.jpg' })).toHaveJSProperty('complete', true);
  await preview.getByRole('button', { name: 'Close the document' }).click();
  await expect(papers.getByRole('button', { name: 'Discharge.pdf' })).toBeVisible();
  await papers.scrollIntoViewIfNeeded();
  await picture(page, info, 'public-form-submission');

  await openAs(page, product, 'owner', '/settings/homes');
  await page.getByRole('link', { name: 'Northside Chapel', exact: true }).click();
  await page.getByRole('link', { name: 'Forms', exact: true }).click();
  await page.getByRole('link', { name: 'Hospice' }).click();
  await page.getByRole('button', { name: 'Unpublish' }).click();
  await dialog.getByRole('button', { name: 'Unpublish' }).click();
  await expect(page.getByText('Unpublished', { exact: true })).toBeVisible();
  await family.context().close();
  const next = await (await browser.newContext()).newPage();
  await next.goto(`${product.intakeUrl}/${product.slugs['northside-chapel']}/${slug}`);
  await expect(next.getByText('This form is closed right now.')).toBeVisible();
  await next.getByRole('link', { name: 'Open our main form' }).click();
  await expect(next.getByRole('heading', { level: 1, name: 'Report a Death' })).toBeVisible();
  await next.context().close();
});
