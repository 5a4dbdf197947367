import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirFromEnvironment, isDataDir, lockDataDir } from './data-dir.ts';

/** Empties DATA_DIR. Throws a readable error if a product runs on it, or if it is not a data directory. */
function reset(dataDir: string): string {
  if (!existsSync(dataDir) || readdirSync(dataDir).length === 0) return `${dataDir} is empty already.`;
  if (!isDataDir(dataDir)) {
    throw new Error(`${dataDir} holds files, but none of Stillwater's. Nothing was deleted; check DATA_DIR.`);
  }
  const lock = lockDataDir(dataDir);
  if (!lock) throw new Error(`Stillwater runs on the data in ${dataDir}. Stop it first (Ctrl-C), then reset.`);
  lock.release();
  for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true, force: true });
  return `${dataDir} is empty. The next npm start fills it with the demo data.`;
}

try {
  process.stdout.write(`${reset(dataDirFromEnvironment())}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
