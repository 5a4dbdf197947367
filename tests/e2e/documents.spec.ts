import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { examplePdf } from '#tests/support/records/documents.ts';
import { checkScreen } from './support/axe.ts';
import { expectPages } from './support/paper.ts';
import { test } from './support/product.ts';
import { downloadBy, openDocuments, openNewCase, picture } from './support/staff-actions.ts';

/** The standard test file of virus scanners, in two parts so that scanners do not report this file. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', '-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

test(
  'uploads, scans, opens, renames, deletes, restores and downloads documents',
  { tag: '@phone' },
  async ({ page, product }, info) => {
    const isPhone = info.project.name === 'phone';
    await openNewCase(page, product, { deceased_first_name: 'Samira', deceased_last_name: 'Haddad' });
    const shot = await page.screenshot({ type: 'jpeg', quality: 60 });
    const panel = await openDocuments(page, info);
    await expect(panel.getByText('No documents yet')).toBeVisible();

    let tries = 0;
    await page.route('**/stillwater-documents', (route) => (tries++ === 0 ? route.abort() : route.fallback()));
    await panel
      .getByLabel(isPhone ? 'Take a photo' : /^Choose files/)
      .setInputFiles({ name: 'IMG_2231.jpg', mimeType: 'image/jpeg', buffer: shot });
    const photograph = panel.getByRole('button', { name: 'IMG_2231.jpg', exact: true });
    await expect(photograph).toBeVisible({ timeout: 20_000 });
    expect(tries).toBeGreaterThan(1);

    const files = [
      { name: 'Burial permit.pdf', mimeType: 'application/pdf', buffer: examplePdf() },
      { name: 'Letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.4 ${eicar}`) },
    ];
    await panel.getByLabel(/^Choose files/).setInputFiles(files);
    const list = panel.getByRole('list', { name: 'Files' });
    const row = (name: string) => list.getByRole('listitem').filter({ hasText: name });
    await expect(
      row('Burial permit.pdf').getByRole('button', { name: 'Burial permit.pdf', exact: true }),
    ).toBeVisible();
    await expect(row('Letter.pdf').getByText('A virus was found in this file, so it was rejected.')).toBeVisible();
    await checkScreen(page, info, 'documents-list');

    await photograph.click();
    const preview = page.getByRole('dialog', { name: 'IMG_2231.jpg' });
    const shown = preview.getByRole('img', { name: 'IMG_2231.jpg' });
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await picture(page, info, 'documents-preview');
    await preview.getByRole('button', { name: 'Close the document' }).click();
    await expect(photograph).toBeFocused();
    await row('Burial permit.pdf').getByRole('button', { name: 'Burial permit.pdf', exact: true }).click();
    const pages = page.getByRole('dialog', { name: 'Burial permit.pdf' });
    await expectPages(pages, /response-content-disposition=inline/);
    await pages.getByRole('button', { name: 'Close the document' }).click();
    await row('IMG_2231.jpg').getByRole('button', { name: 'Actions for IMG_2231.jpg' }).click();
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    const editor = panel.getByRole('form', { name: 'Change IMG_2231.jpg' });
    await editor.getByLabel('File name').fill('Passport of Samira');
    await editor.getByLabel('Kind').selectOption('identification');
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(row('Passport of Samira.jpg').getByText(/^Identification · JPEG image/)).toBeVisible();

    await row('Burial permit.pdf').getByRole('button', { name: 'Actions for Burial permit.pdf' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(row('Burial permit.pdf')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(
      row('Burial permit.pdf').getByRole('button', { name: 'Burial permit.pdf', exact: true }),
    ).toBeVisible();

    const archive = await downloadBy(panel.getByRole('button', { name: 'Download all (ZIP)' }));
    expect(archive.suggestedFilename()).toMatch(/documents\.zip$/);
    const names = readFileSync(await archive.path()).toString('latin1');
    for (const name of ['Passport of Samira.jpg', 'Burial permit.pdf']) expect(names).toContain(name);
    expect(names).not.toContain('Letter.pdf');
  },
);
