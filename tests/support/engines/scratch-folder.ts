import { accessSync, constants, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processInfo } from '#local/aws/child-process.ts';

/** A RAM disk, on Linux. */
const inMemory = '/dev/shm';
/** Required free space: the largest test databases take a few hundred megabytes. */
const roomBytes = 4 * 1024 ** 3;
const prefix = 'stillwater-test-';

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Also another user's runs.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Ends the database engine of a killed test. */
const endEngineIn = (folder: string): void => {
  try {
    const { pid } = JSON.parse(readFileSync(join(folder, 'engine-process.json'), 'utf8')) as { pid: number };
    if (processInfo(pid)?.command.includes(folder)) process.kill(pid, 'SIGKILL');
  } catch {
    // There is none.
  }
};

/** Nothing else clears the RAM disk. */
const clearUp = (): void => {
  for (const name of readdirSync(inMemory)) {
    const pid = Number(name.startsWith(prefix) ? name.slice(prefix.length).split('-')[0] : Number.NaN);
    if (!(pid > 0) || isRunning(pid)) continue;
    endEngineIn(join(inMemory, name));
    try {
      rmSync(join(inMemory, name), { recursive: true, force: true });
    } catch {
      // Another user's.
    }
  }
};

const hasRoom = (): boolean => {
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= roomBytes;
  } catch {
    return false;
  }
};

let isChecked = false;

/** Returns a temporary folder on the RAM disk if there is room, so that disk speed does not matter. */
export const scratchFolder = (): string => {
  if (!hasRoom()) return mkdtempSync(join(tmpdir(), prefix));
  if (!isChecked) clearUp();
  isChecked = true;
  return mkdtempSync(join(inMemory, `${prefix}${process.pid}-`));
};
