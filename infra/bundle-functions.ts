import { cpSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { scriptFonts } from '#domain/documents/printing/script-fonts.ts';
import { entryFile } from './function-definition.ts';
import { type FunctionName, functions } from './functions.ts';

export interface FunctionBundle {
  name: FunctionName;
  file: string;
  bytes: number;
}

const root = resolve(import.meta.dirname, '..');

/** Bundles the finished OpenAPI document instead of its generator and every schema of the product. */
const finishedDocument: Plugin = {
  name: 'finished-document',
  setup: ({ onLoad }) =>
    onLoad({ filter: /functions\/reference-data\/openapi-document\.ts$/ }, async ({ path }) => {
      const { openapiDocument } = await import(pathToFileURL(path).href);
      const packed = gzipSync(JSON.stringify(openapiDocument)).toString('base64');
      const document = `JSON.parse(gunzipSync(Buffer.from('${packed}','base64')))`;
      return { contents: `import {gunzipSync} from 'node:zlib';export const openapiDocument=${document};` };
    }),
};

/**
 * Bundles every function into `directory`. Each is one minified ES module with its own AWS SDK clients: the runtime's
 * clients load slower and change without a release.
 */
export async function bundleFunctions(directory: string): Promise<FunctionBundle[]> {
  const names = Object.keys(functions) as FunctionName[];
  await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(names.map((name) => [`${name}/index`, entryFile(name)])),
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    mainFields: ['module', 'main'],
    minify: true,
    charset: 'utf8',
    // CommonJS packages inside an ES module still call `require`.
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    plugins: [finishedDocument],
    logLevel: 'warning',
  });
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
