import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(0);

/**
 * Starts from a clone of the last commit with the Node and npm of the PATH: nothing is installed or built, and CDK
 * must work. For CI on Node 20 and 24; it takes minutes.
 */
const folder = mkdtempSync(join(tmpdir(), 'stillwater-clone-'));
const clone = join(folder, 'stillwater');
try {
  for (const [command, ...words] of [
    ['git', 'clone', '--quiet', '--depth', '1', `file://${root}`, clone],
    ['npm', 'run', 'synth'],
    // A direct CDK command runs none of npm's hooks.
    ['npx', 'cdk', 'list'],
  ]) {
    const began = performance.now();
    // npm puts its own folders, with this tree's Node, before the PATH.
    const path = (process.env.PATH ?? '').split(':').filter((part) => !part.includes('node_modules'));
    const env = { ...process.env, PATH: path.join(':') };
    const cwd = command === 'git' ? root : clone;
    const { status } = spawnSync(command ?? '', words, { cwd, env, stdio: 'inherit' });
    if (status !== 0) throw new Error(`${[command, ...words].join(' ')} ended with ${status}`);
    process.stdout.write(`${command} ${words[0]} ${words[1]}: ${seconds(began)} s\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
