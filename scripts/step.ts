import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const bin = (tool: string): string => join(root, 'node_modules', '.bin', tool);

export interface Failure {
  name: string;
  alone: string;
}

export interface Counts {
  passed: number;
  failed: number;
  failures: readonly Failure[];
}

export interface Step {
  name: string;
  command: string;
  args: string[];
  /** Command that runs only this step. */
  alone: string;
  cores: 1 | 2;
  /** Expected processor seconds on the reference machine, shown next to the measured ones. */
  budget?: number;
  /** Milliseconds after which a hanging step is ended; one hour by default. */
  longestMs?: number;
  /** Read after the step; without it the step has no tests. */
  counts?: () => Counts | undefined;
  environment?: () => Promise<Record<string, string>>;
}

/** Outcome of a step in seconds; `cpu` includes child processes. */
export interface Result extends Counts {
  step: Step;
  seconds: number;
  cpu: number | undefined;
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

export async function runStep(step: Step): Promise<Result> {
  const began = performance.now();
  const { code, hung, output, cpu } = await finished(step);
  const seconds = (performance.now() - began) / 1000;
  const counted = step.counts?.();
  const { passed, failed, failures } = counted ?? { passed: 0, failed: 0, failures: [] };
  // A lint error or a file that does not load fails a step without a failed test, and a missing report means that no
  // test ran: each counts as one failure.
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

/** Runs the steps in order, each as soon as enough of the `cores` are free. */
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
  /** True if it was ended after its time limit. */
  hung: boolean;
  output: string;
  cpu: number | undefined;
}

const LONGEST_MS = 3_600_000;
const children = new Set<ChildProcess>();
const end = ({ pid }: ChildProcess): void => {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // The process group has ended.
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
      // A process group of its own can be ended as a whole.
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
    const finish = (code: number | null, output: string): void => {
      clearTimeout(limit);
      children.delete(child);
      resolve({ code, hung, output, cpu: cpuSecondsOf(times) });
    };
    child.once('error', (error) => finish(1, error.message));
    child.once('close', (code) => finish(code, output));
  });
}

// The shell reports the time of all child processes.
function timed({ command, args }: Step): [string, string[]] {
  if (process.platform === 'win32') return [command, args];
  return ['sh', ['-c', '"$@" 3>&-; code=$?; times >&3; exit $code', 'sh', command, ...args]];
}

/** Parses the second line of `times`: user and system time of the children, as 1m2.34s. */
function cpuSecondsOf(times: string): number | undefined {
  const [, children] = times.trim().split('\n');
  const parts = children?.match(/(\d+)m([\d.]+)s/g);
  return parts?.reduce((sum, part) => {
    const [, minutes, seconds] = /(\d+)m([\d.]+)s/.exec(part) ?? [];
    return sum + Number(minutes) * 60 + Number(seconds);
  }, 0);
}
