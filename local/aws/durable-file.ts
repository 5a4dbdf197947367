import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';

/**
 * Writes a file so that a reader, or the next start after a crash, sees the old content or the new, never a part.
 * The file is readable by its owner alone.
 */
export function writeDurably(path: string, data: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.tmp`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeFileSync(file, data);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  syncDirectory(dirname(path));
}

// A rename is only on disk once its directory is. Windows cannot open directories, and needs no such step.
function syncDirectory(path: string): void {
  if (process.platform === 'win32') return;
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

export function writeJsonDurably(path: string, value: unknown): void {
  writeDurably(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** The file's content checked against `shape`, or undefined when there is no such file. Throws when it does not fit. */
export function readJson<Shape extends z.ZodType>(path: string, shape: Shape): z.output<Shape> | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const parsed = shape.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`${path} does not have the expected content:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
