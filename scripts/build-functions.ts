import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledFunctions } from '#infra/bundling.ts';
import { contentHash } from './content-hash.ts';

/** Bundles the functions that a deployment takes, where their sources have changed since they were bundled last. */
const sources = contentHash(['functions', 'domain', 'infra', 'package-lock.json', 'tsconfig.json']);
const made = join(bundledFunctions, '.made-from');

if (!existsSync(made) || readFileSync(made, 'utf8') !== sources) {
  // The bundler, and every schema of the contract, is loaded only where there is something to do.
  const { bundleFunctions } = await import('#infra/bundle-functions.ts');
  rmSync(bundledFunctions, { recursive: true, force: true });
  await bundleFunctions(bundledFunctions);
  mkdirSync(bundledFunctions, { recursive: true });
  writeFileSync(made, sources);
}
