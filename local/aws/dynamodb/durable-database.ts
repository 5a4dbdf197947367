import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Opens an SQLite file that only its owner can read. A change whose statement has returned is on disk and survives
 * `kill -9`. `schema` runs at every start (CREATE … IF NOT EXISTS).
 */
export function openDurableDatabase(path: string, schema: string): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // SQLite would create it readable by everyone; its journal files inherit this mode.
  closeSync(openSync(path, 'a', 0o600));
  const database = new DatabaseSync(path, { timeout: 5000 });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
  database.exec(schema);
  return database;
}

export function atomically<Result>(database: DatabaseSync, run: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = run();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // A full disk has already rolled it back; a second rollback would hide the reason.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
