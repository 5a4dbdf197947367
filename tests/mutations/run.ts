import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { type Fault, mutations } from './faults.ts';

/**
 * Applies each fault of faults.ts, or those named as arguments, to a copy of the tree and finds the test that detects
 * it: `node tests/mutations/run.ts [id …]`. Exits with 1 if one escaped.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const copy = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'stillwater-mutations-')));
const reportFile = join(copy, 'mutation-report.json');
const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const maxRunMs = 20 * 60_000;

const TestResult = z.object({
  fullName: z.string(),
  status: z.string(),
  failureMessages: z.array(z.string()).nullish(),
});
const Report = z.object({
  numPassedTests: z.number(),
  testResults: z.array(z.object({ name: z.string(), status: z.string(), assertionResults: z.array(TestResult) })),
});

interface Outcome {
  passed: number;
  failed: string[];
  /** Files that did not load, or whose hook threw. */
  broken: string[];
}

const makeCopy = (): void => {
  const listing = ['ls-files', '-co', '--exclude-standard', '-z'];
  const { stdout } = spawnSync('git', listing, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
  for (const path of stdout.split('\0').filter((one) => one !== '' && fs.existsSync(join(root, one)))) {
    fs.mkdirSync(dirname(join(copy, path)), { recursive: true });
    fs.copyFileSync(join(root, path), join(copy, path));
  }
  fs.symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
};

/** Failures that detect nothing: the file does not compile, a name is missing, or it hung. */
const notLooking =
  /^(?:\w*(?:Syntax|Reference|Type)Error\b|Error: (?:(?:Test|Hook) timed out|Transform failed|Failed to|Cannot find))/;
const isExpectation = ({ status, failureMessages }: z.output<typeof TestResult>): boolean =>
  status === 'failed' && (failureMessages ?? []).some((message) => !notLooking.test(message));

const vitest = (args: readonly string[]): Outcome | undefined => {
  fs.rmSync(reportFile, { force: true });
  const further = ['--maxWorkers=1', '--reporter=json', `--outputFile.json=${reportFile}`];
  const command = [join(copy, 'node_modules', 'vitest', 'vitest.mjs'), ...args, ...further];
  spawnSync(process.execPath, command, { cwd: copy, stdio: 'ignore', timeout: maxRunMs, killSignal: 'SIGKILL' });
  if (!fs.existsSync(reportFile)) return undefined;
  const { numPassedTests, testResults } = Report.parse(JSON.parse(fs.readFileSync(reportFile, 'utf8')));
  const pathOf = ({ name }: { name: string }): string => relative(copy, name);
  const [failed, others] = [true, false].map((wanted) =>
    testResults.filter(({ assertionResults }) => assertionResults.some(isExpectation) === wanted),
  ) as [typeof testResults, typeof testResults];
  const broken = others.filter(({ status }) => status === 'failed');
  return { passed: numPassedTests, failed: failed.map(pathOf), broken: broken.map(pathOf) };
};

const run = (files: readonly string[], ...further: string[]): Outcome | undefined =>
  files.length ? vitest(['run', ...further, ...files]) : undefined;
const related = (kind: 'pure' | 'engine', file: string): Outcome | undefined =>
  vitest(['related', '--run', '--passWithNoTests', '--bail=1', `--project=${kind}`, file]);
const passesAsItIs = (file: string): boolean => {
  const found = run([file]);
  return found !== undefined && found.passed > 0 && found.failed.length + found.broken.length === 0;
};

/**
 * Returns the files that detect the current fault: first the expected ones, then pure ones, then those with an engine.
 */
const seenBy = (file: string, expected: readonly string[]): { failed: string[]; notes: string[] } => {
  const notes = expected.length ? [] : ['none of its tests is there and passes'];
  for (const runs of [() => run(expected, '--bail=1'), () => related('pure', file), () => related('engine', file)]) {
    const outcome = runs();
    if (outcome?.failed.length) return { failed: outcome.failed, notes };
    notes.push(...(outcome?.broken ?? []).map((broken) => `${broken} broke`));
  }
  return { failed: [], notes };
};

const tried = ({ file, find, replace, caughtBy }: Fault, sound: ReadonlySet<string>) => {
  const path = join(copy, file);
  const text = fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : '';
  const times = text.split(find).length - 1;
  if (times !== 1) return { notes: [`its text stands ${times} times in ${file}`] };
  const expected = caughtBy.filter((one) => sound.has(one));
  let seen: ReturnType<typeof seenBy>;
  try {
    fs.writeFileSync(path, text.split(find).join(replace));
    seen = seenBy(file, expected);
  } finally {
    fs.writeFileSync(path, text);
  }
  const by = seen.failed.find(passesAsItIs);
  return { by, notes: [...new Set(seen.notes)] };
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((id) => mutations.every((fault) => fault.id !== id));
const chosen = wanted.length ? mutations.filter(({ id }) => wanted.includes(id)) : mutations;
process.on('exit', () => fs.rmSync(copy, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
if (unknown.length) throw new Error(`no such fault: ${unknown.join(', ')}`);

makeCopy();
const expected = [...new Set(chosen.flatMap(({ caughtBy }) => caughtBy))];
const present = expected.filter((file) => fs.existsSync(join(copy, file)));
const before = run(present);
const unsound = before ? [...before.failed, ...before.broken] : present;
const sound = new Set(present.filter((file) => !unsound.includes(file)));
say(`As it is ${before?.passed ?? 0} tests pass${unsound.length ? `; these fail: ${unsound.join(', ')}` : ''}.`);

let caught = 0;
for (const fault of chosen) {
  const begun = performance.now();
  const { by, notes } = tried(fault, sound);
  if (by) caught += 1;
  const outcome = by ?? ['ESCAPED', ...notes].join('; ');
  say(`| ${fault.id} | ${fault.area} | ${outcome} | ${Math.round((performance.now() - begun) / 1000)} s |`);
}
say(`${caught} of ${chosen.length} caught`);
process.exitCode = caught === chosen.length ? 0 : 1;
