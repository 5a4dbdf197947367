import { createHmac, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { parseUser, type User } from './user.ts';

export class UserStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** By id or by e-mail address in any letter case. */
  find(name: string): User | undefined {
    const row = this.#database
      .prepare('SELECT document FROM users WHERE sub = ? OR email = ?')
      .get(name, name.toLowerCase());
    return row && parseUser(String(row.document));
  }

  save(user: User): void {
    this.#database
      .prepare(
        `INSERT INTO users (sub, email, document) VALUES (?, ?, ?)
         ON CONFLICT (sub) DO UPDATE SET email = excluded.email, document = excluded.document`,
      )
      .run(user.sub, user.attributes.email.toLowerCase(), JSON.stringify(user));
  }

  /**
   * A value derived from a secret of this pool: the same for the same input at every start, and not to be guessed.
   * Gives unknown e-mail addresses an id and a salt that stay the same, as real accounts have.
   */
  derive(input: string): Buffer {
    this.#database
      .prepare(`INSERT INTO secrets VALUES ('derivation', ?) ON CONFLICT DO NOTHING`)
      .run(randomBytes(32).toString('hex'));
    const row = this.#database.prepare(`SELECT value FROM secrets WHERE name = 'derivation'`).get();
    return createHmac('sha256', String(row?.value)).update(input).digest();
  }
}
