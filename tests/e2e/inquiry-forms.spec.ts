import { expect } from '@playwright/test';
import { test } from './support/product.ts';
import { accessibilityFaults, accountOf, openAs, openSubmission, picture } from './support/staff-actions.ts';

const kinds = [
  { kind: 'pre_need', label: 'Inquiry before need', name: 'Plan ahead' },
  { kind: 'obituary', label: 'Details for an obituary', name: 'Obituary' },
] as const;

for (const { kind, label, name } of kinds)
  test(
    `a home opens a form for something else than a death (${label}); it is answered in two languages and called back`,
    { tag: '@phone' },
    async ({ page, product, browser }, info) => {
      test.setTimeout(180_000);
      const slug = `${name.toLowerCase().replace(' ', '-')}-${info.project.name}`;
      await openAs(page, product, accountOf('owner'), '/settings/homes');
      await page.getByRole('link', { name: 'Northside Chapel', exact: true }).click();
      await page.getByRole('link', { name: 'Forms', exact: true }).click();
      await page.getByRole('button', { name: 'New form' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill(`${name} ${info.project.name}`);
      await dialog.getByLabel('What it is for').selectOption(label);
      await expect(dialog.getByLabel(/own address/)).toBeHidden();
      await picture(page, info, `inquiry-form-new-${kind}`);
      await dialog.getByRole('button', { name: 'Begin' }).click();
      await expect(page.getByLabel('Question 1', { exact: true })).not.toHaveValue('');
      await expect(page.getByRole('checkbox', { name: 'Cemetery' })).toBeHidden();
      await picture(page, info, `inquiry-form-editor-${kind}`);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Publish…' }).click();
      await dialog.getByRole('button', { name: 'Publish' }).click();
      await expect(page.getByText('Published', { exact: true })).toBeVisible();

      const family = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
      const look = async (what: string) => {
        await picture(family, info, `inquiry-${kind}-${what}`);
        expect(await accessibilityFaults(family)).toEqual([]);
      };
      await family.goto(`${product.intakeUrl}/northside-chapel/${slug}`);
      const title = kind === 'pre_need' ? 'Plan Ahead' : 'Details for the Obituary';
      await expect(family.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(family.getByText('Social Security')).toBeHidden();
      await look('start');
      await family.getByRole('link', { name: /^Begin/ }).click();
      await family.getByLabel('Email').fill('ida.berglund@example.com');
      await family.getByLabel('Phone number').fill('9045550177');
      if (kind === 'pre_need') await family.getByLabel('Your message').fill('What does a graveside service cost?');
      await look('contact');
      await family.locator('.way-on').click();
      if (kind === 'obituary') {
        await expect(family.getByRole('heading', { level: 1, name: 'About your loved one' })).toBeVisible();
        await family.getByLabel('First name').fill('Harold');
        await family.getByLabel('Last name').fill('Lindqvist');
        await family.locator('[name="date_of_birth-month"]').pressSequentially('05141937');
        await family.locator('[name="date_of_death-month"]').pressSequentially('10282025');
        await look('deceased');
        await family.locator('.way-on').click();
      }
      await expect(family.getByRole('heading', { level: 1, name: 'Your name' })).toBeVisible();
      await family.getByLabel('First name').fill('Ida');
      await family.getByLabel('Last name').fill('Berglund');
      if (kind === 'obituary') await family.getByLabel('Relationship').selectOption('daughter');
      await expect(family.getByText(/next of kin/i)).toBeHidden();
      await look('name');
      await family.locator('.way-on').click();

      await family.getByRole('link', { name: 'Español' }).click();
      if (kind === 'pre_need') await family.getByRole('radio', { name: 'Cremación' }).check();
      else await family.getByLabel('¿A quiénes deja su ser querido?').fill('Dos hijas');
      await look('questions-spanish');
      await family.locator('.way-on').click();
      await expect(family.getByText('Ida Berglund')).toBeVisible();
      await family.getByLabel('Acepto los términos').check();
      await look('reading-spanish');
      await family.getByRole('button', { name: 'ENVIAR' }).click();
      await expect(family.getByRole('heading', { name: 'Gracias' })).toBeVisible();
      if (kind === 'pre_need') await expect(family.getByText(/Lamentamos/)).toBeHidden();
      await look('thanks-spanish');
      const reference = (await family.locator('.reference').textContent()) ?? '';
      await family.getByRole('link', { name: 'Cómo va todo' }).click();
      await expect(family.getByText('Hemos recibido sus datos.')).toBeVisible();
      await expect(family.getByText(/certificado/i)).toBeHidden();
      await look('status-spanish');
      await family.context().close();

      const found = kind === 'pre_need' ? 'Ida Berglund' : 'Harold Lindqvist';
      await openSubmission(page, reference, found);
      await expect(page.getByText(`${label} · Reference ${reference}`)).toBeVisible();
      await expect(page.getByText(kind === 'pre_need' ? 'Cremation' : 'Dos hijas', { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Convert to case' })).toBeHidden();
      await picture(page, info, `inquiry-${kind}-submission`);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Mark contacted' }).click();
      await expect(page.getByText('Marked as contacted')).toBeVisible();
    },
  );
