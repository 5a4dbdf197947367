import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as z from 'zod';
import { findChromium } from './chromium.ts';
import { bin, type Failure, print, root, type Step } from './step.ts';

/** Where a step writes its counts of passed and failed tests. */
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
      line: z.number(),
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

const vitestFailures = ({ testResults }: z.output<typeof VitestReport>, isLong: boolean): Failure[] =>
  testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      const file = relative(root, name);
      const names = failed.length === 0 ? [file] : failed.map(({ fullName }) => `${file} › ${fullName}`);
      const command = isLong ? 'TEST_LENGTH=long npm run vitest -- --project long' : 'npm run vitest --';
      return names.map((name) => ({ name: name, alone: `${command} ${file}` }));
    });

const playwrightFailures = ({ specs, suites = [] }: Suite): Failure[] => [
  ...specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName }) => ({
        name: `${file} › ${title} (${projectName})`,
        alone: `npm run browser -- tests/e2e/${file}:${line} --project=${projectName}`,
      })),
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

export const types: Step = {
  name: 'types',
  command: process.execPath,
  args: ['scripts/types.ts'],
  alone: 'npm run types',
  cores: 1,
  budget: 75,
};

export const lint = (files: readonly string[] = []): Step => ({
  name: 'lint',
  command: bin('biome'),
  args: ['check', '--error-on-warnings', '--no-errors-on-unmatched', ...files],
  alone: 'npm run lint',
  cores: 1,
  budget: 25,
});

export const ratchets: Step = {
  name: 'plain English',
  command: process.execPath,
  args: ['scripts/checks/ratchets.ts', '--check'],
  alone: 'node scripts/checks/ratchets.ts',
  cores: 1,
  budget: 5,
};

export const structure: Step = {
  name: 'structure',
  command: process.execPath,
  args: ['scripts/checks/structure.ts'],
  alone: 'npm run structure',
  cores: 1,
  budget: 35,
};

export const sites: Step = {
  name: 'web sites',
  command: process.execPath,
  args: ['scripts/build-web.ts'],
  alone: 'npm run build:web',
  cores: 1,
  budget: 20,
};

/** Processor seconds of each level on two quick cores. */
const budgets = { pure: 80, component: 120, engine: 260, contract: 90, infra: 120, emulators: 150, faults: 100 };

/** The tests of one level, limited to `files` in these files or folders, or to tests that use `related` files. */
export const vitest = (
  name: keyof typeof budgets | 'long',
  { files = [], related }: { files?: readonly string[]; related?: readonly string[] } = {},
): Step => ({
  name,
  command: bin('vitest'),
  args: [
    ...(related ? ['related', '--run', ...related] : ['run', ...files]),
    // The component level is several projects (vitest.config.ts).
    ...(related ? ['--passWithNoTests'] : []),
    '--project',
    name === 'component' ? 'component*' : name,
    `--maxWorkers=${name === 'long' ? 2 : 1}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}/${name}.json`,
  ],
  alone:
    name === 'long'
      ? 'TEST_LENGTH=long npm run vitest -- --project long'
      : `npm run vitest -- --project ${name === 'component' ? "'component*'" : name}`,
  cores: name === 'long' ? 2 : 1,
  ...(name === 'long'
    ? { environment: async () => ({ TEST_LENGTH: 'long' }), longestMs: 4 * 3_600_000 }
    : { budget: budgets[name] }),
  counts: () => {
    const read = report(name, VitestReport);
    return (
      read && {
        passed: read.numPassedTests,
        failed: read.numFailedTests,
        failures: vitestFailures(read, name === 'long'),
      }
    );
  },
});

const playwright = (name: string, chosen: string[], more: Pick<Step, 'alone' | 'cores' | 'budget'>): Step => ({
  name,
  command: bin('playwright'),
  args: ['test', '--reporter=list,json', ...chosen],
  ...more,
  environment: async () => ({
    PLAYWRIGHT_CHROMIUM: await findChromium(print),
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(results, `${name}.json`),
  }),
  counts: () => {
    const read = report(name, PlaywrightReport);
    if (!read) return undefined;
    const { expected, flaky, unexpected } = read.stats;
    return { passed: expected + flaky, failed: unexpected, failures: read.suites.flatMap(playwrightFailures) };
  },
});

/** Its two workers wait for pages half of the time, so another step can run at once. */
export const browser = playwright('browser', ['--grep-invert', '@long'], {
  alone: 'npm run browser -- --grep-invert @long',
  cores: 1,
  budget: 350,
});
export const browserLong = playwright('browser', ['--grep', '@long', '--workers=1'], {
  alone: 'npm run browser -- --grep @long --workers=1',
  cores: 2,
});
