import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledFunctions } from '#infra/function-definition.ts';
import { contentHash } from './content-hash.ts';

const sources = contentHash(['functions', 'domain', 'infra', 'package-lock.json', 'tsconfig.json']);
const made = join(bundledFunctions, '.made-from');

if (!existsSync(made) || readFileSync(made, 'utf8') !== sources) {
  // Loads the bundler and every schema only when needed.
  const { bundleFunctions } = await import('#infra/bundle-functions.ts');
  rmSync(bundledFunctions, { recursive: true, force: true });
  await bundleFunctions(bundledFunctions);
  mkdirSync(bundledFunctions, { recursive: true });
  writeFileSync(made, sources);
}
