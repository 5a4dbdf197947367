import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentHash } from './content-hash.ts';
import { bin, root } from './step.ts';

const file = join(root, 'node_modules/.cache/api/paths.ts');

/** Writes the types of the API's generated client to node_modules/.cache/api when the contract has changed. */
async function writeApiTypes(): Promise<void> {
  const hash = contentHash(['domain', 'functions/reference-data', 'scripts/types.ts', 'package-lock.json']);
  const head = `// Generated from the OpenAPI document of ${hash}.\n`;
  if (existsSync(file) && readFileSync(file, 'utf8').startsWith(head)) return;
  const [{ default: openapiTypes, astToString }, { factory }, { openapiDocument }] = await Promise.all([
    import('openapi-typescript'),
    import('typescript').then(({ default: typescript }) => typescript),
    import('#functions/reference-data/openapi-document.ts'),
  ]);
  const nodes = await openapiTypes(JSON.stringify(openapiDocument), {
    // Files are Blobs; the generator would type them as strings.
    transform: ({ format }) => (format === 'binary' ? factory.createTypeReferenceNode('Blob') : undefined),
  });
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, head + astToString(nodes));
}

await writeApiTypes();
const compiled = join(root, 'node_modules', '.cache', 'types.tsbuildinfo');
// Several checkers would each check the shared types again: twice the processor time, and slower on two cores.
const { status } = spawnSync(
  bin('tsc'),
  ['--noEmit', '--checkers', '1', '--incremental', '--tsBuildInfoFile', compiled],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;
