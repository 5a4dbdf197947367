import { createHash, randomInt } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { ServiceError } from '../json-service.ts';

const HOUR_MS = 60 * 60_000;
const CODES_PER_HOUR = 10;
const GUESSES_PER_CODE = 5;

/** Codes for a forgotten password: six digits, an hour, one use, five guesses, the newest alone is valid. */
export class ResetCodes {
  readonly #database: DatabaseSync;
  readonly #now: () => number;

  constructor(database: DatabaseSync, now: () => number) {
    this.#database = database;
    this.#now = now;
    database.prepare('DELETE FROM reset_codes WHERE expires_at < ?').run(now() - HOUR_MS);
  }

  issue(userId: string): string {
    const row = this.#read(userId);
    const sameWindow = row !== undefined && this.#now() - Number(row.window_start) < HOUR_MS;
    const issued = sameWindow ? Number(row.issued_in_window) : 0;
    if (issued >= CODES_PER_HOUR) throw limitExceeded();
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    this.#database
      .prepare('INSERT OR REPLACE INTO reset_codes VALUES (?, ?, ?, 0, ?, ?)')
      .run(
        userId,
        hashOf(userId, code),
        this.#now() + HOUR_MS,
        sameWindow ? Number(row.window_start) : this.#now(),
        issued + 1,
      );
    return code;
  }

  /** Spends the code. Throws CodeMismatchException, ExpiredCodeException, or LimitExceededException. */
  redeem(userId: string, code: string): void {
    const row = this.#read(userId);
    if (!row?.hash || Number(row.expires_at) <= this.#now()) {
      throw new ServiceError('ExpiredCodeException', 'Invalid code provided, please request a code again.');
    }
    if (Number(row.wrong_guesses) >= GUESSES_PER_CODE) throw limitExceeded();
    if (row.hash !== hashOf(userId, code)) {
      this.#database.prepare('UPDATE reset_codes SET wrong_guesses = wrong_guesses + 1 WHERE user_id = ?').run(userId);
      throw new ServiceError('CodeMismatchException', 'Invalid verification code provided, please try again.');
    }
    this.#database.prepare(`UPDATE reset_codes SET hash = '' WHERE user_id = ?`).run(userId);
  }

  #read(userId: string) {
    return this.#database.prepare('SELECT * FROM reset_codes WHERE user_id = ?').get(userId);
  }
}

function hashOf(userId: string, code: string): string {
  return createHash('sha256').update(`${userId}:${code}`).digest('hex');
}

function limitExceeded(): ServiceError {
  return new ServiceError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
}
