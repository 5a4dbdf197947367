import { expect, type Locator, type Page } from '@playwright/test';
import { watchPolicy } from './support/intake-form.ts';
import { type Product, test } from './support/product.ts';
import {
  accessibilityFaults,
  accountOf,
  openAs,
  openSubmission,
  picture,
  reportDeath,
} from './support/staff-actions.ts';

const careName = 'Ames Cremation Care';
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: careName }).getByRole('link', { name });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Changes' });
const save = (page: Page) => saveButton(page).click();
const saved = async (page: Page, what = 'Funeral home saved') => {
  // The words may still stand there of the save before: the button tells when this one is answered.
  await expect(saveButton(page)).toBeDisabled();
  await expect(saveButton(page)).not.toHaveAttribute('data-loading');
  await expect(saveButton(page)).toBeDisabled();
  await expect(page.getByText(what).last()).toBeVisible();
};

/** Opens a home from the list of them. */
const openListed = async (page: Page, name = careName) => {
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
};

const openHome = async (page: Page, product: Product, account: Parameters<typeof accountOf>[0]) => {
  await openAs(page, product, accountOf(account), '/settings/homes');
  await openListed(page);
};

/** The same for somebody who is signed in. */
const openHomeAgain = async (page: Page, product: Product) => {
  await page.goto(`${product.staffUrl}/settings/homes`);
  await openListed(page);
};

const fitsTheScreen = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);

/** Whether a finger on the middle of a button hits it, and not what lies over it. */
const canBePressed = (button: Locator): Promise<boolean> =>
  button.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

/** What the public page of a home reads. */
const publicCard = async (product: Product, slug: string): Promise<Record<string, string | null>> =>
  (await fetch(`${product.intakeUrl}/api/forms/public/funeral-home/${slug}/`)).json();

/** A large picture with a lot in it, as cameras make them. */
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

test(
  'the list shows each home with its address, clock and numbers',
  { tag: '@phone' },
  async ({ page, product }, info) => {
    const policyReports = await watchPolicy(page);
    await openAs(page, product, accountOf('director'), '/settings/homes');
    const list = page.getByRole('list', { name: 'Funeral homes' });
    await expect(list.getByRole('listitem')).toHaveCount(3);
    const own = list.getByRole('listitem').filter({ hasText: 'Your home' });
    await expect(own.getByText(`like WA-${new Date().getFullYear()}-0007`)).toBeVisible();
    await expect(own.getByText(/\d:\d\d [AP]M, Eastern/)).toBeVisible();
    await expect(own.getByRole('link', { name: /whitcomb-ames/ })).toHaveAttribute(
      'href',
      `${product.intakeUrl}/whitcomb-ames`,
    );
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await own.getByRole('button', { name: /^Copy the public address/ }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${product.intakeUrl}/whitcomb-ames`);
    await fitsTheScreen(page);
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, info, 'homes');
    expect(await policyReports()).toEqual([]);
  },
);

test('an owner renames the organization', async ({ page, product }, info) => {
  await openAs(page, product, accountOf('owner'), '/settings/homes');
  const rename = async (from: string, to: string) => {
    await page.getByRole('button', { name: 'Rename the organization' }).click();
    const dialog = page.getByRole('dialog', { name: 'Name of the organization' });
    await expect(dialog.getByLabel('Name')).toHaveValue(from);
    await dialog.getByLabel('Name').fill('');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog.getByText('Name is required')).toBeVisible();
    await dialog.getByLabel('Name').fill(to);
    if (to.startsWith('Whitcomb, ')) {
      expect(await accessibilityFaults(page)).toEqual([]);
      await picture(page, info, 'organization-name');
    }
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByText(to, { exact: true })).toBeVisible();
  };
  await rename('Whitcomb & Ames (Demonstration)', 'Whitcomb, Ames & Daughters');
  await rename('Whitcomb, Ames & Daughters', 'Whitcomb & Ames (Demonstration)');
});

test(
  'a change shows on the public page, and in the history field by field',
  { tag: '@phone' },
  async ({ page, product }, info) => {
    const policyReports = await watchPolicy(page);
    await openHome(page, product, 'owner');
    await page.getByLabel('Phone', { exact: true }).fill('12');
    // It keeps to the foot while something is not saved: on a phone above the tabs.
    await expect.poll(() => canBePressed(saveButton(page))).toBe(true);
    await save(page);
    await expect(page.getByText('Phone number must be 10 digits')).toBeVisible();
    await page.getByLabel('Phone', { exact: true }).fill('(229) 555-0177');
    await page
      .getByRole('textbox', { name: 'Who gets notified of a new submission' })
      .fill('desk@ames.example, nobody');
    await page.getByRole('textbox', { name: 'Who gets notified of a new submission' }).press('Enter');
    await save(page);
    await expect(page.getByText('Please enter a valid email address: nobody')).toBeVisible();
    await page.getByRole('button', { name: 'Remove nobody' }).click();
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await zone.click();
    await zone.fill('phoenix');
    await page.getByRole('option', { name: /Phoenix/ }).click();
    await expect(page.getByText(/Now \d+:\d\d [AP]M, Mountain Standard Time/)).toBeVisible();
    await fitsTheScreen(page);
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, info, 'home-details');

    // Somebody who goes elsewhere with unsaved changes is asked first, also on the way to another tab.
    await tab(page, 'Public page').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
    await save(page);
    await saved(page);

    await tab(page, 'Public page').click();
    await page.getByLabel('Message to families').fill('Take the time you need.');
    await expect(page.getByText('23 of 500 characters.')).toBeVisible();
    await page.getByLabel('Emergency phone, day and night').fill('2295550178');
    const preview = page.getByRole('figure');
    await expect(preview).toContainText('We answer 24/7: (229) 555-0178');
    await expect(preview).toContainText('Take the time you need.');
    const buffer = Buffer.from(await photograph(page), 'base64');
    await page.locator('input[type="file"]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
    await expect(page.getByRole('img', { name: `Logo of ${careName}` })).toBeVisible();
    await fitsTheScreen(page);
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, info, 'home-public');
    await save(page);
    await saved(page);
    expect(await publicCard(product, 'ames-cremation-care')).toMatchObject({
      phone: '2295550177',
      emergency_phone: '2295550178',
      condolence_message: 'Take the time you need.',
      logo_url: expect.stringMatching(/^data:image\/(webp|png);base64,.{500,27999}$/),
    });
    const size = await page.getByRole('img', { name: `Logo of ${careName}` }).evaluate((image) => {
      const { naturalWidth, naturalHeight } = image as HTMLImageElement;
      return { naturalWidth, naturalHeight };
    });
    expect(size.naturalWidth).toBeLessThanOrEqual(320);
    expect(size.naturalWidth / size.naturalHeight).toBeCloseTo(4 / 3, 1);

    await tab(page, 'History').click();
    const log = page.getByRole('list', { name: 'Audit log' });
    await expect(log.getByText('Eleanor Whitcomb, Owner').first()).toBeVisible();
    await expect(log.getByText('Emergency phone, day and night')).toContainText('→ (229) 555-0178');
    await expect(log.getByText(/^Time zone:/)).toContainText('→ Mountain Time without daylight saving (Phoenix)');
    await expect(log.getByText('Logo', { exact: true })).toBeVisible();
    await expect(log.getByText(/from 127\.0\.0\.1/).first()).toBeVisible();
    await fitsTheScreen(page);
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, info, 'home-history');

    await tab(page, 'Public page').click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await save(page);
    await saved(page);
    expect((await publicCard(product, 'ames-cremation-care')).logo_url).toBeNull();
    await page.locator('input[type="file"]').setInputFiles({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    });
    await expect(page.getByText('The logo must be a PNG, JPEG or WebP picture')).toBeVisible();
    expect(await policyReports()).toEqual([]);
  },
);

test('a new public address takes the old one along', async ({ page, product }, info) => {
  await openHome(page, product, 'owner');
  await tab(page, 'Public page').click();
  const address = page.getByRole('textbox', { name: 'Public address' });
  await address.fill('northside-chapel');
  await save(page);
  await expect(page.getByText('This public address is already taken')).toBeVisible();
  await address.fill('Ames Valdosta');
  await expect(address).toHaveValue('ames-valdosta');
  await expect(page.getByText('Printed links stay good')).toBeVisible();
  await picture(page, info, 'home-address');
  await save(page);
  await saved(page);
  await expect(page.getByText(/^Also lead here:.*ames-cremation-care/)).toBeVisible();
  await page.goto(`${product.intakeUrl}/ames-cremation-care`);
  await expect(page.getByText(careName).first()).toBeVisible();
  await expect(page).toHaveURL(`${product.intakeUrl}/ames-valdosta`);

  // Back to where it was, for those who come after.
  await openHomeAgain(page, product);
  await tab(page, 'Public page').click();
  await address.fill('ames-cremation-care');
  await save(page);
  await saved(page);
});

test('a new numbering gives the next case its number', async ({ page, product }, info) => {
  const reference = await reportDeath(product, {
    funeral_home_slug: 'ames-cremation-care',
    deceased_first_name: 'Nadia',
    deceased_last_name: 'Numbered',
  });
  await openHome(page, product, 'owner');
  await tab(page, 'Case numbering').click();
  const next = page.getByRole('region', { name: 'The next case numbers' });
  await expect(next.getByRole('listitem')).toHaveCount(3);
  await page.getByRole('textbox', { name: 'Pattern' }).fill('-{SEQ}');
  await expect(page.getByText('Pattern must contain {YEAR} or {YY}')).toBeVisible();
  await page.getByRole('textbox', { name: 'Pattern' }).press('Home');
  await page.getByRole('button', { name: 'Add {PREFIX}' }).click();
  await page.getByRole('button', { name: 'Add {YY}' }).click();
  await expect(page.getByRole('textbox', { name: 'Pattern' })).toHaveValue('{PREFIX}{YY}-{SEQ}');
  const prefix = `V${info.project.name.slice(0, 1).toUpperCase()}`;
  await page.getByRole('textbox', { name: 'Prefix' }).fill(prefix);
  await page.getByLabel('Next value').fill('310');
  const yy = String(new Date().getFullYear()).slice(2);
  await expect(next).toContainText(`${prefix}${yy}-0310`);
  await expect(next).toContainText(`${prefix}${yy}-0312`);
  await fitsTheScreen(page);
  expect(await accessibilityFaults(page)).toEqual([]);
  await picture(page, info, 'home-numbering');
  await save(page);
  const dialog = page.getByRole('dialog', { name: 'Change the case numbering?' });
  await expect(dialog).toContainText(`The next case gets ${prefix}${yy}-0310`);
  await dialog.getByRole('button', { name: 'Change numbering' }).click();
  await saved(page, 'Case numbering saved');

  await openSubmission(page, reference, 'Nadia Edwin Numbered');
  await page.getByRole('button', { name: 'Convert to case' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Convert/ })
    .click();
  await expect(page.getByText(`Case ${prefix}${yy}-0310 created`)).toBeVisible();

  await openHomeAgain(page, product);
  await tab(page, 'Case numbering').click();
  await expect(next).toContainText(`${prefix}${yy}-0311`);
  await page.getByLabel('Next value').fill('310');
  await expect(next).toContainText(/0310\s*taken/);
  await expect(page.getByText(`Case number ${prefix}${yy}-0310 is already in use`)).toBeVisible();
  await picture(page, info, 'home-numbering-taken');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByLabel('Next value')).toHaveValue('311');
});

test('two people change a home at once, and choose what to keep', async ({ page, product, browser }, info) => {
  await openHome(page, product, 'owner');
  const { viewport } = info.project.use;
  const elsewhere = await browser.newContext(viewport ? { viewport } : {});
  const other = await elsewhere.newPage();
  await openHome(other, product, 'owner');
  await page.getByLabel('License number').fill('MINE-1');
  await page.getByLabel('Street').fill('1 Mine Street');
  await other.getByLabel('License number').fill('THEIRS-1');
  await other.getByLabel('City').fill('Theirs');
  await save(other);
  await saved(other);
  await elsewhere.close();

  await save(page);
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this in the meantime' });
  await expect(dialog.getByRole('radio', { name: 'MINE-1' })).toBeChecked();
  await dialog.getByRole('radio', { name: 'THEIRS-1' }).check();
  await picture(page, info, 'home-conflict');
  await dialog.getByRole('button', { name: 'Save with these choices' }).click();
  await saved(page);
  await expect(page.getByLabel('License number')).toHaveValue('THEIRS-1');
  await expect(page.getByLabel('City')).toHaveValue('Theirs');
  await expect(page.getByLabel('Street')).toHaveValue('1 Mine Street');
});

test('DC and the territories are offered once the home works with them', async ({ page, product }) => {
  const ownHome = 'Whitcomb & Ames Funeral Home';
  await openAs(page, product, accountOf('owner'), '/customers/new');
  const states = page.locator('select[name="state"] option');
  // One more than there are states: the one to choose none.
  const offered = async (count: number) => {
    const section = page.getByRole('button', { name: /^Contact & Address/ });
    if ((await section.getAttribute('aria-expanded')) !== 'true') await section.press('Enter');
    await expect(states).toHaveCount(count + 1);
  };
  const turnTheSwitch = async () => {
    await page.goto(`${product.staffUrl}/settings/homes`);
    await openListed(page, ownHome);
    await page.getByRole('switch', { name: 'Offer DC and the territories' }).click();
    await save(page);
    await saved(page);
    await page.goto(`${product.staffUrl}/customers/new`);
  };
  await offered(50);
  await turnTheSwitch();
  await offered(56);
  await expect(states.filter({ hasText: 'District of Columbia' })).toHaveCount(1);
  await turnTheSwitch();
  await offered(50);
});

test('those who may not change a home read it, and are told why', async ({ page, product }, info) => {
  await openHome(page, product, 'admin');
  await expect(page.getByText('You can only change your own funeral home.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toHaveCount(0);
  await tab(page, 'Public page').click();
  await expect(page.getByRole('figure')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await tab(page, 'Case numbering').click();
  await expect(page.getByText('Next number')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await tab(page, 'Details').click();
  await expect(page.getByText('Who gets notified of a new submission')).toBeVisible();
  await fitsTheScreen(page);
  expect(await accessibilityFaults(page)).toEqual([]);
  await picture(page, info, 'home-read-only');

  await page.goto(`${product.staffUrl}/settings/homes/0193a000-0000-7000-8000-000000000000`);
  await expect(page.getByText('Funeral home not found')).toBeVisible();
});

test('only those who run homes see who changed what', async ({ page, product }) => {
  await openHome(page, product, 'coordinator');
  await expect(page.getByText('Only owners and administrators change funeral homes.')).toBeVisible();
  await expect(tab(page, 'History')).toHaveCount(0);
});
