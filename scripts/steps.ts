import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as z from 'zod';
import { findChromium } from './chromium.ts';
import { type Budget, bin, root, type Step, say } from './step.ts';

/** Where a step leaves how many tests passed and failed. */
export const results = join(root, 'test-results', 'counts');

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

const Suite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      tests: z.array(z.object({ projectName: z.string(), status: z.string() })),
    }),
  ),
  get suites() {
    return z.array(Suite).optional();
  },
});
type Suite = z.output<typeof Suite>;
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(Suite),
});

/** Of each failed test its file and name; of a file that failed without one, the file. */
const vitestFailures = ({ testResults }: z.output<typeof VitestReport>): string[] =>
  testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      const file = relative(root, name);
      return failed.length === 0 ? [file] : failed.map(({ fullName }) => `${file} › ${fullName}`);
    });

const playwrightFailures = ({ specs, suites = [] }: Suite): string[] => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName }) => `${file} › ${title} (${projectName})`),
  ),
  ...suites.flatMap(playwrightFailures),
];

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
  budget: budget(300, 150),
};

export const lint = (files: readonly string[] = []): Step => ({
  name: 'lint',
  command: bin('biome'),
  args: ['check', '--error-on-warnings', '--no-errors-on-unmatched', ...files],
  budget: budget(180, 60),
});

const script = (name: string, path: string, limit: Budget): Step => ({
  ...{ name, command: process.execPath, args: [path], budget: limit },
});
export const structure = script('structure', 'scripts/checks/structure.ts', budget(240, 90));
export const sites = script('web sites', 'scripts/build-web.ts', budget(240, 120));

/** About twice what they take on two quick cores that nobody else uses. */
const budgets = {
  pure: budget(240, 120),
  component: budget(480, 300),
  engine: budget(1500, 1000),
  contract: budget(600, 450),
  emulators: budget(600, 450),
  infra: budget(900, 600),
  faults: budget(3000, 1300),
  browser: budget(3600, 2000),
  speed: budget(600, 400),
};

/** The tests of one kind; `workers` files at once. `related`: of those alone that need one of these files. */
export const vitest = (
  name: Exclude<keyof typeof budgets, 'browser' | 'speed'>,
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
    return read && { passed: read.numPassedTests, failed: read.numFailedTests, failures: vitestFailures(read) };
  },
});

const playwright = (name: 'browser' | 'speed', chosen: string[]): Step => ({
  name,
  command: bin('playwright'),
  args: ['test', '--reporter=list,json', ...chosen],
  budget: budgets[name],
  environment: async () => ({
    PLAYWRIGHT_CHROMIUM: await findChromium(say),
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(results, `${name}.json`),
  }),
  counts: () => {
    const read = report(name, PlaywrightReport);
    if (!read) return undefined;
    const { expected, flaky, unexpected } = read.stats;
    return { passed: expected + flaky, failed: unexpected, failures: read.suites.flatMap(playwrightFailures) };
  },
});

export const browser = playwright('browser', ['--grep-invert', '@speed']);
/** What is measured in a browser, with nothing beside it. */
export const speed = playwright('speed', ['--grep', '@speed', '--workers=1']);
