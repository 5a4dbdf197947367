/**
 * What CDK runs to learn of the app, from whatever command and under whatever Node 20 or newer: installs what is missing,
 * builds both sites when their sources have changed, bundles the functions, and runs the app on Node 24.
 */
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fittingNode } from './bootstrap.mjs';

const cwd = dirname(dirname(fileURLToPath(import.meta.url)));
// The app's own words alone belong on CDK's screen.
for (const script of [['scripts/build-web.ts', '--quiet'], ['infra/bundle-functions.ts'], ['infra/app.ts']]) {
  const { status } = spawnSync(fittingNode, script, { cwd, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
