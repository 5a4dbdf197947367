/**
 * What CDK runs to learn of the app, from whatever command and under whatever Node 20 or newer: installs what is missing,
 * builds sites and functions side by side when their sources have changed, and runs the app on Node 24.
 */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fittingNode } from './bootstrap.mjs';

const cwd = dirname(dirname(fileURLToPath(import.meta.url)));
// CDK's own code is compiled once, and not at every command.
const env = { NODE_COMPILE_CACHE: join(cwd, 'node_modules/.cache/compiled'), ...process.env };

/** @param {string[]} script @returns {Promise<number>} */
const run = (...script) =>
  new Promise((resolve, reject) => {
    const child = spawn(fittingNode, script, { cwd, env, stdio: 'inherit' });
    child.once('error', reject).once('exit', (status) => resolve(status ?? 1));
  });

// The app's own words alone belong on CDK's screen.
const built = await Promise.all([
  run('scripts/build-web.ts', '--quiet', '--deployed'),
  run('scripts/build-functions.ts'),
]);
process.exitCode = Math.max(...built) || (await run('infra/app.ts'));
