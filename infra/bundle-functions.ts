import { cpSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { scriptFonts } from '#domain/paper/script-fonts.ts';
import { lean } from './bundle-plugins.ts';
import { bundling, entryFile } from './bundling.ts';
import { type FunctionName, functions } from './functions.ts';

export interface FunctionBundle {
  name: FunctionName;
  file: string;
  bytes: number;
}

const root = resolve(import.meta.dirname, '..');

/** Bundles entries as they are deployed; each becomes `directory`/NAME/index.mjs. */
export async function bundleEntries(directory: string, entries: Readonly<Record<string, string>>): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(Object.entries(entries).map(([name, file]) => [`${name}/index`, file])),
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: bundling.format,
    target: bundling.target,
    mainFields: [...bundling.mainFields],
    minify: bundling.minify,
    sourcemap: bundling.sourceMap,
    charset: bundling.charset,
    external: bundling.externalModules,
    banner: { js: bundling.banner },
    plugins: lean,
    logLevel: 'warning',
  });
}

/** Bundles every function into `directory`: what is deployed, and what tests measure and run. */
export async function bundleFunctions(directory: string): Promise<FunctionBundle[]> {
  const names = Object.keys(functions) as FunctionName[];
  await bundleEntries(directory, Object.fromEntries(names.map((name) => [name, entryFile(functions[name].entry)])));
  for (const name of names) {
    const row = functions[name];
    if (!('carries' in row)) continue;
    const folder = join(directory, name, basename(row.carries));
    cpSync(join(root, row.carries), folder, { recursive: true });
    for (const { file } of scriptFonts) cpSync(join(root, 'node_modules', file), join(folder, basename(file)));
  }
  return names.map((name) => {
    const file = join(directory, name, 'index.mjs');
    return { name, file, bytes: statSync(file).size };
  });
}
