import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.ts';

// The runner finds it once; its workers inherit the variable.
process.env.PLAYWRIGHT_CHROMIUM ??= await findChromium((line) => void process.stderr.write(`${line}\n`));

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const desktop = { viewport: { width: 1440, height: 900 } };

/** Stories tagged `@phone` run on a phone as well; those tagged `@long` only in `npm run test:long`. */
export default defineConfig({
  testDir: 'tests/e2e',
  // Playwright empties it first, and test-results/ also contains the counts of other steps.
  outputDir: 'test-results/browser',
  // Each worker runs a whole product; one works while the other waits for a page.
  workers: 2,
  retries: 0,
  // For slow machines; it only ends a story that hangs.
  timeout: 180_000,
  forbidOnly: process.env.CI !== undefined,
  expect: { timeout: 30_000 },
  use: {
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Recording costs more than the tests; TRACE=1 records what fails.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    // A service worker would bypass routes of stories; stories about offline use allow it.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.PLAYWRIGHT_CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // A click waits for two frames, also on a page behind another one.
        '--disable-renderer-backgrounding',
        '--disable-background-timer-throttling',
        '--disable-backgrounding-occluded-windows',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: desktop },
    { name: 'phone', use: phone, grep: /@phone/ },
  ],
});
