import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as z from 'zod';
import { openDurableDatabase } from '#local/aws/dynamodb/durable-database.ts';
import { listen, type Running } from '#local/aws/http-listener.ts';
import { sandboxStyles } from './mailbox-page.ts';

export interface App {
  clientId: string;
  clientSecret: string;
  /** Compared exactly. */
  redirectUris: readonly string[];
}

/** A token endpoint's error (RFC 6749). */
export class OAuthRefusal extends Error {
  readonly status: number;
  readonly error: string;

  constructor(error: string, { description = error, status = 400 } = {}) {
    super(description);
    this.error = error;
    this.status = status;
  }
}

/** Starts a partner's sandbox. Errors known to `refuse` become the partner's responses; others are its bugs. */
export const startFakePartner = (
  port: number,
  refuse: (response: ServerResponse, error: unknown) => boolean,
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Running> =>
  listen(async (request, response) => {
    try {
      await serve(request, response);
    } catch (error) {
      if (!refuse(response, error)) throw error;
    }
  }, port);

export const answerHtml = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body);
};

export const answerRedirect = (response: ServerResponse, location: string): void => {
  response.writeHead(303, { location }).end();
};

export const answerStyles = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/css' }).end(sandboxStyles);
};

export const consentPolicy = (redirectUris: readonly string[]): string =>
  `default-src 'none'; style-src 'self'; form-action 'self' ${redirectUris.map((uri) => new URL(uri).origin).join(' ')}; base-uri 'none'; frame-ancestors 'none'`;

const RECORDS = `
  CREATE TABLE IF NOT EXISTS records (kind TEXT NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL,
    PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS numbers (name TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;

/** Opens the records of a sandbox: in memory for searches, and on disk before a change returns. */
export const openRecords = (path: string, furtherSchema = '') => {
  const database = openDurableDatabase(path, RECORDS + furtherSchema);
  const upsert = database.prepare(
    'INSERT INTO records VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET document = excluded.document',
  );
  const remove = database.prepare('DELETE FROM records WHERE kind = ? AND id = ?');
  const number = database.prepare(
    'INSERT INTO numbers VALUES (?, ?) ON CONFLICT DO UPDATE SET last = last + 1 RETURNING last',
  );
  return {
    database,
    kindOf: <T extends object>(kind: string, schema: z.ZodType<T>, idOf: (record: T) => string | number) => {
      const rows = database.prepare('SELECT id, document FROM records WHERE kind = ?').all(kind);
      const known = new Map(rows.map(({ id, document }) => [String(id), schema.parse(JSON.parse(String(document)))]));
      return {
        all: (): T[] => [...known.values()],
        get: (id: string | number): T | undefined => known.get(String(id)),
        put(record: T): void {
          const id = String(idOf(record));
          known.set(id, record);
          upsert.run(kind, id, JSON.stringify(record));
        },
        drop(record: T): void {
          const id = String(idOf(record));
          known.delete(id);
          remove.run(kind, id);
        },
      };
    },
    /** Returns the next number of a sequence. */
    next: (name: string, from = 1): number => Number(number.get(name, from)?.last),
  };
};
