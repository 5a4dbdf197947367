import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, runLanes, type Step, say, sayResult } from './step.ts';
import { lint, results, types, vitest } from './steps.ts';

/**
 * Checks what has changed since the branch left main, committed or not: types, lint, and the tests that need one of the
 * changed files. `npm run check -- REF` compares with another commit. `npm test` checks everything.
 */
const git = (...args: string[]): string => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
};
const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);

function changedFiles(): string[] {
  const base = git('merge-base', process.argv[2] ?? 'main', 'HEAD') || 'HEAD';
  const tracked = linesOf(git('diff', '--name-only', '--diff-filter=d', base));
  const untracked = linesOf(git('ls-files', '--others', '--exclude-standard'));
  return [...new Set([...tracked, ...untracked])].filter((path) => existsSync(join(root, path)));
}

const changed = changedFiles();
const code = changed.filter((path) => /\.(?:ts|tsx|mjs|js|css)$/.test(path));
const isIn = (...folders: string[]): boolean =>
  changed.some((path) => folders.some((folder) => path.startsWith(folder)));
const related = { related: code };

/** The local engines are frozen: only who changes them asks for their tests here. */
const more: Step[] = [
  ...(isIn('local/') ? [vitest('emulators', related)] : []),
  ...(isIn('infra/', 'tests/infra/') ? [vitest('infra', related)] : []),
];
const lanes: Step[][] =
  code.length === 0
    ? [[types], [lint(changed)]]
    : [
        [types, vitest('pure', related), vitest('component', related), ...more],
        [lint(changed), vitest('contract', related), vitest('engine', related)],
      ];

if (changed.length === 0) say('Nothing has changed.');
else {
  say(`${changed.length} files have changed.`);
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const counts = await runLanes(lanes);
  say(`\nin ${(performance.now() / 1000).toFixed(0)} s`);
  sayResult(counts);
}
