import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { testFiles } from './checks/test-kinds.ts';
import { print, root, runSteps, sayResults } from './step.ts';
import { lint, ratchets, results, types, vitest } from './steps.ts';

/**
 * Checks what has changed since the branch left main, committed or not: types, lint, plain English, the pure and
 * component tests that use a changed file, and the slower tests in the same folders. `npm run check -- REF` compares
 * with another commit. `npm test` checks everything.
 */
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);

/** Returns the files that differ from the merge base with `main` or the named commit, deleted files included. */
function changedFiles(): string[] {
  const ref = process.argv[2] ?? 'main';
  let base: string;
  try {
    base = git('merge-base', ref, 'HEAD');
  } catch {
    print(`There is no commit "${ref}" to compare with. Name another: npm run check -- REF`);
    process.exit(1);
  }
  const tracked = linesOf(git('diff', '--name-only', base));
  const untracked = linesOf(git('ls-files', '--others', '--exclude-standard'));
  return [...new Set([...tracked, ...untracked])];
}

const changed = changedFiles();
const present = changed.filter((path) => existsSync(join(root, path)));
const code = present.filter((path) => /\.(?:ts|tsx|mjs|js|css)$/.test(path));

/** `domain/payments/x.ts` also selects `functions/payments`. */
const capabilities = new Set(
  code.map((path) => path.split('/')).flatMap(([, folder, ...rest]) => (folder && rest.length > 0 ? [folder] : [])),
);
const isBeside = (path: string): boolean => code.includes(path) || capabilities.has(path.split('/')[1] ?? '');
const slow = (['engine', 'contract', 'infra'] as const).flatMap((name) => {
  const files = testFiles().filter(({ kind, path }) => kind === name && isBeside(path));
  return files.length === 0 ? [] : [vitest(name, { files: files.map(({ path }) => path) })];
});
const quick = code.length === 0 ? [] : (['pure', 'component'] as const).map((name) => vitest(name, { related: code }));

if (changed.length === 0) print('Nothing has changed.');
else {
  print(`${changed.length} files have changed.`);
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  sayResults(await runSteps([ratchets, types, lint(present), ...quick, ...slow]), performance.now() / 60_000);
}
