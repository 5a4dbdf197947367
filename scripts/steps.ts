import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { findChromium } from './chromium.ts';
import { type Budget, bin, root, type Step, say } from './step.ts';

/** Where a step leaves how many tests passed and failed. */
export const results = join(root, 'test-results', 'counts');

const VitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

function report<Shape extends z.ZodType>(name: string, shape: Shape): z.output<Shape> | undefined {
  try {
    return shape.parse(JSON.parse(readFileSync(join(results, `${name}.json`), 'utf8')));
  } catch {
    return undefined;
  }
}

const budget = (seconds: number, cpuSeconds: number): Budget => ({ seconds, cpuSeconds });
const compiled = join(root, 'node_modules', '.cache', 'types.tsbuildinfo');

export const types: Step = {
  name: 'types',
  command: bin('tsc'),
  args: ['--noEmit', '--incremental', '--tsBuildInfoFile', compiled],
  budget: budget(120, 60),
};

export const lint = (files: readonly string[] = []): Step => ({
  name: 'lint',
  command: bin('biome'),
  args: ['check', '--error-on-warnings', '--no-errors-on-unmatched', ...files],
  budget: budget(60, 30),
});

const script = (name: string, path: string, limit: Budget): Step => ({
  ...{ name, command: process.execPath, args: [path], budget: limit },
});
export const structure = script('structure', 'scripts/structure.ts', budget(120, 60));
export const sites = script('web sites', 'scripts/build-web.ts', budget(120, 90));

/** About half as much again as they take on two cores today; the lanes together stay within twelve minutes. */
const budgets = {
  pure: budget(90, 45),
  component: budget(240, 140),
  engine: budget(480, 330),
  contract: budget(240, 160),
  emulators: budget(180, 120),
  infra: budget(180, 130),
  faults: budget(900, 420),
  browser: budget(1080, 800),
};

/** The tests of one kind; `workers` files at once. `related`: of those alone that need one of these files. */
export const vitest = (
  name: Exclude<keyof typeof budgets, 'browser'>,
  { workers = 1, related }: { workers?: number; related?: readonly string[] } = {},
): Step => ({
  name,
  command: bin('vitest'),
  args: [
    ...(related ? ['related', '--run', '--passWithNoTests', ...related] : ['run']),
    // A component that stands apart is a component (vitest.config.ts).
    ...['--project', name === 'component' ? 'component*' : name],
    `--maxWorkers=${workers}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}/${name}.json`,
  ],
  budget: budgets[name],
  counts: () => {
    const read = report(name, VitestReport);
    return read && { passed: read.numPassedTests, failed: read.numFailedTests };
  },
});

export const browser: Step = {
  name: 'browser',
  command: bin('playwright'),
  args: ['test', '--reporter=list,json'],
  budget: budgets.browser,
  environment: async () => ({
    PLAYWRIGHT_CHROMIUM: await findChromium(say),
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(results, 'browser.json'),
  }),
  counts: () => {
    const read = report('browser', PlaywrightReport)?.stats;
    return read && { passed: read.expected + read.flaky, failed: read.unexpected };
  },
};
