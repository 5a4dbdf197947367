import { statSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFunctions, type FunctionBundle } from '#infra/bundle-functions.ts';
import { type FunctionName, functions } from '#infra/functions.ts';
import { madeOnce } from './content-cache.ts';

/** Bundles every function as for a deployment, once for all test files. */
export const functionBundles = async (): Promise<FunctionBundle[]> => {
  const from = ['functions', 'domain', 'infra', 'package-lock.json', 'tsconfig.json'];
  const folder = await madeOnce('bundles', { from }, async (made) => {
    await bundleFunctions(made);
  });
  return (Object.keys(functions) as FunctionName[]).map((name) => {
    const file = join(folder, name, 'index.mjs');
    return { name, file, bytes: statSync(file).size };
  });
};
