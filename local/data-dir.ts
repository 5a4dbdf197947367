import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { readJson, writeJsonDurably } from './aws/child-process.ts';

const LOCK = 'running.lock';
const RUNNING = 'running.json';
const FORMAT = 'format.json';
/** Raise it when stored data can no longer be read. */
const DATA_FORMAT = 2;

const RunningProduct = z.object({
  pid: z.int(),
  staffUrl: z.string(),
  /** The HTTP API without the sites. */
  apiUrl: z.string(),
  databaseUrl: z.string(),
  queuesUrl: z.string(),
  userPoolUrl: z.string(),
  userPoolClientId: z.string(),
});
export type RunningProduct = z.output<typeof RunningProduct>;

export const dataDirFromEnvironment = (): string =>
  resolve(process.env.DATA_DIR || fileURLToPath(new URL('../.local', import.meta.url)));

export interface DataDirLock {
  announce(product: Omit<RunningProduct, 'pid'>): void;
  release(): void;
}

/**
 * Locks the directory for this process, or returns undefined if another one has it. It is an operating system lock on
 * an SQLite file, which ends with its process in every case. Throws a readable error if the directory is not writable.
 */
export function lockDataDir(dataDir: string): DataDirLock | undefined {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    const what = `The data directory ${dataDir} cannot be written (${code}).`;
    throw new Error(`${what} Make it writable, or set DATA_DIR to another one.`, { cause: error });
  }
  const database = new DatabaseSync(join(dataDir, LOCK));
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) return undefined;
    throw error;
  }
  return {
    announce: (product) => writeJsonDurably(join(dataDir, RUNNING), { pid: process.pid, ...product }),
    release() {
      rmSync(join(dataDir, RUNNING), { force: true });
      if (database.isOpen) database.close();
    },
  };
}

/** Returns the product that currently runs on this directory, ignoring remains of a killed one. */
export function runningProduct(dataDir: string): RunningProduct | undefined {
  if (!existsSync(join(dataDir, RUNNING))) return undefined;
  const lock = lockDataDir(dataDir);
  if (!lock) return readJson(join(dataDir, RUNNING), RunningProduct);
  lock.release();
  return undefined;
}

/**
 * Marks a new directory with the data format. Throws a readable error if another version wrote it, because reading it
 * would fail page by page.
 */
export function assertFormat(dataDir: string): void {
  const marked = readJson(join(dataDir, FORMAT), z.object({ format: z.int() }))?.format;
  if (marked === DATA_FORMAT) return;
  if (marked !== undefined || existsSync(join(dataDir, 'database')))
    throw new Error(
      `The data in ${dataDir} was written by a different version of Stillwater and cannot be read. ` +
        'Empty it with npm run reset, or set DATA_DIR to another folder.',
    );
  writeJsonDurably(join(dataDir, FORMAT), { format: DATA_FORMAT });
}

/** True for a directory that Stillwater has used; no other one is ever emptied. */
export const isDataDir = (dataDir: string): boolean => readdirSync(dataDir).includes(LOCK);
