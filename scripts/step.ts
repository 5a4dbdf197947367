import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const bin = (tool: string): string => join(root, 'node_modules', '.bin', tool);

/** A failed test, and the command that runs it alone. */
export interface Failure {
  name: string;
  alone: string;
}

export interface Counts {
  passed: number;
  failed: number;
  failures: readonly Failure[];
}

/** One program that checks something: a level of the tests, or a tool. */
export interface Step {
  name: string;
  command: string;
  args: string[];
  /** The command that runs this step alone. */
  alone: string;
  /** How many cores it keeps busy. */
  cores: 1 | 2;
  /** Processor seconds that it should take on a quick machine. Shown beside what it took, and never judged. */
  budget?: number;
  /** After so many milliseconds it hangs and is ended; an hour unless stated. */
  longestMs?: number;
  /** Read after the step; without it the step has no tests. */
  counts?: () => Counts | undefined;
  environment?: () => Promise<Record<string, string>>;
}

/** What came of a step; times in seconds, `cpu` with all child processes that it waited for. */
export interface Result extends Counts {
  step: Step;
  seconds: number;
  cpu: number | undefined;
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs a step and prints what came of it; its output too where it failed. */
export async function runStep(step: Step): Promise<Result> {
  const began = performance.now();
  const { code, hung, output, cpu } = await finished(step);
  const seconds = (performance.now() - began) / 1000;
  const counted = step.counts?.();
  const { passed, failed, failures } = counted ?? { passed: 0, failed: 0, failures: [] };
  // A step may end badly without a failed test, say by a lint error or a file that does not load, and one that made no
  // report has run no test: that is one failure.
  const isSilent = step.counts !== undefined && counted === undefined;
  const bad = code === 0 && !isSilent ? failed : Math.max(failed, 1);
  if (bad > 0) print(`\n${output.trimEnd()}\n`);
  const reason = code === 0 ? 'made no report' : hung ? 'hung and was ended' : `ended with ${code}`;
  const named = failures.length > 0 || bad === 0 ? failures : [{ name: reason, alone: step.alone }];
  const result = { step, seconds, cpu, passed, failed: bad, failures: named };
  print(lineOf(result));
  return result;
}

const lineOf = ({ step, seconds, cpu, passed, failed }: Result): string => {
  const processor = cpu === undefined ? '' : `${cpu.toFixed(0)} s${step.budget ? ` of ${step.budget}` : ''}`;
  const tests = step.counts ? `${passed} passed, ${failed} failed` : '';
  const outcome = failed > 0 ? 'FAILED' : 'ok';
  return `${step.name.padEnd(10)} ${outcome.padEnd(6)} ${seconds.toFixed(0).padStart(4)} s  processor ${processor.padEnd(13)} ${tests}`.trimEnd();
};

/** Runs the steps in their order, each as soon as as many of the `cores` are free as it keeps busy. */
export async function runSteps(steps: readonly Step[], cores = 2): Promise<Result[]> {
  const running = new Set<Promise<void>>();
  const results: Result[] = [];
  let busy = 0;
  for (const step of steps) {
    while (busy > 0 && busy + step.cores > cores) await Promise.race(running);
    busy += step.cores;
    const run: Promise<void> = runStep(step).then((result) => {
      results.push(result);
      busy -= step.cores;
      running.delete(run);
    });
    running.add(run);
  }
  await Promise.all(running);
  return results;
}

/** Prints how long each step took and what failed, with the command that runs it alone, and sets the exit code. */
export function sayResults(results: readonly Result[], minutes: number): void {
  const sum = (of: (result: Result) => number): number => results.reduce((all, result) => all + of(result), 0);
  print('');
  for (const result of results) print(lineOf(result));
  print(`in ${minutes.toFixed(1)} minutes, processor ${sum(({ cpu }) => cpu ?? 0).toFixed(0)} s`);
  for (const { step, failures } of results)
    for (const { name, alone } of failures) print(`failed: ${step.name}: ${name}\n        ${alone}`);
  const failed = sum((result) => result.failed);
  print(`${sum(({ passed }) => passed)} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

interface Finished {
  code: number | null;
  /** Whether it was ended because it took too long. */
  hung: boolean;
  output: string;
  cpu: number | undefined;
}

/** A step that takes longer hangs; the long one takes longer. */
const LONGEST_MS = 3_600_000;
const children = new Set<ChildProcess>();
/** Ends a step with everything that it started. */
const end = ({ pid }: ChildProcess): void => {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    for (const child of children) end(child);
    process.exit(130);
  });

async function finished(step: Step): Promise<Finished> {
  let environment: Record<string, string> = {};
  try {
    environment = (await step.environment?.()) ?? {};
  } catch (error) {
    return { code: 1, hung: false, output: error instanceof Error ? error.message : String(error), cpu: undefined };
  }
  return new Promise((resolve) => {
    const [command, args] = timed(step);
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      // A process group of its own, so that it can be ended whole.
      detached: process.platform !== 'win32',
    });
    children.add(child);
    let [output, times, hung] = ['', '', false];
    const limit = setTimeout(() => {
      hung = true;
      end(child);
    }, step.longestMs ?? LONGEST_MS);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.stdio[3]?.on('data', (text: Buffer) => {
      times += String(text);
    });
    const finish = (code: number | null, said: string): void => {
      clearTimeout(limit);
      children.delete(child);
      resolve({ code, hung, output: said, cpu: cpuSecondsOf(times) });
    };
    child.once('error', (error) => finish(1, error.message));
    child.once('close', (code) => finish(code, output));
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
