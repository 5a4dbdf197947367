import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from './chromium.ts';

/**
 * Takes the pictures of the landing page from a running demonstration, as small WebP files:
 * `node scripts/landing-pictures.ts http://127.0.0.1:4000`. A test limits their size together.
 */
const site = process.argv[2] ?? 'http://127.0.0.1:4000';
const password = process.env.STILLWATER_DEMO_PASSWORD ?? 'Stillwater-2026';
const desktop = { width: 960, height: 698, scale: 1.1459 };
const phone = { width: 390, height: 780, scale: 1.5 };

const take = async (page: Page, name: string, path: string, { width, height, scale }: typeof desktop) => {
  await page.goto(`${site}${path}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor: scale,
    mobile: false,
  });
  await page.waitForLoadState('networkidle');
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 70 });
  const picture = Buffer.from(data, 'base64');
  await writeFile(fileURLToPath(new URL(`../web-staff/src/app/landing/${name}.webp`, import.meta.url)), picture);
  process.stdout.write(`${name}.webp: ${Math.round(picture.length / 1000)} kB\n`);
};

const executablePath = await findChromium((line) => process.stdout.write(`${line}\n`));
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: desktop });
  await page.goto(`${site}/signin`);
  await page.getByLabel('Email').fill('director@whitcomb-ames.example');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: /^Good/ }).waitFor();
  await take(page, 'home', '/', desktop);
  await page.goto(`${site}/cases?status=active`);
  const first = await page.locator('main a[data-record]').first().getAttribute('href');
  await take(page, 'case', String(first), desktop);
  await take(page, 'night-call', '/first-calls/new', phone);
} finally {
  await browser.close();
}
