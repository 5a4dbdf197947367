import { accessSync, constants, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processInfo } from '#local/aws/child-process.ts';

/** A disk in memory, where Linux has one. */
const inMemory = '/dev/shm';
/** What has to be free of it: the largest databases of tests take some hundred megabytes. */
const roomBytes = 4 * 1024 ** 3;
const prefix = 'stillwater-test-';

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's runs, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Ends the database engine of a test that was killed. */
const endEngineIn = (folder: string): void => {
  try {
    const { pid } = JSON.parse(readFileSync(join(folder, 'engine-process.json'), 'utf8')) as { pid: number };
    if (processInfo(pid)?.command.includes(folder)) process.kill(pid, 'SIGKILL');
  } catch {
    // There is none.
  }
};

/** What a test left behind that was killed: in memory nobody else clears it away. */
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

/**
 * A folder for a database that need not outlive its test: in memory where there is room, as what a database of AWS takes for a write is no
 * matter of this machine's disk. Whoever made it removes it.
 */
export const scratchFolder = (): string => {
  if (!hasRoom()) return mkdtempSync(join(tmpdir(), prefix));
  if (!isChecked) clearUp();
  isChecked = true;
  return mkdtempSync(join(inMemory, `${prefix}${process.pid}-`));
};
