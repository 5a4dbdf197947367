/**
 * CDK's app command, for any Node from 20: installs missing packages, builds changed sites and functions concurrently,
 * and runs the app on Node 24.
 */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fittingNode } from './bootstrap.mjs';

const cwd = dirname(dirname(fileURLToPath(import.meta.url)));
// Caches CDK's compiled code between commands.
const env = { NODE_COMPILE_CACHE: join(cwd, 'node_modules/.cache/compiled'), ...process.env };

/** @param {string[]} script @returns {Promise<number>} */
const run = (...script) =>
  new Promise((resolve, reject) => {
    const child = spawn(fittingNode, script, { cwd, env, stdio: 'inherit' });
    child.once('error', reject).once('exit', (status) => resolve(status ?? 1));
  });

// CDK's screen shows only the app's own output.
const built = await Promise.all([
  run('scripts/build-web.ts', '--quiet', '--deployed'),
  run('scripts/build-functions.ts'),
]);
process.exitCode = Math.max(...built) || (await run('infra/app.ts'));
