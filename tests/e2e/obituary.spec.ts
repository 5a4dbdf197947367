import { expect } from '@playwright/test';
import { checkScreen } from './support/axe.ts';
import { test } from './support/product.ts';
import { addCase, openAs, openDocuments } from './support/staff-actions.ts';

const link = 'https://pictures.example.org/minh.jpg';

test(
  'counts the words of an obituary, and orders the next of kin by state law',
  { tag: '@long' },
  async ({ page, product }, info) => {
    await openAs(page, product, 'director', '/cases');
    const nextOfKin = (first_name: string, relationship: string) => ({
      ...{ first_name, last_name: 'Nguyen', relationship, phone: '9045550171' },
      ...{ address_street: '7 Oak Lane', city: 'Palatka', state: 'FL', zip_code: '32177', address_country: 'USA' },
    });
    const { id } = await addCase(page, {
      ...{ deceased_first_name: 'Minh', deceased_last_name: 'Nguyen', state_of_death: 'FL' },
      ...{ obituary_text: 'Minh Nguyen, 64, of Jacksonville.', newspapers_for_obituary: 'The Record\nDaily News' },
      obituary_photo_url: link,
      next_of_kins: [nextOfKin('Quang', 'son'), nextOfKin('Linh', 'daughter'), nextOfKin('Bao', 'friend')],
    });
    await page.route(link, (route) => route.fulfill({ status: 404 }));
    await page.goto(`${product.staffUrl}/cases/${id}?section=obituary`);
    const obituary = page.getByRole('region', { name: 'Print preview' });
    await expect(obituary.getByText('5 words for 2 newspapers')).toBeVisible();
    await expect(obituary.getByText('Daily News')).toBeVisible();
    await expect(obituary.getByText('Unable to load image. Please check the URL.')).toBeVisible();

    await page.goto(`${product.staffUrl}/cases/${id}`);
    const papers = await openDocuments(page, info);
    const shot = { name: 'Portrait.jpg', mimeType: 'image/jpeg', buffer: await page.screenshot({ type: 'jpeg' }) };
    await papers.getByLabel(/^Choose files/).setInputFiles(shot);
    // Its version changes until it has been scanned.
    await expect(papers.getByRole('button', { name: 'Portrait.jpg', exact: true })).toBeVisible({ timeout: 20_000 });
    await papers.getByRole('button', { name: 'Actions for Portrait.jpg' }).click();
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    const editor = papers.getByRole('form', { name: 'Change Portrait.jpg' });
    await editor.getByLabel('Kind').selectOption('photo');
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(papers.getByText(/^Photo · JPEG image/)).toBeVisible();
    await page.goto(`${product.staffUrl}/cases/${id}?section=obituary`);
    const shown = obituary.getByRole('img', { name: 'For the obituary' });
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(await shown.boundingBox()).toMatchObject({ width: 150, height: 150 });
    await checkScreen(page, info, 'obituary');

    await page.goto(`${product.staffUrl}/cases/${id}?section=authorization`);
    const order = page.getByRole('region', { name: 'Right of disposition' });
    await expect(order.getByText('Order of priority in Florida', { exact: false })).toBeVisible();
    await expect(order.getByRole('listitem').filter({ hasText: 'First in priority' })).toContainText(
      'An adult child: Quang Nguyen, Linh Nguyen',
    );
    await checkScreen(page, info, 'order-of-priority');
  },
);
