import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.ts';

// Found once, by the runner; the workers it starts inherit it.
process.env.PLAYWRIGHT_CHROMIUM ??= await findChromium((line) => void process.stderr.write(`${line}\n`));

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const desktop = { viewport: { width: 1440, height: 900 } };

/**
 * The browser tests, against the whole product (tests/e2e/support/product.ts): every story on a desktop, and those that
 * are tagged `@phone`, because they are about how a page is laid out or used there, on a phone as well. `npm test` leaves
 * out what is tagged `@long`, which `npm run test:long` runs alone.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  // Its own folder: it is emptied first, and test-results/ also holds the counts of the other steps.
  outputDir: 'test-results/browser',
  // Each worker runs a whole product; while one waits for a page to settle the other one works.
  workers: 2,
  retries: 0,
  // Of slow machines: a story that hangs is told from one that takes long by what it waits for.
  timeout: 180_000,
  forbidOnly: process.env.CI !== undefined,
  expect: { timeout: 30_000 },
  use: {
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Recording costs more than the tests; TRACE=1 records what fails.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    // What a story answers in the place of the server would pass a worker by; stories without a connection allow it.
    serviceWorkers: 'block',
    // Nothing fades while it is looked at.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.PLAYWRIGHT_CHROMIUM,
      args: [
        ...['--no-sandbox', '--disable-gpu'],
        // A click waits for two frames: a page that stands behind another one must go on painting.
        ...['--disable-renderer-backgrounding', '--disable-background-timer-throttling'],
        '--disable-backgrounding-occluded-windows',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: desktop },
    { name: 'phone', use: phone, grep: /@phone/ },
  ],
});
