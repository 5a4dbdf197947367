import { randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { atomically, openDurableDatabase } from '#local/aws/dynamodb/durable-database.ts';

const StoredMail = z.object({
  id: z.string(),
  at: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
  tags: z.record(z.string(), z.string()),
});
export type StoredMail = z.output<typeof StoredMail>;

interface MailQuery {
  to?: string;
  limit?: number;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS mails (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, document TEXT NOT NULL,
    announced INTEGER NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS unannounced_mails ON mails (seq) WHERE announced = 0;
  CREATE TABLE IF NOT EXISTS recipients (
    address TEXT NOT NULL, seq INTEGER NOT NULL REFERENCES mails, PRIMARY KEY (address, seq)) STRICT, WITHOUT ROWID;
`;

/** All sent emails, on disk before `add` returns. */
export class MailboxStore {
  readonly #database: DatabaseSync;

  constructor(path: string) {
    this.#database = openDurableDatabase(path, SCHEMA);
  }

  /** `announce`: whether an event is to be published (see `unannounced`). */
  add(mail: Omit<StoredMail, 'id' | 'at'>, announce: boolean): StoredMail {
    const id = `0100${randomBytes(6).toString('hex')}-${randomUUID()}-000000`;
    const stored: StoredMail = { id, at: new Date().toISOString(), ...mail };
    atomically(this.#database, () => {
      const { lastInsertRowid } = this.#database
        .prepare('INSERT INTO mails (id, document, announced) VALUES (?, ?, ?)')
        .run(id, JSON.stringify(stored), announce ? 0 : 1);
      const link = this.#database.prepare('INSERT OR IGNORE INTO recipients VALUES (?, ?)');
      for (const address of mail.to) link.run(bareAddress(address), lastInsertRowid);
    });
    return stored;
  }

  list({ to, limit = -1 }: MailQuery = {}): StoredMail[] {
    const rows = to
      ? this.#database
          .prepare('SELECT document FROM recipients JOIN mails USING (seq) WHERE address = ? ORDER BY seq DESC LIMIT ?')
          .all(bareAddress(to), limit)
      : this.#database.prepare('SELECT document FROM mails ORDER BY seq DESC LIMIT ?').all(limit);
    return rows.map((row) => parse(row.document));
  }

  find(id: string): StoredMail | undefined {
    const row = this.#database.prepare('SELECT document FROM mails WHERE id = ?').get(id);
    return row && parse(row.document);
  }

  /** Returns every address with emails, in alphabetical order. */
  recipients(): string[] {
    const rows = this.#database.prepare('SELECT DISTINCT address FROM recipients ORDER BY address').all();
    return rows.map((row) => String(row.address));
  }

  unannounced(): StoredMail[] {
    const rows = this.#database.prepare('SELECT document FROM mails WHERE announced = 0 ORDER BY seq').all();
    return rows.map((row) => parse(row.document));
  }

  markAnnounced(id: string): void {
    this.#database.prepare('UPDATE mails SET announced = 1 WHERE id = ?').run(id);
  }

  close(): void {
    this.#database.close();
  }
}

/** Returns `anna@example.com` of `Anna Ames <Anna@example.com>`. */
export function bareAddress(address: string): string {
  return (/<([^<>]+)>\s*$/.exec(address)?.[1] ?? address).trim().toLowerCase();
}

function parse(document: unknown): StoredMail {
  return StoredMail.parse(JSON.parse(String(document)));
}
