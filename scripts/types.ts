import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { writeApiTypes } from './api-types.ts';
import { bin, root } from './step.ts';

await writeApiTypes();
const compiled = join(root, 'node_modules', '.cache', 'types.tsbuildinfo');
const { status } = spawnSync(bin('tsc'), ['--noEmit', '--incremental', '--tsBuildInfoFile', compiled], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
