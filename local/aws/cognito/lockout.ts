import type { DatabaseSync } from 'node:sqlite';
import { ServiceError } from '../json-service.ts';

const FREE_FAILURES = 4;
const LONGEST_LOCK_MS = 15 * 60_000;

/**
 * From the fifth wrong password on an account is locked: 1 s, then twice as long with each further one, up to 15 min.
 * Attempts during a lock do not count. 15 quiet minutes or a completed sign-in start afresh. Unknown accounts are
 * treated alike, under the id invented for them.
 */
export class Lockout {
  readonly #database: DatabaseSync;
  readonly #now: () => number;

  constructor(database: DatabaseSync, now: () => number) {
    this.#database = database;
    this.#now = now;
    database.prepare('DELETE FROM failed_attempts WHERE last_at < ?').run(now() - LONGEST_LOCK_MS);
  }

  isLocked(userId: string): boolean {
    const locked = this.#read(userId).lockedUntil > this.#now();
    if (locked) {
      this.#database.prepare('UPDATE failed_attempts SET last_at = ? WHERE user_id = ?').run(this.#now(), userId);
    }
    return locked;
  }

  assertOpen(userId: string): void {
    if (this.isLocked(userId)) throw new ServiceError('NotAuthorizedException', 'Password attempts exceeded');
  }

  recordFailure(userId: string): void {
    const failures = this.#read(userId).failures + 1;
    const over = failures - FREE_FAILURES;
    const lockMs = over > 0 ? Math.min(1000 * 2 ** (over - 1), LONGEST_LOCK_MS) : 0;
    this.#database
      .prepare(
        `INSERT INTO failed_attempts (user_id, failures, locked_until, last_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (user_id) DO UPDATE SET
           failures = excluded.failures, locked_until = excluded.locked_until, last_at = excluded.last_at`,
      )
      .run(userId, failures, this.#now() + lockMs, this.#now());
  }

  clear(userId: string): void {
    this.#database.prepare('DELETE FROM failed_attempts WHERE user_id = ?').run(userId);
  }

  #read(userId: string): { failures: number; lockedUntil: number } {
    const row = this.#database.prepare('SELECT * FROM failed_attempts WHERE user_id = ?').get(userId);
    const lockedUntil = Number(row?.locked_until ?? 0);
    const quietSince = Math.max(lockedUntil, Number(row?.last_at ?? 0));
    if (this.#now() - quietSince >= LONGEST_LOCK_MS) return { failures: 0, lockedUntil: 0 };
    return { failures: Number(row?.failures ?? 0), lockedUntil };
  }
}
