import { expect, type Locator, type Page } from '@playwright/test';
import { checkScreen } from './support/axe.ts';
import { watchPolicy } from './support/intake-form.ts';
import type { StaffName } from './support/organization.ts';
import { type Product, test } from './support/product.ts';
import { convertToCase, openAs, openSubmission, overflowOf, picture, reportDeath } from './support/staff-actions.ts';

const careName = 'Ames Cremation Care';
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: careName }).getByRole('link', { name });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Changes' });
const save = (page: Page) => saveButton(page).click();
const saved = async (page: Page, what = 'Funeral home saved') => {
  // The toast of the previous save may still be visible, so the button shows the answer.
  await expect(saveButton(page)).toBeDisabled();
  await expect(saveButton(page)).not.toHaveAttribute('data-loading');
  await expect(saveButton(page)).toBeDisabled();
  await expect(page.getByText(what).last()).toBeVisible();
};

const openListed = async (page: Page, name = careName) => {
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
};

const openHome = async (page: Page, product: Product, account: StaffName) => {
  await openAs(page, product, account, '/settings/homes');
  await openListed(page);
};

const fitsTheScreen = async (page: Page) => expect(await overflowOf(page)).toBe(0);

/** Returns whether nothing covers the middle of a button. */
const canBePressed = (button: Locator): Promise<boolean> =>
  button.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

const publicCard = async (product: Product, slug: string): Promise<Record<string, string | null>> =>
  (await fetch(`${product.intakeUrl}/api/forms/public/funeral-home/${slug}/`)).json();

/** Returns a large detailed picture, like a photograph, as a PNG in base64. */
const photograph = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 1600;
    canvas.height = 1200;
    const context = canvas.getContext('2d');
    if (!context) return '';
    for (let n = 0; n < 9000; n++) {
      context.fillStyle = `hsl(${(n * 47) % 360} 70% ${20 + (n % 60)}%)`;
      context.fillRect((n * 97) % 1600, (n * 61) % 1200, 40, 30);
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });

test('shows a change of a home on its public page and in its history', async ({ page, product }, info) => {
  const policyReports = await watchPolicy(page);
  await openHome(page, product, 'owner');
  await page.getByLabel('Phone', { exact: true }).fill('(229) 555-0177');
  // It sticks to the foot of the screen while there are unsaved changes.
  await expect.poll(() => canBePressed(saveButton(page))).toBe(true);
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.click();
  await zone.fill('phoenix');
  await page.getByRole('option', { name: /Phoenix/ }).click();
  await expect(page.getByText(/Now \d+:\d\d [AP]M, Mountain Standard Time/)).toBeVisible();
  await fitsTheScreen(page);
  await picture(page, info, 'home-details');

  // Leaving unsaved changes asks first, also for another tab of the page.
  await tab(page, 'Public page').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await save(page);
  await saved(page);

  await tab(page, 'Public page').click();
  await page.getByLabel('Message to families').fill('Take the time you need.');
  await expect(page.getByText('23 of 500 characters.')).toBeVisible();
  await page.getByLabel('Emergency phone (24/7)').fill('2295550178');
  const preview = page.getByRole('figure');
  await expect(preview).toContainText('Available 24/7: (229) 555-0178');
  await expect(preview).toContainText('Take the time you need.');
  const buffer = Buffer.from(await photograph(page), 'base64');
  await page.locator('input[type="file"]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
  await expect(page.getByRole('img', { name: `${careName} logo` })).toBeVisible();
  await fitsTheScreen(page);
  await checkScreen(page, info, 'home-public');
  await save(page);
  await saved(page);
  expect(await publicCard(product, product.slugs['ames-cremation-care'])).toMatchObject({
    phone: '2295550177',
    emergency_phone: '2295550178',
    condolence_message: 'Take the time you need.',
    logo_url: expect.stringMatching(/^data:image\/(webp|png);base64,.{500,27999}$/),
  });
  const size = await page.getByRole('img', { name: `${careName} logo` }).evaluate((image) => {
    const { naturalWidth, naturalHeight } = image as HTMLImageElement;
    return { naturalWidth, naturalHeight };
  });
  expect(size.naturalWidth).toBeLessThanOrEqual(320);
  expect(size.naturalWidth / size.naturalHeight).toBeCloseTo(4 / 3, 1);

  await tab(page, 'History').click();
  const log = page.getByRole('list', { name: 'Audit log' });
  await expect(log.getByText('Eleanor Whitcomb, Owner').first()).toBeVisible();
  await expect(log.getByText('Emergency phone (24/7)')).toContainText('→ (229) 555-0178');
  await expect(log.getByText(/^Time zone:/)).toContainText('→ Mountain Time without daylight saving (Phoenix)');
  await expect(log.getByText('Logo', { exact: true })).toBeVisible();
  await expect(log.getByText(/from 127\.0\.0\.1/).first()).toBeVisible();
  await fitsTheScreen(page);
  await picture(page, info, 'home-history');

  await tab(page, 'Public page').click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await save(page);
  await saved(page);
  expect((await publicCard(product, product.slugs['ames-cremation-care'])).logo_url).toBeNull();
  expect(await policyReports()).toEqual([]);
});

test('gives the next case a number of the new numbering', { tag: '@long' }, async ({ page, product }, info) => {
  const reference = await reportDeath(product, {
    funeral_home_slug: product.slugs['ames-cremation-care'],
    deceased_first_name: 'Nadia',
    deceased_last_name: 'Numbered',
  });
  await openHome(page, product, 'owner');
  await tab(page, 'Case numbering').click();
  const next = page.getByRole('region', { name: 'Next case numbers' });
  await expect(next.getByRole('listitem')).toHaveCount(3);
  await page.getByRole('textbox', { name: 'Pattern' }).fill('-{SEQ}');
  await page.getByRole('textbox', { name: 'Pattern' }).press('Home');
  await page.getByRole('button', { name: 'Add {PREFIX}' }).click();
  await page.getByRole('button', { name: 'Add {YY}' }).click();
  await expect(page.getByRole('textbox', { name: 'Pattern' })).toHaveValue('{PREFIX}{YY}-{SEQ}');
  const prefix = 'VD';
  await page.getByRole('textbox', { name: 'Prefix' }).fill(prefix);
  await page.getByLabel('Next value').fill('310');
  const yy = String(new Date().getFullYear()).slice(2);
  await expect(next).toContainText(`${prefix}${yy}-0310`);
  await expect(next).toContainText(`${prefix}${yy}-0312`);
  await fitsTheScreen(page);
  await picture(page, info, 'home-numbering');
  await save(page);
  const dialog = page.getByRole('dialog', { name: 'Change the case numbering?' });
  await expect(dialog).toContainText(`The next case will be ${prefix}${yy}-0310`);
  await dialog.getByRole('button', { name: 'Change numbering' }).click();
  await saved(page, 'Case numbering saved');

  await openSubmission(page, reference, 'Nadia Edwin Numbered');
  await convertToCase(page);
  await expect(page.getByText(`Case ${prefix}${yy}-0310 created`)).toBeVisible();

  await page.goto(`${product.staffUrl}/settings/homes`);
  await openListed(page);
  await tab(page, 'Case numbering').click();
  await expect(next).toContainText(`${prefix}${yy}-0311`);
  await page.getByLabel('Next value').fill('310');
  await expect(next).toContainText(/0310\s*in use/);
  await expect(page.getByText(`Case number ${prefix}${yy}-0310 is already in use`)).toBeVisible();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByLabel('Next value')).toHaveValue('311');
});
