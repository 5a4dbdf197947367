import { createHmac, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { parseUser, type User } from './user.ts';

interface Group {
  name: string;
  description?: string;
}

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

  /** Oldest first. */
  list(): User[] {
    const rows = this.#database.prepare('SELECT document FROM users ORDER BY rowid').all();
    return rows.map((row) => parseUser(String(row.document)));
  }

  save(user: User): void {
    this.#database
      .prepare(
        `INSERT INTO users (sub, email, document) VALUES (?, ?, ?)
         ON CONFLICT (sub) DO UPDATE SET email = excluded.email, document = excluded.document`,
      )
      .run(user.sub, user.attributes.email.toLowerCase(), JSON.stringify(user));
  }

  delete(sub: string): void {
    for (const table of ['reset_codes', 'failed_attempts']) {
      this.#database.prepare(`DELETE FROM ${table} WHERE user_id = ?`).run(sub);
    }
    this.#database.prepare('DELETE FROM sign_ins WHERE sub = ?').run(sub);
    this.#database.prepare('DELETE FROM users WHERE sub = ?').run(sub);
  }

  findGroup(name: string): Group | undefined {
    const row = this.#database.prepare('SELECT name, description FROM groups WHERE name = ?').get(name);
    return row && { name: String(row.name), ...(row.description ? { description: String(row.description) } : {}) };
  }

  addGroup({ name, description }: Group): void {
    this.#database.prepare('INSERT INTO groups (name, description) VALUES (?, ?)').run(name, description ?? null);
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
