import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { checkRatchets } from './ratchets.ts';
import { cutTexts, floatsOfMoney } from './whole-cents-and-letters.ts';

/**
 * Checks the layout: import directions (.dependency-cruiser.cjs), unused code (knip.json), lengths of files and
 * handlers, plain English (ratchets.ts), amounts in cents and texts cut at whole characters
 * (whole-cents-and-letters.ts), and a complete lock file.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = ['domain', 'functions', 'infra', 'web-staff', 'web-intake', 'local', 'tests', 'scripts'];
const configurations = ['vitest.config.ts', 'playwright.config.ts'];

// A tool that finds no modules reports no violation either. The tree has over 400 modules.
const FEWEST_MODULES = 250;
const LONGEST_FILE = 500;
const LONGEST_HANDLER = 40;

interface Cruise {
  modules: { source: string }[];
  summary: { violations: { from: string; to: string; rule: { name: string }; cycle?: { name: string }[] }[] };
}

interface Lock {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>;
}

function run(tool: string, args: string[]): { output: string; problem: string; status: number | null } {
  const bin = join(root, 'node_modules', '.bin', tool);
  const result = spawnSync(bin, args, { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  return { output: result.stdout ?? '', problem: result.stderr ?? String(result.error ?? ''), status: result.status };
}

function directionOfImports(): string[] {
  const roots = [...folders, ...configurations].filter((path) => existsSync(join(root, path)));
  const { output, problem } = run('depcruise', [
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    ...roots,
  ]);
  let cruise: Cruise;
  try {
    cruise = JSON.parse(output) as Cruise;
  } catch {
    return [`dependency-cruiser gave no result: ${problem || output.slice(0, 500)}`];
  }
  const own = cruise.modules.filter(({ source }) => folders.some((folder) => source.startsWith(`${folder}/`))).length;
  const faults = cruise.summary.violations.map(({ rule, from, to, cycle }) =>
    cycle ? `${rule.name}: ${[from, ...cycle.map(({ name }) => name)].join(' → ')}` : `${rule.name}: ${from} → ${to}`,
  );
  if (own < FEWEST_MODULES)
    faults.push(`only ${own} of our modules were looked at; at least ${FEWEST_MODULES} are expected`);
  else process.stdout.write(`imports: ${own} modules\n`);
  return faults;
}

function nothingUnused(): string[] {
  const { output, problem, status } = run('knip', ['--no-progress', '--reporter', 'compact']);
  return status === 0 ? [] : [`knip:\n${(output + problem).trim()}`];
}

function* sourceFiles(folder: string): Generator<string> {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(root, join(entry.parentPath, entry.name));
    if (entry.isFile() && /\.(ts|tsx|mjs|cjs|js)$/.test(path) && !/(^|\/)node_modules\//.test(path)) yield path;
  }
}

function lengths(): string[] {
  const faults: string[] = [];
  let files = 0;
  for (const path of folders.flatMap((folder) => [...sourceFiles(join(root, folder))])) {
    if (path.startsWith('tests/') || /\.test\.tsx?$/.test(path)) continue;
    files += 1;
    const text = readFileSync(join(root, path), 'utf8');
    const lines = text.trimEnd().split('\n').length;
    if (lines > LONGEST_FILE) faults.push(`${path} has ${lines} lines; ${LONGEST_FILE} is the most`);
    if (isHandlerFile(path)) faults.push(...longFunctions(path, text));
  }
  process.stdout.write(`lengths: ${files} files\n`);
  return faults;
}

function wholeCentsAndLetters(): string[] {
  const product = ['domain', 'functions', 'web-staff', 'web-intake'];
  return product
    .flatMap((folder) => [...sourceFiles(join(root, folder))])
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      // Call schemas make the text of sites well-formed.
      return [...floatsOfMoney(path, text), ...(path.startsWith('web-') ? [] : cutTexts(path, text))];
    });
}

const isHandlerFile = (path: string): boolean =>
  /^functions\/(?!(?:platform|lambdas)\/)[^/]+\/(?!.*\b(?:repository|client|projection)\b).*\.ts$/.test(path);

function longFunctions(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  return source.statements.flatMap((statement) => {
    const lines = lineOf(statement.end) - lineOf(statement.getStart(source)) + 1;
    const isCode = ts.isFunctionDeclaration(statement) || ts.isVariableStatement(statement);
    if (!isCode || lines <= LONGEST_HANDLER) return [];
    return [
      `${path}:${lineOf(statement.getStart(source)) + 1} is ${lines} lines long; a handler has at most ${LONGEST_HANDLER}`,
    ];
  });
}

/** npm omits a platform package missing in the registry, and `npm ci` then rejects the lock file everywhere. */
function completeLock(): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !placesOf(path, name).some((place) => place in packages))
      .map((name) => `package-lock.json lacks ${name}, which ${path} names: npm ci will refuse it`),
  );
}

// Node looks for a package next to its user, then in each parent folder.
function placesOf(path: string, name: string): string[] {
  const folders = path.split(/(?=\/?node_modules\/)/);
  return [...folders.keys(), folders.length].map((depth) => {
    const at = folders.slice(0, depth).join('');
    return `${at ? `${at}/` : ''}node_modules/${name}`;
  });
}

const faults = [
  directionOfImports,
  nothingUnused,
  lengths,
  wholeCentsAndLetters,
  completeLock,
  () => checkRatchets().faults,
].flatMap((check) => check());
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
