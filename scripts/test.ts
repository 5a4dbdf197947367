import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { findChromium } from './chromium.ts';

/** Runs every check of the project; the last line says how many tests passed and failed. */
const root = fileURLToPath(new URL('..', import.meta.url));
const results = join(root, 'test-results', 'counts');

interface Counts {
  passed: number;
  failed: number;
}

interface Step {
  name: string;
  command: string;
  args: string[];
  /** Read after the step; without it the step tells no tests. */
  counts?: () => Counts | undefined;
  environment?: () => Promise<Record<string, string>>;
}

const VitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

function report<Shape extends z.ZodType>(name: string, shape: Shape): z.output<Shape> | undefined {
  const path = join(results, `${name}.json`);
  if (!existsSync(path)) return undefined;
  const parsed = shape.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  return parsed.success ? parsed.data : undefined;
}

const bin = (tool: string): string => join(root, 'node_modules', '.bin', tool);
const script = (name: string, path: string): Step => ({ name, command: process.execPath, args: [path] });

const vitest = (name: string): Step => ({
  name,
  command: bin('vitest'),
  args: [
    'run',
    '--project',
    name,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}/${name}.json`,
  ],
  counts: () => {
    const read = report(name, VitestReport);
    return read && { passed: read.numPassedTests, failed: read.numFailedTests };
  },
});

const browser: Step = {
  name: 'browser',
  command: bin('playwright'),
  args: ['test', '--reporter=list,json'],
  environment: async () => ({
    PLAYWRIGHT_CHROMIUM: await findChromium(say),
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(results, 'browser.json'),
  }),
  counts: () => {
    const read = report('browser', PlaywrightReport)?.stats;
    return read && { passed: read.expected + read.flaky, failed: read.unexpected };
  },
};

/** Lanes of a stage run side by side, the steps of a lane one after the other. */
const stages: Step[][][] = [
  [
    [{ name: 'types', command: bin('tsc'), args: ['--noEmit'] }],
    [
      { name: 'lint', command: bin('biome'), args: ['check', '--error-on-warnings'] },
      script('structure', 'scripts/structure.ts'),
      script('web sites', 'scripts/build-web.ts'),
    ],
  ],
  [[vitest('unit')]],
  [[vitest('integration')]],
  [[vitest('infra')]],
  [[browser]],
];

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function run(step: Step): Promise<Counts> {
  const began = performance.now();
  const { code, output } = await finished(step);
  const counts = step.counts?.() ?? { passed: 0, failed: 0 };
  // A step may fail without a failed test, say by a lint error or a file that does not load: that is one failure.
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  const seconds = `${((performance.now() - began) / 1000).toFixed(1)} s`;
  const told =
    step.counts && counts.passed + counts.failed > 0 ? `${counts.passed} passed, ${counts.failed} failed` : '';
  if (code !== 0) say(`\n${output.trimEnd()}\n`);
  say(`${step.name.padEnd(12)} ${code === 0 ? 'ok    ' : 'FAILED'} ${seconds.padStart(8)}   ${told}`.trimEnd());
  return counts;
}

async function finished(step: Step): Promise<{ code: number | null; output: string }> {
  let environment: Record<string, string> = {};
  try {
    environment = (await step.environment?.()) ?? {};
  } catch (error) {
    return { code: 1, output: error instanceof Error ? error.message : String(error) };
  }
  return new Promise((resolve) => {
    const child = spawn(step.command, step.args, {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

async function runLane(steps: Step[], total: Counts): Promise<void> {
  for (const step of steps) {
    const { passed, failed } = await run(step);
    total.passed += passed;
    total.failed += failed;
  }
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const total: Counts = { passed: 0, failed: 0 };
for (const lanes of stages) await Promise.all(lanes.map((steps) => runLane(steps, total)));
say(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
