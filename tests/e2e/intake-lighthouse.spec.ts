import { type AddressInfo, createServer } from 'node:net';
import { chromium, expect } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';
import { test } from './support/product.ts';

/** Whatever else the machine does can only make a run slower: the page has this many chances to show its speed. */
const mostRuns = 3;

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

interface Measured {
  performance: number;
  accessibility: number;
  bestPractices: number;
  lcpMs: number;
  tbtMs: number;
  cls: number;
}

const measure = async (url: string, port: number, onDesktop: boolean): Promise<Measured> => {
  const categories = ['performance', 'accessibility', 'best-practices'];
  const flags = { port, logLevel: 'error', onlyCategories: categories } as const;
  const run = await lighthouse(url, flags, onDesktop ? desktopConfig : undefined);
  if (!run) throw new Error('Lighthouse gave no result');
  const score = (name: string) => Math.round((run.lhr.categories[name]?.score ?? 0) * 100);
  const value = (name: string) => run.lhr.audits[name]?.numericValue ?? Number.POSITIVE_INFINITY;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    lcpMs: Math.round(value('largest-contentful-paint')),
    tbtMs: Math.round(value('total-blocking-time')),
    cls: value('cumulative-layout-shift'),
  };
};

const isFast = ({ performance, cls }: Measured): boolean => performance >= 90 && cls <= 0.02;

test('the intake page keeps its Lighthouse budget', async ({ product }, { project }) => {
  const port = await freePort();
  const { launchOptions } = project.use;
  const args = [...(launchOptions?.args ?? []), `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ ...launchOptions, args });
  const measured: Measured[] = [];
  try {
    while (measured.length < mostRuns && !measured.some(isFast)) {
      measured.push(await measure(`${product.intakeUrl}/whitcomb-ames`, port, project.name === 'desktop'));
    }
  } finally {
    await browser.close();
  }
  console.info(`Lighthouse, ${project.name}:`, measured);
  expect(measured.some(isFast)).toBe(true);
  for (const { accessibility, bestPractices } of measured) expect([accessibility, bestPractices]).toEqual([100, 100]);
});
