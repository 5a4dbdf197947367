import { join } from 'node:path';
import type * as z from 'zod';
import { openDurableDatabase } from '#local/aws/dynamodb/durable-database.ts';
import { Account, Calendar, Channel, Grant, Stored } from './model.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS records (kind TEXT NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL,
    PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS numbers (name TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;

/** Everything that the sandbox knows: in memory to be searched, and on disk before a change returns. */
export const openStore = (dataDir: string) => {
  const database = openDurableDatabase(join(dataDir, 'google-calendar.sqlite'), SCHEMA);
  const upsert = database.prepare(
    'INSERT INTO records VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET document = excluded.document',
  );
  const remove = database.prepare('DELETE FROM records WHERE kind = ? AND id = ?');
  const number = database.prepare(
    'INSERT INTO numbers VALUES (?, 1) ON CONFLICT DO UPDATE SET last = last + 1 RETURNING last',
  );
  const kindOf = <T extends object>(kind: string, schema: z.ZodType<T>, idOf: (one: T) => string) => {
    const rows = database.prepare('SELECT id, document FROM records WHERE kind = ?').all(kind);
    const known = new Map(rows.map(({ id, document }) => [String(id), schema.parse(JSON.parse(String(document)))]));
    return {
      all: (): T[] => [...known.values()],
      get: (id: string): T | undefined => known.get(id),
      put(one: T): void {
        known.set(idOf(one), one);
        upsert.run(kind, idOf(one), JSON.stringify(one));
      },
      drop(one: T): void {
        known.delete(idOf(one));
        remove.run(kind, idOf(one));
      },
    };
  };
  return {
    accounts: kindOf('account', Account, ({ email }) => email),
    grants: kindOf('grant', Grant, ({ id }) => id),
    calendars: kindOf('calendar', Calendar, ({ id }) => id),
    events: kindOf('event', Stored, ({ calendar, id }) => `${calendar} ${id}`),
    channels: kindOf('channel', Channel, ({ id }) => id),
    /** The next number of a sequence, from 1. */
    next: (name: string): number => Number(number.get(name)?.last),
    close: (): void => database.close(),
  };
};
export type Store = ReturnType<typeof openStore>;
