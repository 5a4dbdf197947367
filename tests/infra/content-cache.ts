import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { contentHash } from '../../scripts/content-hash.ts';

const root = resolve(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/stillwater-infra');
const retentionMs = 24 * 3_600_000;

/**
 * Returns a folder with the output of `make` from these files, cached for all test files and runs under the hash of
 * their content. Two processes may make it at once: the first to finish wins.
 */
export const madeOnce = async (
  name: string,
  { from, given = {} }: { from: readonly string[]; given?: object },
  make: (folder: string) => void | Promise<void>,
): Promise<string> => {
  const done = join(cache, `${name}-${contentHash(from, JSON.stringify(given))}`);
  if (existsSync(done)) return done;
  removeOld();
  const unfinished = join(cache, `.${name}-${randomUUID()}`);
  mkdirSync(unfinished, { recursive: true });
  try {
    await make(unfinished);
    renameSync(unfinished, done);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(done)) throw error;
  }
  return done;
};

const removeOld = (): void => {
  if (!existsSync(cache)) return;
  for (const entry of readdirSync(cache).map((name) => join(cache, name)))
    if (Date.now() - statSync(entry).mtimeMs > retentionMs) rmSync(entry, { recursive: true, force: true });
};
