import { spawn } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { slowness } from './machine-speed.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const bin = (tool: string): string => join(root, 'node_modules', '.bin', tool);

export interface Counts {
  passed: number;
  failed: number;
  /** Names of the tests that failed, where they are known. */
  failures?: readonly string[];
}

/**
 * The most that a step may take where `slowness` is 1: seconds of a clock, which other programs slow down, and of a
 * processor, which they do less.
 */
export interface Budget {
  seconds: number;
  cpuSeconds: number;
}

export interface Step {
  name: string;
  command: string;
  args: string[];
  budget: Budget;
  /** Read after the step; without it the step has no tests. */
  counts?: () => Counts | undefined;
  environment?: () => Promise<Record<string, string>>;
}

interface Finished {
  code: number | null;
  output: string;
  cpuSeconds: number | undefined;
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs a step and answers its tests. A step over its budget has failed, and so has one that ends badly. */
export async function runStep(step: Step): Promise<Counts> {
  const began = performance.now();
  const { code, output, cpuSeconds } = await finished(step);
  const seconds = (performance.now() - began) / 1000;
  const { passed, failed, failures = [] } = step.counts?.() ?? { passed: 0, failed: 0 };
  const over = overBudget(step.budget, seconds, cpuSeconds);
  // A step may fail without a failed test, say by a lint error or a file that does not load: that is one failure.
  const bad = code !== 0 || over ? Math.max(failed, 1) : failed;
  if (code !== 0) say(`\n${output.trimEnd()}\n`);
  const tests = step.counts && passed + bad > 0 ? `${passed} passed, ${bad} failed` : '';
  const spent = `${seconds.toFixed(1)} s of ${step.budget.seconds}`.padStart(15);
  const cpu = cpuSeconds === undefined ? '' : `cpu ${cpuSeconds.toFixed(1)} s of ${step.budget.cpuSeconds}`.padEnd(20);
  say(
    `${step.name.padEnd(12)} ${code === 0 && !over ? 'ok    ' : 'FAILED'} ${spent}  ${cpu}  ${tests}${over}`.trimEnd(),
  );
  const named = failures.length > 0 || bad === 0 ? failures : [over.trim() || `ended with ${code}`];
  return { passed, failed: bad, failures: named.map((failure) => `${step.name}: ${failure}`) };
}

/** Lanes run side by side, the steps of a lane one after the other; answers the sum of their tests. */
export async function runLanes(lanes: readonly (readonly Step[])[]): Promise<Required<Counts>> {
  const finishedSteps: Counts[] = [];
  const runLane = async (steps: readonly Step[]): Promise<void> => {
    for (const step of steps) finishedSteps.push(await runStep(step));
  };
  await Promise.all(lanes.map(runLane));
  return sumOf(finishedSteps);
}

export const sumOf = (parts: readonly Counts[]): Required<Counts> => ({
  passed: parts.reduce((sum, { passed }) => sum + passed, 0),
  failed: parts.reduce((sum, { failed }) => sum + failed, 0),
  failures: parts.flatMap(({ failures = [] }) => failures),
});

/** Says how it went, what failed by name, and lets the process end accordingly. */
export function sayResult({ passed, failed, failures }: Required<Counts>): void {
  for (const failure of failures) say(`failed: ${failure}`);
  say(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

/** Where others keep the machine busy, the clock says nothing about the step. */
const BUSY_LOAD = 3;

function overBudget({ seconds, cpuSeconds }: Budget, took: number, cpu = 0): string {
  if (process.env.STAGE_BUDGETS === 'off' || (took <= seconds && cpu <= cpuSeconds)) return '';
  const slow = slowness();
  const beside = slow > 1 ? `, on a machine ${slow.toFixed(1)} times as slow` : '';
  if (cpu > slow * cpuSeconds) return `  over its budget of processor time${beside}`;
  const [, load = 0] = loadavg();
  return took > slow * seconds && load < BUSY_LOAD * availableParallelism() ? `  over its budget of time${beside}` : '';
}

async function finished(step: Step): Promise<Finished> {
  let environment: Record<string, string> = {};
  try {
    environment = (await step.environment?.()) ?? {};
  } catch (error) {
    return { code: 1, output: error instanceof Error ? error.message : String(error), cpuSeconds: undefined };
  }
  return new Promise((resolve) => {
    const [command, args] = timed(step);
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    let [output, times] = ['', ''];
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.stdio[3]?.on('data', (text: Buffer) => {
      times += String(text);
    });
    child.once('error', (error) => resolve({ code: 1, output: error.message, cpuSeconds: undefined }));
    child.once('close', (code) => resolve({ code, output, cpuSeconds: cpuSecondsOf(times) }));
  });
}

// The shell knows what its children have used, and theirs.
function timed({ command, args }: Step): [string, string[]] {
  if (process.platform === 'win32') return [command, args];
  return ['sh', ['-c', '"$@" 3>&-; code=$?; times >&3; exit $code', 'sh', command, ...args]];
}

/** Of the second line that `times` prints: user and system time of the children, as 1m2.34s. */
function cpuSecondsOf(times: string): number | undefined {
  const [, children] = times.trim().split('\n');
  const parts = children?.match(/(\d+)m([\d.]+)s/g);
  return parts?.reduce((sum, part) => {
    const [, minutes, seconds] = /(\d+)m([\d.]+)s/.exec(part) ?? [];
    return sum + Number(minutes) * 60 + Number(seconds);
  }, 0);
}
