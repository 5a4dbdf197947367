import { createHash, type Hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Committed hash of `local/` and the adapters at the last successful test of the emulators. */
const record = fileURLToPath(new URL('checks/emulators-tested.txt', import.meta.url));
const current = (): string =>
  `${contentHash(['local', 'functions/platform/adapters', 'functions/signatures/client', 'functions/quickbooks/client', 'functions/google-calendar/client', 'package-lock.json'], '', true)}\n`;

/** Returns whether the emulators' tests passed on this code, and a function that records that they did. */
export const emulatorsNow = (): { areTested: boolean; note: () => void } => {
  const now = current();
  return {
    areTested: existsSync(record) && readFileSync(record, 'utf8') === now,
    note: () => writeFileSync(record, now),
  };
};

const root = fileURLToPath(new URL('..', import.meta.url));

const addTo = (hash: Hash, name: string, withTests: boolean): void => {
  const path = join(root, name);
  if (statSync(path).isDirectory())
    for (const entry of readdirSync(path).sort()) addTo(hash, `${name}/${entry}`, withTests);
  else if (withTests || !/\.test\.tsx?$/.test(name)) hash.update(`${name}\0`).update(readFileSync(path)).update('\0');
};

/**
 * Returns a hash of files and folders of the repository and of `given`, twenty hexadecimal digits. Reads them all:
 * some 10 ms for a thousand files.
 */
export const contentHash = (names: readonly string[], given = '', withTests = false): string => {
  const hash = createHash('sha256').update(given);
  for (const name of names) if (existsSync(join(root, name))) addTo(hash, name, withTests);
  return hash.digest('hex').slice(0, 20);
};
